"""Features of foreign lists on one scale: divided by their standard deviation within sentences.

Step sizes and penalties of most recipes mean something only if features have similar sizes; a language-model
score of -120 beside a quality estimate of 0.8 is not such a case. Weights are given back in the user's units.
Features that differ in few sentences only (indicators) stay as they are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from rectrix._core.kbest import Lists, with_features
from rectrix.base.errors import UnknownName
from rectrix.kbest.matrix import matrix
from rectrix.rerank.settings import Scale

# Exact line searches find the same optimum on any scale; what the others gain: benchmarks/scaling.py.
SCALE_FREE = ("mert",)
_COMMON = 0.1  # share of the sentences in which a feature must differ to be scaled


@dataclass(frozen=True)
class Scaling:
    """Factors by name; features that are not named have 1."""

    factors: Mapping[str, float]

    @classmethod
    def learn(cls, lists: Lists) -> "Scaling":
        """1 / deviation of every feature that differs in many sentences."""
        spread = deviations(lists)
        names = lists.space.names(np.arange(len(lists.space)))
        return cls({name: 1 / float(value) for name, value in zip(names, spread, strict=True) if value > 0})

    def lists(self, lists: Lists) -> Lists:
        """Lists in these units."""
        names = lists.space.names(np.arange(len(lists.space)))
        factors = np.array([self.factors.get(name, 1.0) for name in names])
        return with_features(lists, [], np.zeros(0), factors)

    def into(self, weights: Mapping[str, float]) -> dict[str, float]:
        """Weights for the scaled lists that choose what these choose on the lists as they were."""
        return {name: weight / self.factors.get(name, 1.0) for name, weight in weights.items()}

    def back(self, weights: Mapping[str, float]) -> dict[str, float]:
        """Weights of the scaled lists in the user's units."""
        return {name: weight * self.factors.get(name, 1.0) for name, weight in weights.items()}


def scaled(scale: str, recipe: str) -> bool:
    """Whether features are brought to one scale for a recipe."""
    if scale not in get_args(Scale):
        raise UnknownName("scale", scale, get_args(Scale))
    return scale == "deviation" or (scale == "auto" and recipe not in SCALE_FREE)


def deviations(lists: Lists) -> NDArray[np.float64]:
    """Standard deviations of features from their sentence's mean; 0 for one that differs in few sentences."""
    values = matrix(lists).astype(np.float64)
    sizes = np.diff(lists.list_begin)
    hypotheses = np.arange(lists.hypotheses)
    owner = np.repeat(np.arange(len(lists)), sizes)
    ones = np.ones(lists.hypotheses)
    members = sparse.csr_array((ones, (owner, hypotheses)), shape=(len(lists), lists.hypotheses))
    sums, squares = members @ values, sparse.csr_array(members @ values.multiply(values))
    means = sparse.diags_array(1 / np.maximum(sizes, 1)) @ sums.multiply(sums)
    within = sparse.csr_array(squares - means)
    # What is left of a constant by rounding is no deviation.
    largest = np.asarray(squares.max(axis=0).toarray()).ravel()
    within.data[within.data < 1e-12 * largest[within.indices]] = 0.0
    within.eliminate_zeros()
    differing = np.bincount(within.indices, minlength=values.shape[1])
    total: NDArray[np.float64] = np.asarray(within.sum(axis=0)).ravel()
    common = differing >= _COMMON * max(1, int((sizes > 1).sum()))
    return np.where(common, np.sqrt(total / max(1, lists.hypotheses)), 0.0)
