"""Sparse weights between workers: sorted keys and values, and what columns of shards add up to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sparse:
    """Keys ascending and distinct (feature indexes in one process, 64-bit keys between processes)."""

    keys: NDArray[np.uint64]
    values: Floats

    @classmethod
    def of(cls, dense: Floats) -> "Sparse":
        """The entries that are not 0."""
        keys = np.flatnonzero(dense)
        return cls(keys.astype(np.uint64), dense[keys])

    def dense(self, size: int) -> Floats:
        """As a vector; keys must be indexes below size."""
        out = np.zeros(size)
        out[self.keys.astype(np.int64)] = self.values
        return out


def by_ranges(shards: Sequence[Sparse], entries: int) -> Iterator[list[Sparse]]:
    """The shards cut into ranges of keys, ascending, in which they have about so many entries together."""
    total = sum(len(shard.keys) for shard in shards)
    longest = max(shards, key=lambda shard: len(shard.keys), default=Sparse.of(np.zeros(0)))
    parts = max(1, -(-total // max(1, entries)))
    borders = longest.keys[[len(longest.keys) * i // parts for i in range(1, parts)]]
    begins = [np.zeros(len(borders) + 2, np.int64) for _ in shards]
    for shard, begin in zip(shards, begins, strict=True):
        begin[1:-1], begin[-1] = np.searchsorted(shard.keys, borders), len(shard.keys)
    for i in range(len(borders) + 1):
        cuts = [slice(begin[i], begin[i + 1]) for begin in begins]
        yield [Sparse(s.keys[cut], s.values[cut]) for s, cut in zip(shards, cuts, strict=True)]


@dataclass(frozen=True)
class Columns:
    """Per key what shards add up to: enough for means and column norms, and associative."""

    keys: NDArray[np.uint64]
    sums: Floats
    absolute: Floats
    squares: Floats
    largest: Floats
    counts: Floats

    @classmethod
    def of(cls, shards: Sequence[Sparse]) -> "Columns":
        """The columns of the matrix whose rows are the shards."""
        if not shards:
            none = np.zeros(0)
            return cls(np.zeros(0, np.uint64), none, none, none, none, none)
        keys, place = np.unique(np.concatenate([shard.keys for shard in shards]), return_inverse=True)
        values = np.concatenate([shard.values for shard in shards])
        largest = np.zeros(len(keys))
        np.maximum.at(largest, place, np.abs(values))

        def add(what: Floats) -> Floats:
            return np.bincount(place, what, len(keys)).astype(np.float64)

        return cls(keys, add(values), add(np.abs(values)), add(values**2), largest, add(np.ones(len(values))))

    def norms(self, name: str) -> Floats:
        """Each column's norm: l0, l1, l2 or linf."""
        return {"l0": self.counts, "l1": self.absolute, "l2": np.sqrt(self.squares), "linf": self.largest}[
            name
        ]
