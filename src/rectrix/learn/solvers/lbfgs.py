"""Limited-memory BFGS (Liu & Nocedal 1989), line search to the weak Wolfe conditions (Lewis & Overton 2013).

Our own, not SciPy's: that one calls threaded linear algebra on matrices of a few rows, which on a busy
machine takes a hundred times longer than the objective.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.base.bounds import Count, NotNegative
from rectrix.learn.axes import Objective

Floats = NDArray[np.float64]
_ENOUGH, _FLAT = 1e-4, 0.9  # a step must lower the value so far, and leave at most so much of the slope


@dataclass(frozen=True)
class LBFGS:
    """Minimizes value and gradient given by one function."""

    iterations: Count = 200  # steps at most
    memory: Count = 10  # pairs of steps and changes of the gradient
    tolerance: NotNegative = 1e-6  # of the gradient's largest entry, relative to the value at the start
    trials: Count = 40  # points of a line search at most

    def minimize(self, objective: Objective, start: Floats) -> tuple[Floats, float]:
        """The minimum found and the objective there."""
        point, (value, slope) = start.astype(np.float64), objective(start)
        limit = self.tolerance * max(1.0, abs(value))
        pairs: deque[tuple[Floats, Floats]] = deque(maxlen=self.memory)
        for _ in range(self.iterations):
            if float(np.max(np.abs(slope), initial=0.0)) <= limit:
                break
            direction = -_times_inverse(pairs, slope)
            found = self._search(objective, point, value, slope, direction)
            if found is None:
                break
            new, new_value, new_slope = found
            step, change = new - point, new_slope - slope
            if float(step @ change) > 0:  # else the curvature would not be positive
                pairs.append((step, change))
            little = value - new_value <= 1e-12 * max(1.0, abs(value))
            point, value, slope = new, new_value, new_slope
            if little:
                break
        return point, value

    def _search(
        self, objective: Objective, point: Floats, value: float, slope: Floats, direction: Floats
    ) -> tuple[Floats, float, Floats] | None:
        """A point that is low and flat enough; None if there is none lower."""
        descent = float(slope @ direction)
        size, low, high = 1.0, 0.0, np.inf
        best = None
        for _ in range(self.trials):
            new = point + size * direction
            new_value, new_slope = objective(new)
            if not new_value <= value + _ENOUGH * size * descent:
                high = size
            else:
                best = new, new_value, new_slope
                if float(new_slope @ direction) >= _FLAT * descent:
                    return best
                low = size
            size = (low + high) / 2 if high < np.inf else 2 * low
        return best


def _times_inverse(pairs: deque[tuple[Floats, Floats]], slope: Floats) -> Floats:
    """The slope times the inverse Hessian that the pairs suggest (two-loop recursion)."""
    out, shares = slope.copy(), []
    for step, change in reversed(pairs):
        share = float(step @ out) / float(step @ change)
        shares.append(share)
        out -= share * change
    if pairs:
        step, change = pairs[-1]
        out *= float(step @ change) / float(change @ change)
    else:
        out /= max(1.0, float(np.linalg.norm(slope)))
    for (step, change), share in zip(pairs, reversed(shares), strict=True):
        out += (share - float(change @ out) / float(step @ change)) * step
    return out
