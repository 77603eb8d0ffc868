"""Joint feature selection: keep the columns with the largest norm over shards, average those, zero the rest.

An l1/l2 group penalty with K, or a threshold on the norm, in place of λ (Simianer et al. 2012, algorithm 4).
A mean over all shards divides what one of them has learned of a rare feature by their number; mean="moved" is
over those that have moved the feature since the epoch began (not in the paper).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rectrix.base.bounds import Count, NotNegative, Whole
from rectrix.learn.mixers.ranges import ENTRIES
from rectrix.learn.sparse import Columns, Floats, Sparse, by_ranges


@dataclass(frozen=True)
class TopK:
    """Features that many shards found useful survive."""

    keep: Whole = 100_000  # K; 0: as many as pass the threshold
    threshold: NotNegative = 0.0  # a column's norm must be larger
    norm: Literal["l0", "l1", "l2", "linf"] = "l2"  # of a column over the shards
    mean: Literal["all", "moved"] = "all"  # over all shards, or over those that have moved the feature
    entries: Count = ENTRIES  # of all shards looked at together: what bounds the memory

    def mix(self, shards: Sequence[Sparse], sizes: Sequence[int], previous: Sparse) -> Sparse:
        # By ranges of keys: beside the shards there are only a range's columns and those that lead so far.
        best = _Chosen(np.zeros(0, np.uint64), np.zeros(0), np.zeros(0))
        for part in by_ranges(shards, self.entries):
            columns = Columns.of(part)
            values = self._mean(columns, part, previous)
            best = best.and_more(columns.keys, values, columns.norms(self.norm), self.threshold)
            best = best.first(self.keep)
        return Sparse(best.keys, best.values)

    def _mean(self, columns: Columns, shards: Sequence[Sparse], previous: Sparse) -> Floats:
        if self.mean == "all":
            return columns.sums / max(1, len(shards))
        before = previous.at(columns.keys)
        moved = columns.different_from(before, len(shards))
        return before + (columns.sums - before * len(shards)) / np.maximum(moved, 1)


@dataclass(frozen=True)
class _Chosen:
    """Columns that lead so far, by key."""

    keys: NDArray[np.uint64]
    values: Floats
    norms: Floats

    def and_more(
        self, keys: NDArray[np.uint64], values: Floats, norms: Floats, threshold: float
    ) -> "_Chosen":
        """With those of a later range that are above the threshold."""
        above = norms > threshold
        return _Chosen(
            np.concatenate([self.keys, keys[above]]),
            np.concatenate([self.values, values[above]]),
            np.concatenate([self.norms, norms[above]]),
        )

    def first(self, keep: int) -> "_Chosen":
        """Those with the largest norms; 0: all."""
        if not 0 < keep < len(self.keys):
            return self
        # Of equal norms the smaller key is kept: the choice does not depend on the order of shards.
        chosen = np.sort(np.argsort(-self.norms, kind="stable")[:keep])
        return _Chosen(self.keys[chosen], self.values[chosen], self.norms[chosen])
