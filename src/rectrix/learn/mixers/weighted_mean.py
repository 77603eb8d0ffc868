"""The mean over shards, weighted by their numbers of sentences (as cdec's MIRA driver does)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rectrix.learn.mixers.ranges import summed
from rectrix.learn.sparse import Sparse


@dataclass(frozen=True)
class WeightedMean:
    """Every sentence counts the same."""

    def mix(self, shards: Sequence[Sparse], sizes: Sequence[int], previous: Sparse) -> Sparse:
        whole = max(1, sum(sizes))
        return summed(shards, [size / whole for size in sizes])
