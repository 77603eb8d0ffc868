"""Linear neighbor regularization β Σ (½(w_{j-1} + w_{j+1}) - w_j)² over a feature's bins (Clark et al. 2014).

The gradient is the full one. The published code took it by the center weight alone, so that objective and
gradient disagreed: `partial=True` does the same.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers.neighbors import over_triples

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LinearNeighbor(Regularizer):
    """Draws each inner bin's weight to the mean of its neighbors'."""

    chains: tuple[tuple[int, ...], ...]  # feature indexes of each discretized feature's bins, in order
    strength: float = 1.0  # β
    partial: bool = False

    def penalty(self, weights: Floats) -> tuple[float, Floats | None]:
        return over_triples(self.chains, weights, self.terms, self.partial)

    def terms(self, a: Floats, c: Floats, b: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Each triple's penalty and its derivatives by left neighbor, center and right neighbor."""
        d, beta = 0.5 * (a + b) - c, self.strength
        return beta * d * d, beta * d, -2 * beta * d, beta * d
