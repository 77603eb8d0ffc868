"""Diagonal AdaGrad: G ← G + g², w ← w - η g / (√G + ε) (Duchi et al. 2011; Green et al. 2013)."""

from dataclasses import dataclass

import numpy as np

from rectrix.base.bounds import Positive
from rectrix.learn.candidates import Gradient
from rectrix.learn.rates import Rates
from rectrix.learn.state import State

_SQUARES = "adagrad.squares"


@dataclass(frozen=True)
class AdaGrad:
    """A rate per feature that falls with what was already learned about it."""

    rate: Positive = 0.02  # η
    epsilon: Positive = 1e-3  # ε, from the published code

    def step(self, state: State, gradient: Gradient) -> Rates:
        squares = state.memory(_SQUARES)
        seen = squares[gradient.ids] + gradient.values**2
        squares[gradient.ids] = seen
        scales = 1.0 / (np.sqrt(seen) + self.epsilon)
        state.weights[gradient.ids] -= self.rate * scales * gradient.values
        state.clock += self.rate
        state.steps += 1
        return Rates(gradient.ids, self.rate, scales)
