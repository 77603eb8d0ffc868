"""L2: the penalty ½ λ ‖w - origin‖² of a whole objective; online, weight decay w ← w · exp(-rate·λ), lazily.

The exponential is what infinitely many small steps of w ← w - rate·λ·w give; it makes lazy equal eager.
"""

from dataclasses import dataclass, field
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
class L2(Regularizer):
    """Pulls weights to zero or, in batch objectives, to an origin such as the previous weights."""

    strength: NotNegative = 1.0  # λ
    origin: Floats | None = field(default=None, compare=False)  # zero beyond its end
    _lag: ClassVar[Lag] = Lag("l2")

    def settle(self, state: State, ids: NDArray[np.int64] | None = None) -> None:
        chosen, owed = self._lag.owed(state, ids)
        state.weights[chosen] *= np.exp(-self.strength * owed)

    def shrink(self, state: State, rates: Rates) -> None:
        used = self._lag.touch(state, rates)
        state.weights[rates.ids] *= np.exp(-self.strength * used)

    def penalty(self, weights: Floats) -> tuple[float, Floats | None]:
        away = weights.copy()
        if self.origin is not None:
            shared = min(len(away), len(self.origin))
            away[:shared] -= self.origin[:shared]
        return 0.5 * self.strength * float(away @ away), self.strength * away
