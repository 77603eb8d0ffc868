"""Which hypotheses Moses' kbmira really uses: a bug of its removal of duplicates, found by its own numbers.

Its test for equality compares an item with itself, so that any two hypotheses in one bucket of a hash table
count as duplicates. With Boost 1.74 the table starts with 16 buckets and, holding at most one item in each,
never grows: of every list at most 16 hypotheses remain, chosen by hash. What follows computes that hash.
"""

from itertools import pairwise

import numpy as np

_M, _R, _C = np.uint64(0xC6A4A7935BD1E995), np.uint64(47), np.uint64(0xE6546B64)


def _combine(seed, value):
    value = value * _M
    value = (value ^ (value >> _R)) * _M
    return (seed ^ value) * _M + _C


def _spread(key):
    u = np.uint64
    key = ~key + (key << u(21))
    key = key ^ (key >> u(24))
    key = key + (key << u(3)) + (key << u(8))
    key = key ^ (key >> u(14))
    key = key + (key << u(2)) + (key << u(4))
    key = key ^ (key >> u(28))
    return key + (key << u(31))


def kept(features, list_begin):
    """The hypotheses that remain, from dense float32 rows."""
    with np.errstate(over="ignore"):
        bits = np.ascontiguousarray(features, np.float32).view(np.uint32).astype(np.uint64)
        bits[features == 0] = 0
        zero = np.zeros(len(bits), np.uint64)
        row = zero
        for column in bits.T:
            row = _combine(row, column)
        buckets = _spread(_combine(_combine(zero, row), zero)) & np.uint64(15)
    chosen = []
    for first, end in pairwise(list_begin):
        _, firsts = np.unique(buckets[first:end], return_index=True)
        chosen.append(first + np.sort(firsts))
    return chosen
