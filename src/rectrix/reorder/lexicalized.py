"""The lexicalized reordering model: p(o | phrase pair) ~ n(o, phrase pair) + s, s = 0.5 (Koehn 2005)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.reorder.events import EventRange


@dataclass(frozen=True)
class LexicalizedTable:
    """Class probabilities by phrase pair; a phrase pair that was never seen has the same for every class."""

    keys: NDArray[np.uint64]  # ascending
    probabilities: NDArray[np.float64]  # one row per key

    @classmethod
    def of(cls, events: EventRange, classes: int, smoothing: float = 0.5) -> "LexicalizedTable":
        """Count the classes of each phrase pair."""
        keys, rows = np.unique(events.phrase_pairs, return_inverse=True)
        counts = np.full((len(keys), classes), smoothing)
        np.add.at(counts, (rows, events.classes), 1)
        return cls(keys, counts / counts.sum(axis=1, keepdims=True))

    def predict_proba(self, phrase_pairs: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The class probabilities of these phrase pairs."""
        classes = self.probabilities.shape[1]
        if not len(self.keys):
            return np.full((len(phrase_pairs), classes), 1 / classes)
        places = np.searchsorted(self.keys, phrase_pairs).clip(max=len(self.keys) - 1)
        known = (self.keys[places] == phrase_pairs)[:, None]
        return np.asarray(np.where(known, self.probabilities[places], 1 / classes))
