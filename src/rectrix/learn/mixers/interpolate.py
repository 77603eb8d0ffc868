"""Interpolation with the previous weights: (1 - ψ) w_old + ψ · mean of the shards (Hopkins & May 2011)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rectrix.base.bounds import Share
from rectrix.learn.mixers.ranges import summed
from rectrix.learn.sparse import Sparse


@dataclass(frozen=True)
class Interpolate:
    """Goes only a part of the way."""

    share: Share = 0.1  # ψ, of the new weights

    def mix(self, shards: Sequence[Sparse], sizes: Sequence[int], previous: Sparse) -> Sparse:
        factors = [1 - self.share, *[self.share / max(1, len(shards))] * len(shards)]
        return summed([previous, *shards], factors)
