"""A metric's own sentence score as a gain, for metrics that have no approximation of their own."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from rectrix.learn.candidates import Floats
from rectrix.learn.tuning import Stored, Tuning
from rectrix.score.bleu import BLEU
from rectrix.score.external import External
from rectrix.score.gains import Gain, Sentence, gain
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

    def gains(self, statistics: Floats, state: None, sentence: Sentence) -> Floats:
        sign = self.scale if self.metric.higher_is_better else -self.scale
        return np.asarray(sign * self.metric.score(statistics))


def gain_of(tuning: Tuning, name: str) -> Gain:
    """The named approximation of BLEU; other metrics are their own gain.

    External values may have any scale: those of stored lists are brought to a range of 1, as BLEU's have.
    """
    metric = tuning.metric
    if isinstance(metric, BLEU):
        return gain(name)
    if isinstance(metric, External) and isinstance(tuning, Stored) and len(tuning.statistics):
        spread = float(np.ptp(metric.score(tuning.statistics)))
        return SentenceScore(metric, 1 / spread if spread > 0 else 1.0)
    return SentenceScore(metric)


def pack(state: Any) -> dict[str, Any]:
    """A gain's state as plain arrays, for a checkpoint."""
    if state is None:
        return {}
    return {"kind": type(state).__name__, **{f.name: getattr(state, f.name) for f in fields(state)}}


def unpack(packed: dict[str, Any]) -> Any:
    """The state again."""
    if not packed:
        return None
    values = {name: value for name, value in packed.items() if name != "kind"}
    for name, value in values.items():
        values[name] = float(value) if np.ndim(value) == 0 else np.asarray(value, np.float64)
    return getattr(gain_context, str(packed["kind"]))(**values)
