"""Least squares of gains on features, both seen from the mean of their sentence: a start for who climbs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from rectrix.learn.candidates import Floats

_RIDGE = 1e-3  # of the mean square of a feature: features that say the same share a weight


@dataclass(frozen=True)
class Regression:
    """Weights that predict gains, and each feature's standard deviation within a sentence."""

    weights: Floats
    deviations: Floats  # 1 where a feature has one value

    @classmethod
    def of(
        cls,
        features: "sparse.csr_array[np.float64, tuple[int, int]]",
        begin: NDArray[np.int64],
        gains: Floats,
    ) -> "Regression":
        """features, gains: of the hypotheses of all lists; begin: where each sentence's list begins."""
        sizes = np.diff(begin)
        sentence = np.repeat(np.arange(len(sizes)), sizes)
        ones = np.ones(len(sentence))
        member = sparse.csr_array((ones, (sentence, np.arange(len(sentence)))), (len(sizes), len(sentence)))
        count = np.maximum(sizes, 1)[:, None]
        sums = (member @ features).toarray()
        squares = (features.T @ features).toarray() - sums.T @ (sums / count)
        products = features.T @ gains - sums.T @ (member @ gains / count[:, 0])
        spread = np.sqrt(np.maximum(np.diag(squares), 0) / max(1, len(gains)))
        deviations = np.where(spread > 1e-9, spread, 1.0)
        scaled = squares / np.outer(deviations, deviations)
        scaled += _RIDGE * len(gains) * np.eye(len(scaled))
        return cls(np.linalg.solve(scaled, products / deviations) / deviations, deviations)
