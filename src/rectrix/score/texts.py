"""Anybody's metric as one of ours: a function of a hypothesis and its references, or an object.

def exact(hypothesis: str, references: list[str]) -> float: ...           # the corpus score is the mean

class Mine:
    higher_is_better = True                                                # the default
    def statistics(self, hypothesis: str, references: list[str]) -> list[float]: ...
    def score(self, sums: list[float]) -> float: ...                       # of sums over sentences
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.base.errors import InputError, UsageError
from rectrix.score.metric import Floats, Metric, mean


class Judges(Protocol):
    """An object that judges texts."""

    def statistics(self, hypothesis: str, references: list[str]) -> Sequence[float]: ...

    def score(self, sums: Floats) -> float: ...


@dataclass(frozen=True)
class TextMetric:
    """A foreign metric; `place` is where it can be loaded from again, in other processes."""

    part: Judges | Callable[[str, list[str]], float]
    name: str
    width: int
    place: str = ""

    in_points = False  # nobody knows
    needs_references = True

    @property
    def higher_is_better(self) -> bool:
        return bool(getattr(self.part, "higher_is_better", True))

    @property
    def signature(self) -> str:
        return f"{self.name}|external|{'higher' if self.higher_is_better else 'lower'} is better"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.place:
            from rectrix.score.metrics import metric

            return metric, (self.place,)
        return TextMetric, (self.part, self.name, self.width)

    def statistics(
        self,
        lists: Lists,
        references: References,
        sentences: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> Floats:
        rows, begin = np.empty((lists.hypotheses, self.width)), lists.list_begin.tolist()
        numbers = range(len(lists)) if sentences is None else sentences.tolist()
        for list_, sentence in enumerate(numbers):
            given = [references.text(sentence, r) for r in range(references.per_sentence)]
            for h in range(begin[list_], begin[list_ + 1]):
                rows[h] = self._row(lists.text(h), given)
        return rows

    def _row(self, text: str, references: list[str]) -> Floats:
        try:
            if hasattr(self.part, "statistics"):
                row = np.asarray(cast(Judges, self.part).statistics(text, references), np.float64)
            else:
                row = np.array([cast(Callable[..., float], self.part)(text, references), 1.0], np.float64)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise InputError(f"metric {self.name} fails on {text[:60]!r}: {what}") from error
        if row.shape != (self.width,) or not np.isfinite(row).all():
            raise InputError(
                f"metric {self.name} gave {row.tolist()} for {text[:60]!r}; expected {self.width} finite "
                "numbers"
            )
        return row

    def score(self, statistics: Floats) -> Floats:
        if not hasattr(self.part, "score"):
            return mean(statistics)
        rows = np.asarray(statistics, dtype=np.float64)
        each = (float(self.part.score(row)) for row in rows.reshape(-1, self.width))
        return np.fromiter(each, np.float64).reshape(rows.shape[:-1])


def metric_of(part: Any, name: str = "", place: str = "") -> Metric:
    """A metric from what somebody has: one of ours, an object with statistics and score, or a function."""
    if isinstance(part, type):
        part = part()
    own_name = name or getattr(part, "__name__", type(part).__name__)
    if hasattr(part, "signature") and hasattr(part, "statistics"):
        return cast(Metric, part)
    if hasattr(part, "statistics") and hasattr(part, "score"):
        return TextMetric(part, own_name, len(part.statistics("a", ["a"])), place)
    if callable(part):
        return TextMetric(part, own_name, 2, place)
    raise UsageError(
        f"metric {own_name}: expected an object with statistics(hypothesis, references) and score(sums), or "
        "a function of a hypothesis and its references"
    )
