"""The ranking perceptron: max(0, -w·x); a pair with w·x = 0 counts as misranked (Simianer et al. 2012)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Perceptron:
    """Loss of misranked pairs only."""

    def value(self, margins: Floats, costs: Floats) -> Floats:
        return np.maximum(0.0, -margins)

    def slope(self, margins: Floats, costs: Floats) -> Floats:
        """Derivative by the margin; -1 at the kink, as in the paper."""
        return np.where(margins <= 0, -1.0, 0.0)
