"""The plain mean over all shards; a shard that lacks a feature counts as 0 (McDonald et al. 2010)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rectrix.learn.mixers.ranges import summed
from rectrix.learn.sparse import Sparse


@dataclass(frozen=True)
class Mean:
    """Every shard counts the same."""

    def mix(self, shards: Sequence[Sparse], sizes: Sequence[int], previous: Sparse) -> Sparse:
        return summed(shards).divided(max(1, len(shards)))
