"""Monotone neighbor regularization: β Σ tanh^{2γ}(d/h) d², d = ½(a+b) - c, h = ½(a-b) (Clark et al. 2014).

a, c, b are the weights of three neighboring bins. Where c lies between a and b the damping factor is small
and any monotone curve is nearly free; outside it approaches linear neighbor regularization. Flat neighbors
(h = 0) and |d/h| ≥ 10 give damping 1, as in the published code, whose gradient by the center weight alone is
`partial=True`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers.neighbors import over_triples

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class MonotoneNeighbor(Regularizer):
    """Lets each feature's bins take any monotone shape."""

    chains: tuple[tuple[int, ...], ...]  # feature indexes of each discretized feature's bins, in order
    strength: float = 1.0  # β
    gamma: int = 2  # γ
    partial: bool = False

    def penalty(self, weights: Floats) -> tuple[float, Floats | None]:
        return over_triples(self.chains, weights, self.terms, self.partial)

    def terms(self, a: Floats, c: Floats, b: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Each triple's penalty and its derivatives by left neighbor, center and right neighbor."""
        d, h = 0.5 * (a + b) - c, 0.5 * (a - b)
        damped = np.abs(d) < 10 * np.abs(h)
        safe = np.where(damped, h, 1.0)
        u = np.where(damped, d / safe, 0.0)
        t = np.where(damped, np.tanh(u), 1.0)
        even, beta = t ** (2 * self.gamma), self.strength
        # Where the damping is constant its own derivative vanishes.
        bend = np.where(damped, 2 * self.gamma * t ** (2 * self.gamma - 1) / np.cosh(u) ** 2, 0.0) * d * d
        side = bend / (2 * safe * safe)
        by_center = -beta * (bend / safe + 2 * d * even)
        by_left = beta * (side * (h - d) + d * even)
        by_right = beta * (side * (h + d) + d * even)
        return beta * even * d * d, by_left, by_center, by_right
