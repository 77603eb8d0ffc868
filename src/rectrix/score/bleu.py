"""BLEU (Papineni et al. 2002): brevity penalty times the geometric mean of n-gram precisions.

Equal to sacrebleu's with `tokenize="none"`: words are what spaces separate, an order without matches counts
as 1/2, 1/4 ... of a match (exponential smoothing). Departure: the reference length may follow other policies.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References, bleu_statistics
from rectrix.score.metric import Floats

LengthPolicy = Literal["closest", "shortest", "average"]


@dataclass(frozen=True)
class BLEU:
    """Statistics: length, reference length, matches of order 1..N, n-grams of order 1..N."""

    order: int = 4  # the longest n-grams
    length: LengthPolicy = "closest"  # closest: the shorter of two equally close ones; average is not rounded

    higher_is_better = True
    in_points = True
    needs_references = True

    @property
    def width(self) -> int:
        return 2 + 2 * self.order

    @property
    def signature(self) -> str:
        order = "" if self.order == 4 else f"|order:{self.order}"
        return f"BLEU|case:mixed|eff:no|tok:none|smooth:exp|length:{self.length}{order}"

    def statistics(
        self,
        lists: Lists,
        references: References,
        sentences: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> Floats:
        return bleu_statistics(lists, references, sentences, self.order, self.length, threads)

    def details(self, sums: Floats) -> dict[str, float]:
        """What the score is made of: brevity penalty, length ratio, and precisions in percent."""
        length, reference, matches, totals = split(sums)
        ratio = float(length) / float(reference) if reference else 0.0
        precisions = 100 * matches / np.maximum(totals, 1)
        found = {"BP": float(brevity(length, reference)), "ratio": ratio}
        return found | {f"{n}-gram": float(p) for n, p in enumerate(precisions, start=1)}

    def score(self, statistics: Floats) -> Floats:
        length, reference, matches, totals = split(statistics)
        missing = np.cumsum(matches == 0, axis=-1)
        smoothed = np.where(matches == 0, 0.5**missing, matches)
        some = np.asarray((matches > 0).any(axis=-1) & (totals > 0).all(axis=-1))
        precisions = np.where(some[..., None], 100 * smoothed / np.maximum(totals, 1), 1.0)
        return np.where(some, brevity(length, reference) * geometric_mean(precisions), 0.0)


def split(statistics: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Length, reference length, matches and totals of rows of BLEU's statistics."""
    rows = np.asarray(statistics, dtype=np.float64)
    order = (rows.shape[-1] - 2) // 2
    return rows[..., 0], rows[..., 1], rows[..., 2 : 2 + order], rows[..., 2 + order :]


def length_ratio(sums: Floats) -> float:
    """Words of a text for each word of its references."""
    length, reference, *_ = split(sums)
    return float(length) / max(float(reference), 1.0)


def brevity(length: Floats, reference: Floats) -> Floats:
    """exp(1 - r/h) for hypotheses shorter than their references, else 1; 0 for empty ones."""
    ratio = reference / np.maximum(length, 1e-300)
    return np.where(length < reference, np.exp(np.maximum(1 - ratio, -800.0)), 1.0)


def geometric_mean(precisions: Floats) -> Floats:
    """Over the last axis; all must be positive."""
    mean: Floats = np.exp(np.log(precisions).sum(axis=-1) / precisions.shape[-1])
    return mean
