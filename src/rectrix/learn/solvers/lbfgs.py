"""Limited-memory BFGS (SciPy's L-BFGS-B without bounds) on a smooth objective."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LBFGS:
    """Minimizes value and gradient given by one function."""

    iterations: int = 200
    memory: int = 10
    tolerance: float = (
        1e-6  # stop when the projected gradient's largest entry is below, relative to the value
    )

    def minimize(
        self, objective: Callable[[Floats], tuple[float, Floats]], start: Floats
    ) -> tuple[Floats, float]:
        """The minimum found and the objective there."""
        scale = max(1.0, abs(objective(start)[0]))

        def scaled(weights: Floats) -> tuple[float, Floats]:
            value, slope = objective(weights)
            return value / scale, slope / scale

        result = minimize(
            scaled,
            start,
            jac=True,
            method="L-BFGS-B",
            options={
                "maxiter": self.iterations,
                "maxcor": self.memory,
                "gtol": self.tolerance,
                "ftol": 1e-12,
            },
        )
        return np.asarray(result.x, np.float64), float(result.fun) * scale
