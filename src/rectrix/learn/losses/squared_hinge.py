"""The squared hinge ½ max(0, margin + scale·cost - w·x)²: smooth, so that batch solvers get along with it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.base.bounds import NotNegative

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SquaredHinge:
    """Loss of pairs that are not ranked by a wide enough margin; the further off, the steeper."""

    margin: NotNegative = 1.0  # asked of every pair
    scale: NotNegative = 0.0  # more margin for each unit of cost

    def value(self, margins: Floats, costs: Floats) -> Floats:
        return 0.5 * np.maximum(0.0, self.margin + self.scale * costs - margins) ** 2

    def slope(self, margins: Floats, costs: Floats) -> Floats:
        return np.minimum(0.0, margins - self.margin - self.scale * costs)
