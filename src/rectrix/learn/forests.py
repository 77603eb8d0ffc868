"""Forests of a tuning set with what judges their translations: line searches over all derivations at once."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.learn import ForestLines, Forests
from rectrix._core.score import References
from rectrix.learn.candidates import Floats
from rectrix.learn.gain import core_metric
from rectrix.learn.sparse import Sparse
from rectrix.score.metric import Metric

_REACH = 1000  # of lines, in norms of the weights: beyond, only the direction counts


@dataclass(frozen=True, eq=False)
class StoredForests:
    """Several forests of a sentence, of searches with different weights, stand for all their translations."""

    forests: Forests
    references: References
    metric: Metric
    threads: int = 1

    @property
    def space(self) -> FeatureSpace:
        return self.forests.space

    @property
    def size(self) -> int:
        """Edges of all forests."""
        return self.forests.edges

    def joined(self, fresh: "StoredForests") -> "StoredForests":
        """With the forests of a further round."""
        self.forests.join(fresh.forests)
        return StoredForests(self.forests, self.references, self.metric, self.threads)

    @cached_property
    def _lines(self) -> ForestLines:
        return ForestLines(self.forests)

    def search(
        self, weights: Floats, direction: Floats, narrowest: float, neighbors: int
    ) -> tuple[float, float]:
        """The best x of weights + x·direction, and the metric there (higher is better)."""
        self._look(weights, direction)
        return self._lines.best(*core_metric(self.metric), narrowest, neighbors)

    def _look(self, weights: Floats, direction: Floats) -> None:
        reach = _REACH * (float(np.linalg.norm(weights)) or 1.0)
        self._lines.along(weights, direction, reach, self.threads)
        lists, sentences = self._lines.fresh()
        if lists.hypotheses:
            self._lines.judge(self.metric.statistics(lists, self.references, sentences))

    def sums(self, weights: Sparse) -> Floats:
        return self.sums_of(weights.over(self.space))

    def sums_of(self, weights: Floats) -> Floats:
        """The statistics of the best translations, for weights over the space's indexes."""
        self._look(self.padded(weights), np.zeros(len(self.space)))
        return self._lines.sums()

    def score_of(self, weights: Floats) -> float:
        """The corpus score of the same."""
        return float(self.metric.score(self.sums_of(weights)))

    def padded(self, weights: Floats) -> Floats:
        """Weights for all features of the space."""
        out = np.zeros(len(self.space))
        out[: len(weights)] = weights
        return out
