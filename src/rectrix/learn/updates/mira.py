"""Cutting-plane MIRA: min ½‖w' - w‖² + C ξ, s.t. every pair's w'·x ≥ cost - ξ (Chiang 2012).

The most violated constraint joins a working set, whose dual is solved by sequential minimal optimization over
pairs of multipliers that share C; until no constraint is violated by more than the tolerance.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from rectrix.base.bounds import Count, NotNegative, Positive
from rectrix.learn.candidates import Gradient
from rectrix.learn.rates import Rates
from rectrix.learn.state import State

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Mira:
    """A step that obeys all constraints of a sentence at once; the loss of the gradient is not used."""

    cap: Positive = 0.01  # C: what all multipliers of a sentence may sum to
    rounds: Count = 10  # constraints added at most
    passes: Count = 10  # sweeps over the working set after each
    tolerance: NotNegative = 1e-4  # a violation below this is none

    def step(self, state: State, gradient: Gradient) -> Rates:
        touched = [np.zeros(0, np.int64)]
        for batch in gradient.batches:
            if len(batch):
                change = self.solve(batch.rows, batch.costs - batch.margins)
                moved = np.flatnonzero(change)
                touched.append(batch.candidates.columns[moved])
                state.weights[touched[-1]] += change[moved]
        ids = np.unique(np.concatenate(touched))
        base = self.cap if len(ids) else 0.0
        state.clock += base
        state.steps += 1
        return Rates(ids, base, np.ones(len(ids)))

    def solve(self, rows: sparse.csr_array, violations: Floats) -> Floats:
        """The change of the weights over the rows' columns; violations are costs minus margins before it."""
        # Constraint 0 is the slack's own: x = 0, cost 0. It holds the share of C that nobody needs.
        points, costs, shares = [np.zeros(rows.shape[1])], [0.0], [self.cap]
        change = np.zeros(rows.shape[1])
        for _ in range(self.rounds):
            now = violations - np.asarray(rows @ change)
            worst = int(np.argmax(now))
            slack = max(cost - float(point @ change) for point, cost in zip(points, costs, strict=True))
            if now[worst] <= slack + self.tolerance:
                break
            points.append(rows[[worst]].toarray()[0])
            costs.append(float(violations[worst]))
            shares.append(0.0)
            change = self._balance(np.array(points), np.array(costs), shares)
        return change

    def _balance(self, points: Floats, costs: Floats, shares: list[float]) -> Floats:
        change = np.array(shares) @ points
        for _ in range(self.passes):
            moved = 0.0
            for i in range(len(shares)):
                for j in range(i):
                    direction = points[i] - points[j]
                    squared = float(direction @ direction)
                    if squared <= 0:
                        continue
                    wish = (costs[i] - costs[j] - float(direction @ change)) / squared
                    amount = min(max(wish, -shares[i]), shares[j])
                    shares[i] += amount
                    shares[j] -= amount
                    change = change + amount * direction
                    moved = max(moved, abs(amount))
            if moved <= 1e-12 * self.cap:
                break
        return np.asarray(change)
