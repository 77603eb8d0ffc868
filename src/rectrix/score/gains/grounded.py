"""Grounded sentence BLEU (Nakov et al. 2012; cdec's QCRI_BLEU): smoothed BLEU minus that without matches."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.score.bleu import split
from rectrix.score.gains.gain import Place, Stateless
from rectrix.score.metric import Floats


@dataclass(frozen=True)
class GroundedBLEU(Stateless):
    """Means over the orders that the hypothesis has; if it is short, the reference is longer by `alpha`."""

    alpha: float = 1.0  # what a count of no matches becomes

    @property
    def signature(self) -> str:
        return f"grounded-BLEU|alpha:{self.alpha}"

    def gains(self, statistics: Floats, state: None = None, sentence: Place | None = None) -> Floats:
        length, reference, matches, totals = split(statistics)
        there = totals > 0
        safe = np.where(there, totals, 1.0)
        smoothed = np.where(matches > 0, matches, self.alpha) / safe
        brevity = np.where(
            length < reference, np.exp((length - reference - self.alpha) / np.maximum(length, 1)), 1.0
        )
        ground = self.alpha / (safe + self.alpha)
        value: Floats = brevity * (_mean(smoothed, there) - _mean(ground, there))
        return np.where(length > 0, value, 0.0)


def _mean(precisions: Floats, there: NDArray[np.bool_]) -> Floats:
    logs = np.where(there, np.log(precisions), 0.0).sum(axis=-1)
    mean: Floats = np.exp(logs / np.maximum(there.sum(axis=-1), 1))
    return mean
