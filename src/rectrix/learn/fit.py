"""One weight fitted to the metric itself after all are learned, by exact line search on growing lists.

Recipes that judge sentence by sentence leave the length of the whole text to chance; the weight that counts
words sets it right.
"""

from collections.abc import Collection
from dataclasses import dataclass

from rectrix.base.errors import UsageError
from rectrix.learn.batch import BatchLoop
from rectrix.learn.candidates import Floats
from rectrix.learn.gain import core_metric
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource

_ROUNDS = 5  # of decoding; most gains come in the first two
_SHOWN = 20  # names in an error message


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


def check_name(name: str, known: Collection[str]) -> None:
    """An error now is better than one after hours of learning."""
    if name not in known:
        names = ", ".join(sorted(known)[:_SHOWN])
        raise UsageError(f"fit={name}: there is no such feature; there are {names}, …")


def fit(source: TuningSource, weights: Sparse, feature: str, site: Site) -> Sparse:
    """The weights with the one that the tuning set likes best; as they were if it likes no other better."""
    loop = BatchLoop(LineSearch(feature), source, weights, site, source.stored)
    sign = 1 if source.metric.higher_is_better else -1
    best, best_score = weights, source.score(weights, site)
    for number in range(_ROUNDS):
        sums = loop.epoch(number).sums
        score = source.score(loop.weights(), site) if sums is None else float(source.metric.score(sums))
        if sign * score > sign * best_score:
            best, best_score = loop.weights(), score
        site.progress.say(f"fitting {feature}: {score:.2f}, best {best_score:.2f}")
        if loop.settled():
            break
    return best
