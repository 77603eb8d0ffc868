"""Bins of equal population (Clark et al. 2014, algorithm 1), read as the published code does it: a bin's
population is the total divided by the number of bins, not of values."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rectrix.base.errors import InputError, UsageError

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


def population(counts: Sequence[int], bins: int) -> Fraction:
    """u′: what each bin should hold once no value counts for more than a bin.

    The limit of equations 5 and 6, which need not be reached in any number of steps: if the m largest values
    fill a bin each, the others share the bins that are left.
    """
    rest = sum(counts)
    for full, count in enumerate(sorted(counts, reverse=True)):
        shared = Fraction(rest, bins - full)
        if count <= shared:
            return shared
        rest -= count
    raise UsageError(f"cannot make {bins} bins of {len(counts)} values")


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
    # In parts of u's denominator, so that all is exact.
    whole = u.numerator
    capped = np.minimum(counts * u.denominator, whole)
    firsts, at, filled = [], 0, 0
    for number in range(bins):
        firsts.append(at)
        target, later = whole * (number + 1), bins - number - 1
        filled += int(capped[at])
        at += 1
        while at < len(distinct) - later and (later == 0 or filled + capped[at] < target):
            filled += int(capped[at])
            at += 1
        # A value that straddles the border joins if less than half of it lies beyond.
        if at < len(distinct) - later and 2 * (filled + capped[at] - target) < capped[at]:
            filled += int(capped[at])
            at += 1
    return np.asarray(distinct[firsts[1:]], np.float64)
