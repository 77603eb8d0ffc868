"""Whole objectives over stored lists: value and gradient, for solvers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from rectrix.learn.axes import ListLoss, PairLoss
from rectrix.learn.candidates import Floats
from rectrix.learn.regularizer import Regularizer


def penalties_of(regularizers: Sequence[Regularizer], weights: Floats) -> tuple[float, Floats]:
    """Value and gradient of all penalties."""
    value, slope = 0.0, np.zeros(len(weights))
    for regularizer in regularizers:
        more, gradient = regularizer.penalty(weights)
        value += more
        if gradient is not None:
            slope += gradient
    return value, slope


@dataclass(frozen=True)
class PairObjective:
    """scale · Σ loss(w·x) over feature differences x, plus penalties."""

    rows: sparse.csr_array  # [pairs, features]
    costs: Floats
    loss: PairLoss
    regularizers: tuple[Regularizer, ...] = ()
    scale: float = 1.0

    def __call__(self, weights: Floats) -> tuple[float, Floats]:
        margins = np.asarray(self.rows @ weights)
        value, slope = penalties_of(self.regularizers, weights)
        value += self.scale * float(np.sum(self.loss.value(margins, self.costs)))
        slope += self.scale * np.asarray(self.loss.slope(margins, self.costs) @ self.rows)
        return value, slope


@dataclass(frozen=True)
class ListObjective:
    """Σ loss(scores, gains) over lists (expected gain), plus penalties."""

    features: sparse.csr_array  # [hypotheses, features]
    gains: Floats
    begin: NDArray[np.int64]
    loss: ListLoss
    regularizers: tuple[Regularizer, ...] = ()
    scale: float = 1.0

    def __call__(self, weights: Floats) -> tuple[float, Floats]:
        scores = np.asarray(self.features @ weights)
        value, slope = penalties_of(self.regularizers, weights)
        value += self.scale * self.loss.value(scores, self.gains, self.begin)
        slope += self.scale * np.asarray(self.loss.slope(scores, self.gains, self.begin) @ self.features)
        return value, slope
