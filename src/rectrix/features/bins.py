"""Bins of equal population (Clark et al. 2014, algorithm 1), read as the published code does it: a bin's
population is the total divided by the number of bins, not of values."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rectrix.base.errors import InputError, UsageError

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


def population(counts: Sequence[int], bins: int) -> int:
    """u: what each bin should hold once no value counts for more than a bin."""
    adjusted = np.asarray(counts, np.int64)
    while True:
        u = math.ceil(adjusted.sum() / bins)
        capped = np.minimum(adjusted, u)
        if (capped == adjusted).all():
            return int(u)
        adjusted = capped


def learn_bins(values: Floats, bins: int, counts: Counts | None = None) -> Floats:
    """Lower bounds of the bins 1..n-1 of a sample of values; bin 0 reaches down to minus infinity.

    counts: how often each of the values occurs, which are different and ascend; None: as often as given.
    """
    if bins < 1:
        raise UsageError(f"cannot make {bins} bins")
    if not np.isfinite(values).all():
        raise InputError("values to be discretized must be finite")
    distinct = values
    if counts is None:
        distinct, counts = np.unique(values, return_counts=True)
    bins = min(bins, len(distinct))
    if bins <= 1:
        return np.zeros(0)
    u = population(counts.tolist(), bins)
    capped = np.minimum(counts, u)
    firsts, at, filled = [], 0, 0
    for number in range(bins):
        firsts.append(at)
        target, later = u * (number + 1), bins - number - 1
        filled += int(capped[at])
        at += 1
        while at < len(distinct) - later and (later == 0 or filled + capped[at] < target):
            filled += int(capped[at])
            at += 1
        # A value that straddles the border joins if less than half of it lies beyond.
        if at < len(distinct) - later and (filled + capped[at] - target) / capped[at] < 0.5:
            filled += int(capped[at])
            at += 1
    return np.asarray(distinct[firsts[1:]], np.float64)
