"""Stochastic gradient descent, w ← w - η_t g, with a rate that stays, or falls with the steps.

Schedules: constant η; inverse η / (1 + decay·t); root η / √(1 + decay·t); exponential η · decay^t.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from rectrix.base.bounds import NotNegative, Positive
from rectrix.learn.candidates import Gradient
from rectrix.learn.rates import Rates
from rectrix.learn.state import State


@dataclass(frozen=True)
class SGD:
    """One rate for all features."""

    rate: Positive = 0.1  # η
    schedule: Literal["constant", "inverse", "root", "exponential"] = "constant"
    decay: NotNegative = 0.0  # of the schedule; exponential: the factor of each step

    def step(self, state: State, gradient: Gradient) -> Rates:
        rate = self.rate_at(state.steps)
        state.weights[gradient.ids] -= rate * gradient.values
        state.clock += rate
        state.steps += 1
        return Rates(gradient.ids, rate, np.ones(len(gradient.ids)))

    def rate_at(self, step: int) -> float:
        """η_t."""
        factor = {
            "constant": 1.0,
            "inverse": 1.0 / (1.0 + self.decay * step),
            "root": 1.0 / float(np.sqrt(1.0 + self.decay * step)),
            "exponential": self.decay**step if self.schedule == "exponential" else 1.0,
        }[self.schedule]
        return self.rate * factor
