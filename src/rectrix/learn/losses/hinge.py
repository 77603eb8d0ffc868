"""The hinge max(0, margin + scale·cost - w·x): a fixed margin, one that grows with the cost, or both."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.base.bounds import NotNegative

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Hinge:
    """Loss of pairs that are not ranked by a wide enough margin."""

    margin: NotNegative = 1.0  # asked of every pair
    scale: NotNegative = 0.0  # more margin for each unit of cost; 1 with margin 0 is MIRA's margin rescaling

    def value(self, margins: Floats, costs: Floats) -> Floats:
        return np.maximum(0.0, self.margin + self.scale * costs - margins)

    def slope(self, margins: Floats, costs: Floats) -> Floats:
        """Derivative by the margin; 0 at the kink."""
        return np.where(margins < self.margin + self.scale * costs, -1.0, 0.0)
