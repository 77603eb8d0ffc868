"""Linear neighbor regularization β Σ (½(w_{j-1} + w_{j+1}) - w_j)² over a feature's bins (Clark et al. 2014).

The gradient is the full one. The published code took it by the center weight alone, so that objective and
gradient disagreed: `partial=True` does the same.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.learn.regularizer import Regularizer

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LinearNeighbor(Regularizer):
    """Draws each inner bin's weight to the mean of its neighbors'."""

    chains: tuple[tuple[int, ...], ...]  # feature indexes of each discretized feature's bins, in order
    strength: float = 1.0  # β
    partial: bool = False

    def penalty(self, weights: Floats) -> tuple[float, Floats | None]:
        value, gradient = 0.0, np.zeros(len(weights))
        for chain in self.chains:
            if len(chain) < 3:
                continue
            ids = np.asarray(chain)
            w = weights[ids]
            d = 0.5 * (w[:-2] + w[2:]) - w[1:-1]
            value += self.strength * float(d @ d)
            np.add.at(gradient, ids[1:-1], -2 * self.strength * d)
            if not self.partial:
                np.add.at(gradient, ids[:-2], self.strength * d)
                np.add.at(gradient, ids[2:], self.strength * d)
        return value, gradient
