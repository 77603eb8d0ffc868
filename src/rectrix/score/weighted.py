"""A weighted sum of corpus scores, `0.5*bleu+0.5*chrf`; error rates are subtracted: `1*bleu-0.2*ter`."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.base.errors import UsageError
from rectrix.score.metric import Floats, Metric

_NUMBER = r"\d*\.?\d+"
# A sign before `number*`: those in names such as chrf++ are followed by something else.
_CUT = re.compile(rf"\s*([+-])\s*(?={_NUMBER}\s*\*)")
_TERM = re.compile(rf"\s*({_NUMBER})\s*\*\s*(\S+)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Weighted:
    """Statistics: those of all metrics, side by side."""

    terms: tuple[tuple[float, Metric], ...]

    @classmethod
    def named(cls, text: str, metric: Callable[[str], Metric]) -> "Weighted":
        """metric: makes a metric from its name."""
        return cls(tuple((weight, metric(name)) for weight, name in terms_of(text)))

    def __post_init__(self) -> None:
        directions = {(weight > 0) == metric.higher_is_better for weight, metric in self.terms}
        if len(directions) > 1:
            raise UsageError(
                f"the weighted sum {self.signature} has terms that should rise and terms that should fall; "
                "subtract error rates: 1*bleu-0.2*ter"
            )

    @property
    def higher_is_better(self) -> bool:
        weight, metric = self.terms[0]
        return (weight > 0) == metric.higher_is_better

    @property
    def in_points(self) -> bool:
        return all(metric.in_points for _, metric in self.terms)

    @property
    def needs_references(self) -> bool:
        return any(metric.needs_references for _, metric in self.terms)

    @property
    def width(self) -> int:
        return sum(metric.width for _, metric in self.terms)

    @property
    def signature(self) -> str:
        return "+".join(f"{weight:g}*({metric.signature})" for weight, metric in self.terms)

    def statistics(
        self,
        lists: Lists,
        references: References,
        sentences: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> Floats:
        parts = [metric.statistics(lists, references, sentences, threads) for _, metric in self.terms]
        return np.concatenate(parts, axis=-1)

    def score(self, statistics: Floats) -> Floats:
        total: Floats = np.sum(
            [weight * metric.score(part) for weight, metric, part in self._parts(statistics)], axis=0
        )
        return total

    def _parts(self, statistics: Floats) -> Iterator[tuple[float, Metric, Floats]]:
        rows, begin = np.asarray(statistics, dtype=np.float64), 0
        for weight, metric in self.terms:
            yield weight, metric, rows[..., begin : begin + metric.width]
            begin += metric.width


def is_sum(text: str) -> bool:
    """Whether a metric's name is that of a weighted sum."""
    return _TERM.match(text) is not None


def terms_of(text: str) -> list[tuple[float, str]]:
    """Weight and name of each term of a sum."""
    first, *rest = _CUT.split(text)
    return [
        _term(sign, piece, text) for sign, piece in [("+", first), *zip(rest[::2], rest[1::2], strict=True)]
    ]


def _term(sign: str, piece: str, text: str) -> tuple[float, str]:
    match = _TERM.fullmatch(piece)
    if match is None or float(match[1]) == 0:
        raise UsageError(f"metric {text!r}: expected NUMBER*METRIC+NUMBER*METRIC, saw {piece.strip()!r}")
    return float(f"{sign}{match[1]}"), match[2]
