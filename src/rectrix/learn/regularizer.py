"""What a regularizer may do in the course of learning; each overrides what it needs."""

import numpy as np
from numpy.typing import NDArray

from rectrix.learn.rates import Rates
from rectrix.learn.state import State

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Regularizer:
    """Does nothing. Online learners call the first three, batch solvers the last."""

    def admit(
        self, state: State, sentence: int, present: Integers, ids: Integers
    ) -> NDArray[np.bool_] | None:
        """Which of the gradient's features may be updated; None: all. `present`: those of the list."""
        return None

    def settle(self, state: State, ids: Integers | None = None) -> None:
        """Bring these weights (None: all) up to date, as if they had been shrunk at every step."""

    def shrink(self, state: State, rates: Rates) -> None:
        """Shrink the weights that the step just made has touched; they were settled before it."""

    def penalty(self, weights: Floats) -> tuple[float, Floats | None]:
        """Value and gradient of the penalty for solvers of whole objectives; None: no gradient."""
        return 0.0, None
