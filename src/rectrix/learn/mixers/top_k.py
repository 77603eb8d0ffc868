"""Joint feature selection: keep the columns with the largest norm over shards, average those, zero the rest.

An l1/l2 group penalty with K, or a threshold on the norm, in place of λ (Simianer et al. 2012, algorithm 4).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rectrix.learn.sparse import Columns, Sparse


@dataclass(frozen=True)
class TopK:
    """Features that many shards found useful survive."""

    keep: int = 100_000  # K; 0: as many as pass the threshold
    threshold: float = 0.0  # a column's norm must be larger
    norm: Literal["l0", "l1", "l2", "linf"] = "l2"

    def mix(self, shards: Sequence[Sparse], sizes: Sequence[int], previous: Sparse) -> Sparse:
        columns = Columns.of(shards)
        norms = columns.norms(self.norm)
        chosen = np.flatnonzero(norms > self.threshold)
        if 0 < self.keep < len(chosen):
            # Of equal norms the smaller key is kept: the choice does not depend on the order of shards.
            chosen = np.sort(chosen[np.argsort(-norms[chosen], kind="stable")[: self.keep]])
        return Sparse(columns.keys[chosen], columns.sums[chosen] / max(1, len(shards)))
