"""PA-I: w ← w - α g with α = min(C, loss / ‖g‖²) (Crammer et al. 2006); 1-best MIRA with a hinge loss."""

from dataclasses import dataclass

import numpy as np

from rectrix.base.bounds import Positive
from rectrix.learn.candidates import Gradient
from rectrix.learn.rates import Rates
from rectrix.learn.state import State


@dataclass(frozen=True)
class PassiveAggressive:
    """The smallest step that mends the loss, but never longer than the cap."""

    cap: Positive = 0.01  # C

    def step(self, state: State, gradient: Gradient) -> Rates:
        squared = float(gradient.values @ gradient.values)
        rate = min(self.cap, gradient.loss / squared) if squared > 0 and gradient.loss > 0 else 0.0
        state.weights[gradient.ids] -= rate * gradient.values
        state.clock += rate
        state.steps += 1
        return Rates(gradient.ids, rate, np.ones(len(gradient.ids)))
