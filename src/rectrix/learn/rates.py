"""The rates that an update used: base · scales[i] for feature ids[i]."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Rates:
    """A feature's scale changes only when it is touched; the base rate moves the state's clock."""

    ids: NDArray[np.int64]  # the features that were touched, ascending
    base: float
    scales: NDArray[np.float64]
