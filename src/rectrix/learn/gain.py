"""A metric's own sentence score as a gain, for metrics that have no approximation of their own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rectrix.learn.candidates import Floats
from rectrix.score.bleu import BLEU
from rectrix.score.gains import Gain, Place, gain
from rectrix.score.gains import context as gain_context
from rectrix.score.gains.gain import Stateless
from rectrix.score.metric import Metric


@dataclass(frozen=True)
class SentenceScore(Stateless):
    """The metric of the sentence alone, 0 to 1 for metrics in points; negative for error rates."""

    metric: Metric
    scale: float = 0.01

    @property
    def signature(self) -> str:
        return f"sentence|{self.metric.signature}"

    def gains(self, statistics: Floats, state: None, sentence: Place) -> Floats:
        sign = self.scale if self.metric.higher_is_better else -self.scale
        return np.asarray(sign * self.metric.score(statistics))


def gain_of(metric: Metric, name: str, statistics: Floats | None = None) -> Gain:
    """The named approximation of BLEU; other metrics are their own gain.

    Metrics that are not in points may have any scale: those whose statistics are known are brought to a range
    of 1, as BLEU's have.
    """
    if isinstance(metric, BLEU):
        return gain(name)
    if not metric.in_points and statistics is not None and len(statistics):
        spread = float(np.ptp(metric.score(statistics)))
        return SentenceScore(metric, 1 / spread if spread > 0 else 1.0)
    return SentenceScore(metric)


def core_metric(metric: Metric) -> tuple[int, Callable[[Floats], Floats] | None]:
    """As the core's line searches want it: the order of its own BLEU, or 0 and a function of rows of summed
    statistics, higher is better."""
    if isinstance(metric, BLEU):
        return metric.order, None
    sign = 1.0 if metric.higher_is_better else -1.0
    return 0, lambda sums: np.ascontiguousarray(sign * metric.score(sums), np.float64)


def pack(state: Any) -> tuple[str, dict[str, NDArray[np.float64]]]:
    """A gain's state as the name of its kind and arrays, for a file."""
    if state is None:
        return "", {}
    arrays = {f"gain.{f.name}": np.asarray(getattr(state, f.name), np.float64) for f in fields(state)}
    return type(state).__name__, arrays


def unpack(kind: str, arrays: Mapping[str, NDArray[Any]]) -> Any:
    """The state again; arrays of others may stand beside its own."""
    if not kind:
        return None
    own = {name.removeprefix("gain."): value for name, value in arrays.items() if name.startswith("gain.")}
    values = {name: float(value) if np.ndim(value) == 0 else value for name, value in own.items()}
    return getattr(gain_context, kind)(**values)
