"""L1 by truncation, |w| ← max(0, |w| - rate·λ) after every step (FOBOS, Duchi & Singer 2009), done lazily.

What a feature owes is taken before its next gradient, so that lazy equals eager; the code published with
Green et al. 2013 takes it afterwards, which differs when the sign changes in between.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from rectrix.base.bounds import NotNegative
from rectrix.learn.lazy import Lag
from rectrix.learn.rates import Rates
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.state import State

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class L1(Regularizer):
    """Weights that reach zero stay exactly zero until a gradient moves them."""

    strength: NotNegative = 0.1  # λ
    _lag: ClassVar[Lag] = Lag("l1")

    def settle(self, state: State, ids: NDArray[np.int64] | None = None) -> None:
        chosen, owed = self._lag.owed(state, ids)
        state.weights[chosen] = truncate(state.weights[chosen], self.strength * owed)

    def shrink(self, state: State, rates: Rates) -> None:
        used = self._lag.touch(state, rates)
        state.weights[rates.ids] = truncate(state.weights[rates.ids], self.strength * used)


def truncate(weights: Floats, by: Floats) -> Floats:
    """Nearer to zero by so much, but never beyond it."""
    return np.asarray(np.sign(weights) * np.maximum(0.0, np.abs(weights) - by))
