"""HI / MID / LOW: every hypothesis of a level against every one of a lower level, none inside a level.

The k-best list is sorted by gain; HI is the top `share`, LOW the bottom `share`, MID the rest (Simianer et
al. 2012). Pairs of equal gain are left out. The code published with the paper lost the MID-LOW pairs by a
wrong index: `middle=False` compares HI with the rest only, as it really did.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.base.bounds import NotNegative, Share
from rectrix.learn.candidates import Candidates, PairBatch

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Multipartite:
    """Pairs between levels of a sorted list."""

    share: Share = 0.1  # of the list in HI, and in LOW
    ties: bool = (
        True  # hypotheses tied with the last of HI join it, those tied with the first of LOW join LOW
    )
    middle: bool = True  # MID-LOW pairs too
    threshold: NotNegative = 0.0  # gains must differ by more than this

    def choose(self, candidates: Candidates, random: np.random.Generator) -> PairBatch:
        order = np.argsort(-candidates.gains, kind="stable")
        high, low = self._borders(candidates.gains[order])
        better, worse = _across(order[:high], order[high:])
        if self.middle:
            lower = _across(order[high:low], order[low:])
            better, worse = np.concatenate([better, lower[0]]), np.concatenate([worse, lower[1]])
        kept = candidates.gains[better] - candidates.gains[worse] > self.threshold
        return PairBatch(candidates, better[kept], worse[kept])

    def _borders(self, gains: NDArray[np.float64]) -> tuple[int, int]:
        """Where MID and where LOW begins in the sorted list."""
        count = len(gains)
        level = max(1, int(count * self.share + 0.5)) if count > 1 else count
        high, low = level, max(level, count - level)
        if self.ties and count > 4:  # shorter lists have too few hypotheses to let a level grow
            while high < count and gains[high] == gains[high - 1]:
                high += 1
            low = max(high, low)
            while low > high and gains[low - 1] == gains[min(low, count - 1)]:
                low -= 1
        return high, low


def _across(upper: Integers, lower: Integers) -> tuple[Integers, Integers]:
    return np.repeat(upper, len(lower)), np.tile(lower, len(upper))
