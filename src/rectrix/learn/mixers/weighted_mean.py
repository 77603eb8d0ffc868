"""The mean over shards, weighted by their numbers of sentences (as cdec's MIRA driver does)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rectrix.learn.sparse import Columns, Sparse


@dataclass(frozen=True)
class WeightedMean:
    """Every sentence counts the same."""

    def mix(self, shards: Sequence[Sparse], sizes: Sequence[int], previous: Sparse) -> Sparse:
        whole = max(1, sum(sizes))
        columns = Columns.of(
            [Sparse(s.keys, s.values * (size / whole)) for s, size in zip(shards, sizes, strict=True)]
        )
        return Sparse(columns.keys, columns.sums)
