"""Few weights fitted to a tuning set after all are learned, on growing lists.

One weight, by exact line search: recipes that judge sentence by sentence leave the length of the whole text
to chance, and the weight that counts words sets it right. Or all dense ones, with the sparse ones in
proportion: weights that were learned on the training text, where rules and n-grams of a sentence itself are
left out, need not suit new text.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from rectrix.base.errors import UsageError
from rectrix.learn.batch import BatchLoop, Optimizer
from rectrix.learn.candidates import Floats
from rectrix.learn.folded import Folded
from rectrix.learn.gain import core_metric
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource

_ROUNDS = 5  # of decoding; most gains come in the first two
_SHOWN = 20  # names in an error message


class Fit(Protocol):
    """Which weights are fitted, and how."""

    @property
    def name(self) -> str:
        """As settings and signatures have it."""

    def check(self, known: Collection[str]) -> None:
        """An error now is better than one after hours of learning."""

    def optimizer(self, weights: Sparse) -> Optimizer[StoredLists]:
        """For what was learned."""


@dataclass(frozen=True)
class LineSearch:
    """Moves along one axis."""

    feature: str

    def optimize(self, stored: StoredLists, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        index = stored.space.add(self.feature)
        weights = stored.padded(start)
        values = stored.features[:, [index]].toarray().ravel()
        scores = stored.core.scores(weights)
        change, score = stored.core.line_search(scores, values, *core_metric(stored.metric))
        weights[index] += change
        return weights, score


@dataclass(frozen=True)
class OneWeight:
    """That of a feature."""

    name: str

    def check(self, known: Collection[str]) -> None:
        if self.name not in known:
            names = ", ".join(sorted(known)[:_SHOWN])
            raise UsageError(f"fit={self.name}: there is no such feature; there are {names}, …")

    def optimizer(self, weights: Sparse) -> LineSearch:
        return LineSearch(self.name)


@dataclass(frozen=True)
class DenseWeights:
    """Those of all dense features and, for the sparse ones of a template, a common factor."""

    learner: Optimizer[StoredLists]
    name: str

    def check(self, known: Collection[str]) -> None:
        """Any features will do."""

    def optimizer(self, weights: Sparse) -> Folded:
        return Folded(self.learner, weights)


def fit(source: TuningSource, weights: Sparse, which: Fit, site: Site) -> Sparse:
    """The weights that the tuning set likes best; as they were if it likes no others better."""
    loop = BatchLoop(which.optimizer(weights), source, weights, site, source.stored)
    sign = 1 if source.metric.higher_is_better else -1
    best, best_score = weights, source.score(weights, site)
    for number in range(_ROUNDS):
        sums = loop.epoch(number).sums
        score = source.score(loop.weights(), site) if sums is None else float(source.metric.score(sums))
        if sign * score > sign * best_score:
            best, best_score = loop.weights(), score
        site.progress.say(f"fitting {which.name}: {score:.2f}, best {best_score:.2f}")
        if loop.settled():
            break
    return best
