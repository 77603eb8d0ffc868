"""The negative expected gain of a list, -Σ p g with p = softmax(scale · score) (Smith & Eisner 2006)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Risk:
    """A list loss: needs no pairs."""

    scale: float = 1.0  # above 1 the softmax is sharper than the model's own

    def value(self, scores: Floats, gains: Floats) -> float:
        return -float(self._share(scores) @ gains)

    def slope(self, scores: Floats, gains: Floats) -> Floats:
        """Derivative by each hypothesis' score: -scale · p (g - E[g])."""
        share = self._share(scores)
        return np.asarray(-self.scale * share * (gains - share @ gains))

    def _share(self, scores: Floats) -> Floats:
        shifted = np.exp(self.scale * (scores - scores.max()))
        return np.asarray(shifted / shifted.sum())
