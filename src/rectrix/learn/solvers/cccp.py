"""Rampion (Gimpel & Smith 2012): the concave-convex procedure on the structured ramp loss.

Each round fixes y⁺ = argmax m - α cost per sentence, then passes over the sentences with y⁻ = argmax m + α
cost, w ← w - η C (w - w₀)/n + η (f(y⁺) - f(y⁻)). cdec shrinks to zero; w₀ ≠ 0 is an option here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.learn.candidates import Candidates, gather

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class CCCP:
    """Stochastic subgradient steps inside concave-convex rounds."""

    rounds: int = 10  # T'
    passes: int = 5  # T''
    rate: float = 1e-4  # η
    strength: float = 1.0  # C
    cost: float = 10.0  # α
    to_start: bool = False  # shrink to the start instead of zero

    def minimize(self, lists: Sequence[Candidates], start: Floats) -> tuple[Floats, float]:
        """New weights and the ramp loss there; gains of the lists are 1 - cost."""
        weights = np.array(start, np.float64)
        origin = start if self.to_start else np.zeros(len(start))
        for _ in range(self.rounds):
            good = [int(np.argmax(_scores(c, weights) + self.cost * c.gains)) for c in lists]
            for _ in range(self.passes):
                for candidates, best in zip(lists, good, strict=True):
                    self._step(candidates, best, weights, origin, len(lists))
        return weights, self.loss(lists, weights)

    def _step(self, candidates: Candidates, best: int, weights: Floats, origin: Floats, count: int) -> None:
        worst = int(np.argmax(_scores(candidates, weights) - self.cost * candidates.gains))
        weights -= (weights - origin) * (self.rate * self.strength / count)
        if worst != best:
            for row, sign in ((best, 1.0), (worst, -1.0)):
                begin, end = candidates.matrix.indptr[row : row + 2]
                columns = candidates.columns[candidates.matrix.indices[begin:end]]
                weights[columns] += sign * self.rate * candidates.matrix.data[begin:end]

    def loss(self, lists: Sequence[Candidates], weights: Floats) -> float:
        """The ramp: Σ max(m + α cost) - max(m - α cost)."""
        total = 0.0
        for candidates in lists:
            scores, gains = _scores(candidates, weights), self.cost * candidates.gains
            total += float(np.max(scores - gains) - np.max(scores + gains))
        return total


def _scores(candidates: Candidates, weights: Floats) -> Floats:
    return np.asarray(candidates.matrix @ gather(weights, candidates.columns))
