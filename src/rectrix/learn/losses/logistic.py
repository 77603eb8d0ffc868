"""The logistic loss log(1 + exp(-w·x)) of pairwise ranking (Green et al. 2013; PRO, Hopkins & May 2011)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Logistic:
    """Smooth loss of every pair."""

    def value(self, margins: Floats, costs: Floats) -> Floats:
        return np.logaddexp(0.0, -margins)

    def slope(self, margins: Floats, costs: Floats) -> Floats:
        return np.asarray(-expit(-margins))
