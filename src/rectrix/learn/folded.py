"""Sparse features in fixed proportions: those of a template count as one, whose weight scales them all.

What was learned of hundreds of thousands of features on the training text is kept; a small tuning set then
says how much each template and each dense feature count on new text (after Flanigan et al. 2013, who search
along the line of all sparse features).
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from rectrix._core.features import FeatureSpace
from rectrix.features.prefix import prefix_of
from rectrix.learn.batch import Optimizer
from rectrix.learn.candidates import Floats, Integers
from rectrix.learn.packed import PackedLists
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists


@dataclass(frozen=True)
class FoldedLists:
    """Which feature goes into which column, and with which weight."""

    names: list[str]  # of columns: dense features and templates
    columns: Integers  # of each feature
    weights: Floats  # of each feature there: 1 if it is dense

    @classmethod
    def of(cls, stored: StoredLists, proportions: Floats) -> "FoldedLists":
        """Dense features have columns of their own, the sparse ones of a template share one."""
        prefixes = [(prefix_of(name), name) for name in stored.names()]
        places: dict[str, int] = {}
        columns = [places.setdefault(prefix or name, len(places)) for prefix, name in prefixes]
        dense = np.array([not prefix for prefix, _ in prefixes], bool)
        weights = np.where(dense, 1.0, stored.padded(proportions))
        return cls(list(places), np.array(columns, np.int64), weights)

    def folded(self, weights: Floats) -> Floats:
        """Weights of columns, of which the weights of features are multiples."""
        size = len(self.names)
        products = np.bincount(self.columns, weights * self.weights, size)
        squares = np.bincount(self.columns, self.weights**2, size)
        return np.asarray(np.divide(products, squares, out=np.zeros(size), where=squares > 0))

    def unfolded(self, weights: Floats) -> Floats:
        """Weights of features."""
        return weights[self.columns] * self.weights

    def lists(self, stored: StoredLists) -> StoredLists:
        """The same hypotheses with a feature for each column."""
        places, shape = (np.arange(len(self.columns)), self.columns), (len(self.columns), len(self.names))
        summed = sparse.csr_array(stored.features @ sparse.csr_array((self.weights, places), shape))
        space = FeatureSpace()
        for name in self.names:
            space.add(name)
        packed = replace(
            PackedLists.of(stored.lists, stored.statistics),
            feature_begin=summed.indptr.astype(np.int64),
            places=summed.indices.astype(np.int64),
            values=summed.data,
            keys=space.keys(),
            names={},
        )
        return replace(stored, lists=packed.lists(space))


@dataclass(frozen=True)
class Folded:
    """An optimizer of few weights where there are many."""

    optimizer: Optimizer[StoredLists]
    proportions: Sparse

    def optimize(self, stored: StoredLists, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        fold = FoldedLists.of(stored, self.proportions.over(stored.space))
        begin = fold.folded(stored.padded(start))
        weights, objective = self.optimizer.optimize(fold.lists(stored), begin, round_, site)
        return fold.unfolded(weights), objective
