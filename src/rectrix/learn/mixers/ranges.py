"""Sums over shards whose entries are mapped: by ranges of keys, so that memory is bounded by the result."""

from collections.abc import Sequence

import numpy as np

from rectrix.learn.sparse import Columns, Sparse, by_ranges

ENTRIES = 1 << 21  # of all shards looked at together


def summed(shards: Sequence[Sparse], factors: Sequence[float] | None = None) -> Sparse:
    """Key by key, in the order of the shards; factors: what each is multiplied by."""
    keys, sums = [np.zeros(0, np.uint64)], [np.zeros(0)]
    for part in by_ranges(shards, ENTRIES):
        if factors is not None:
            part = [Sparse(s.keys, s.values * by) for s, by in zip(part, factors, strict=True)]
        columns = Columns.of(part)
        keys.append(columns.keys)
        sums.append(columns.sums)
    return Sparse(np.concatenate(keys), np.concatenate(sums))
