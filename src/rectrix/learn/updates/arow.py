"""Diagonal AROW: w ← w - α Σ g, Σ ← Σ - β (Σ g)², β = 1 / (gᵀΣg + r), α = β · loss (Crammer et al. 2009).

Written for any loss whose gradient is -x where it is positive (hinge); α may be capped like PA's.
"""

from dataclasses import dataclass

import numpy as np

from rectrix.base.bounds import Positive
from rectrix.learn.candidates import Gradient
from rectrix.learn.rates import Rates
from rectrix.learn.state import State

_VARIANCE = "arow.variance"


@dataclass(frozen=True)
class AROW:
    """A step in proportion to each weight's variance, which shrinks with every step."""

    r: Positive = 1.0  # larger: more cautious
    cap: Positive = np.inf  # longest α

    def step(self, state: State, gradient: Gradient) -> Rates:
        variance = state.memory(_VARIANCE, fill=1.0)
        before = variance[gradient.ids]
        spread = before * gradient.values
        beta = 1.0 / (float(gradient.values @ spread) + self.r)
        rate = min(self.cap, beta * max(gradient.loss, 0.0))
        if rate > 0:
            state.weights[gradient.ids] -= rate * spread
            variance[gradient.ids] = before - beta * spread**2
        state.clock += rate
        state.steps += 1
        return Rates(gradient.ids, rate, before)
