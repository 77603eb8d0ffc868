"""Weights between processes: sorted 64-bit keys and their values, and what columns of shards add up to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix.learn.records import Record

Floats = NDArray[np.float64]
Keys = NDArray[np.uint64]


@dataclass(frozen=True)
class Sparse:
    """Keys ascending and distinct; what is not listed is 0."""

    keys: Keys
    values: Floats
    record: Record | None = None  # the file that they lie in
    name: str = "values"  # of the values there

    def __reduce__(self) -> tuple[type["Sparse"], tuple[Keys, Floats]]:
        """Other processes get the numbers, not the file."""
        return Sparse, (np.asarray(self.keys), np.asarray(self.values))

    def part(self, begin: int, end: int) -> "Sparse":
        """Some of the entries; those of a file are read, so that memory is bounded by what is asked for."""
        if self.record is None:
            return Sparse(self.keys[begin:end], self.values[begin:end])
        keys, values = self.record.copies(("keys", self.name), begin, end)
        return Sparse(keys, values)

    def all_keys(self) -> Keys:
        """In memory: those of a file are read."""
        return self.keys if self.record is None else self.record.copies(("keys",), 0, len(self.keys))[0]

    @classmethod
    def of(cls, dense: Floats) -> "Sparse":
        """The entries that are not 0, with indexes as keys: for what stays in one process."""
        keys = np.flatnonzero(dense)
        return cls(keys.astype(np.uint64), dense[keys])

    def dense(self, size: int) -> Floats:
        """As a vector; keys must be indexes below size."""
        out = np.zeros(size)
        out[self.keys.astype(np.int64)] = self.values
        return out

    @classmethod
    def keyed(cls, dense: Floats, space: FeatureSpace) -> "Sparse":
        """The entries of a vector over a space's indexes that are not 0."""
        indexes = np.flatnonzero(dense)
        keys = space.keys()[indexes]
        order = np.argsort(keys)
        return cls(keys[order], np.asarray(dense[indexes[order]]))

    def over(self, space: FeatureSpace) -> Floats:
        """As a vector over a space's indexes; keys that are not in it join it without a name."""
        indexes = space.add_keys(self.keys)
        out = np.zeros(len(space))
        out[indexes] = self.values
        return out

    @classmethod
    def named(cls, weights: Mapping[str, float]) -> "Sparse":
        """Weights by name; those that are 0 are kept."""
        space = FeatureSpace()
        indexes = np.array([space.add(name) for name in weights], np.int64)
        keys = space.keys()[indexes]
        order = np.argsort(keys)
        return cls(keys[order], np.array(list(weights.values()), np.float64)[order])

    def at(self, keys: Keys) -> Floats:
        """The values of these keys."""
        own = self.all_keys()
        if not len(own):
            return np.zeros(len(keys))
        place = np.minimum(np.searchsorted(own, keys), len(own) - 1)
        return np.asarray(np.where(own[place] == keys, np.asarray(self.values)[place], 0.0))

    def nonzero(self) -> "Sparse":
        """Without the entries that are 0."""
        kept = self.values != 0
        return self if kept.all() else Sparse(self.keys[kept], self.values[kept])

    def plus(self, other: "Sparse") -> "Sparse":
        """The sum."""
        columns = Columns.of([self, other])
        return Sparse(columns.keys, columns.sums)

    def times(self, by: float) -> "Sparse":
        """Every value times a number."""
        return Sparse(self.keys, self.values * by)

    def divided(self, by: float) -> "Sparse":
        """Every value divided by a number."""
        return Sparse(self.keys, self.values / by)

    def write(self, path: Path) -> None:
        """Write a record, for other processes to map."""
        Record({}, {"keys": self.keys, "values": self.values}).write(path)

    @classmethod
    def read(cls, path: Path) -> "Sparse":
        """Map what `write` wrote."""
        record = Record.read(path)
        return cls(record.arrays["keys"], record.arrays["values"], record)


def nothing() -> Sparse:
    """No weights."""
    return Sparse(np.zeros(0, np.uint64), np.zeros(0))


def by_ranges(shards: Sequence[Sparse], entries: int) -> Iterator[list[Sparse]]:
    """The shards cut into ranges of keys, ascending, in which they have about so many entries together."""
    total = sum(len(shard.keys) for shard in shards)
    longest = max(shards, key=lambda shard: len(shard.keys), default=nothing())
    parts = max(1, -(-total // max(1, entries)))
    borders = longest.keys[[len(longest.keys) * i // parts for i in range(1, parts)]]
    begins = [np.zeros(len(borders) + 2, np.int64) for _ in shards]
    for shard, begin in zip(shards, begins, strict=True):
        size = len(shard.keys)
        begin[1:-1], begin[-1] = np.searchsorted(shard.all_keys(), borders), size
    for i in range(len(borders) + 1):
        yield [s.part(int(b[i]), int(b[i + 1])) for s, b in zip(shards, begins, strict=True)]


@dataclass(frozen=True)
class Columns:
    """Per key what shards add up to, in the order of the shards: enough for means and column norms."""

    keys: Keys
    _place: NDArray[np.int64]  # of each entry in `keys`
    _values: Floats

    @classmethod
    def of(cls, shards: Sequence[Sparse]) -> "Columns":
        """The columns of the matrix whose rows are the shards."""
        keys = np.concatenate([np.zeros(0, np.uint64), *(shard.keys for shard in shards)])
        distinct, place = np.unique(keys, return_inverse=True)
        return cls(distinct, place, np.concatenate([np.zeros(0), *(shard.values for shard in shards)]))

    @property
    def sums(self) -> Floats:
        """Of the values."""
        return self._sum(self._values)

    def norms(self, name: str) -> Floats:
        """Each column's norm: l0, l1, l2 or linf."""
        if name == "linf":
            largest = np.zeros(len(self.keys))
            np.maximum.at(largest, self._place, np.abs(self._values))
            return largest
        if name == "l2":
            return np.sqrt(self._sum(self._values**2))
        return self._sum(np.abs(self._values) if name == "l1" else np.ones(len(self._values)))

    def different_from(self, values: Floats, shards: int) -> Floats:
        """How many of the shards have another value than this; where they list none, they have 0."""
        listed = self._sum(np.ones(len(self._values)))
        other = self._sum((self._values != values[self._place]).astype(np.float64))
        return np.asarray(other + (values != 0) * (shards - listed))

    def _sum(self, what: Floats) -> Floats:
        return np.bincount(self._place, what, len(self.keys)).astype(np.float64)
