"""A penalty over every three neighboring bins of discretized features, added up (Clark et al. 2014)."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
# Of left neighbors, centers and right neighbors: each triple's penalty and its derivatives by the three.
Terms = Callable[[Floats, Floats, Floats], tuple[Floats, Floats, Floats, Floats]]


def over_triples(
    chains: Sequence[Sequence[int]], weights: Floats, terms: Terms, partial: bool
) -> tuple[float, Floats]:
    """Value and gradient; partial: by the center weights alone."""
    value, gradient = 0.0, np.zeros(len(weights))
    for chain in chains:
        if len(chain) < 3:
            continue
        ids = np.asarray(chain)
        w = weights[ids]
        penalties, by_left, by_center, by_right = terms(w[:-2], w[1:-1], w[2:])
        value += float(penalties.sum())
        np.add.at(gradient, ids[1:-1], by_center)
        if not partial:
            np.add.at(gradient, ids[:-2], by_left)
            np.add.at(gradient, ids[2:], by_right)
    return value, gradient
