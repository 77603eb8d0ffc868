"""Sentences that have a neighbor: another one that is the same but for at most one word in one place.

Leave-one-out takes a sentence's own rules from it, but not those of its neighbors, with which it is
translated better than new text ever is. Weights tuned on such sentences trust long rules too much.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

_BASE = np.uint64(0x9E3779B97F4A7C15)  # odd: of the polynomial that hashes a sentence, modulo 2^64


def with_neighbors(sentences: Iterable[Sequence[str]]) -> NDArray[np.bool_]:
    """Whether each sentence has a neighbor.

    Two sentences are neighbors if they have the same hash when the word of one place is left out.
    """
    numbers: dict[str, int] = {}
    rows = [[numbers.setdefault(word, len(numbers)) for word in words] for words in sentences]
    lengths = np.array([len(row) for row in rows], np.int64)
    if not lengths.sum():
        return np.zeros(len(rows), np.bool_)
    owners = np.repeat(np.arange(len(rows)), lengths)
    places = np.arange(len(owners)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    words = np.concatenate([np.array(row, np.uint64) for row in rows if row])
    terms = _mixed(words + np.uint64(1)) * _powers(int(lengths.max()))[places]
    sums = np.zeros(len(rows), np.uint64)
    np.add.at(sums, owners, terms)
    holes = places.astype(np.uint64) * np.uint64(1 << 32) + lengths[owners].astype(np.uint64)
    keys = _mixed(sums[owners] - terms) ^ _mixed(holes)
    ordered = np.sort(keys)
    shared = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    found = np.zeros(len(rows), np.bool_)
    found[owners[np.isin(keys, shared)]] = True
    return found


def _powers(count: int) -> NDArray[np.uint64]:
    powers = np.full(count, _BASE)
    powers[0] = 1
    return np.multiply.accumulate(powers)


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Every bit depends on every other (the finalizer of SplitMix64)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(values ^ (values >> np.uint64(31)))
