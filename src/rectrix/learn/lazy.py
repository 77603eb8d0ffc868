"""How far each feature lags behind the state's clock: the memory of lazy regularizers.

Between two touches a feature's rate is its scale times the clock's advance (see `updates`), so that one
subtraction replaces a pass over all features at every step. A feature is first shrunk by its first step.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.learn.rates import Rates
from rectrix.learn.state import State

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Lag:
    """Scales and last touches, kept in the state under a regularizer's name."""

    name: str

    def owed(self, state: State, ids: Integers | None) -> tuple[Integers, NDArray[np.float64]]:
        """The features and their rates, summed over the steps since each was settled: now they are."""
        scales, since = state.memory(f"{self.name}.scale"), state.memory(f"{self.name}.clock")
        chosen = np.flatnonzero(scales) if ids is None else ids
        owed = scales[chosen] * (state.clock - since[chosen])
        since[chosen] = state.clock
        return chosen, owed

    def touch(self, state: State, rates: Rates) -> NDArray[np.float64]:
        """Remember the step just made; its rates."""
        state.memory(f"{self.name}.scale")[rates.ids] = rates.scales
        state.memory(f"{self.name}.clock")[rates.ids] = state.clock
        return rates.base * rates.scales
