"""The negative expected gain of lists, -Σ p g with p = softmax(scale · score) (Smith & Eisner 2006)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.base.bounds import Positive
from rectrix.learn.axes import ListLoss

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Risk(ListLoss):
    """A list loss: needs no pairs. `begin` says where each list begins; by default all is one list."""

    scale: Positive = 1.0  # above 1 the softmax is sharper than the model's own

    def value(self, scores: Floats, gains: Floats, begin: NDArray[np.int64] | None = None) -> float:
        return -float(self.share(scores, begin) @ gains)

    def slope(self, scores: Floats, gains: Floats, begin: NDArray[np.int64] | None = None) -> Floats:
        """Derivative by each hypothesis' score: -scale · p (g - E[g])."""
        share = self.share(scores, begin)
        expected = np.add.reduceat(share * gains, _starts(begin))
        return np.asarray(-self.scale * share * (gains - np.repeat(expected, _sizes(begin, len(scores)))))

    def share(self, scores: Floats, begin: NDArray[np.int64] | None) -> Floats:
        """p of each hypothesis in its list."""
        starts, sizes = _starts(begin), _sizes(begin, len(scores))
        top = np.repeat(np.maximum.reduceat(scores, starts), sizes)
        shifted = np.exp(self.scale * (scores - top))
        return np.asarray(shifted / np.repeat(np.add.reduceat(shifted, starts), sizes))


def _starts(begin: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """Where lists that are not empty begin."""
    if begin is None:
        return np.zeros(1, np.int64)
    return begin[:-1][np.diff(begin) > 0]


def _sizes(begin: NDArray[np.int64] | None, count: int) -> NDArray[np.int64]:
    sizes = np.array([count]) if begin is None else np.diff(begin)
    return sizes[sizes > 0]
