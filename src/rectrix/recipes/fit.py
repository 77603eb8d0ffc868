"""One weight fitted to the metric itself after all are learned, by exact line search on growing lists.

Recipes that judge sentence by sentence leave the length of the whole text to chance; the weight that counts
words sets it right.
"""

from dataclasses import dataclass

from rectrix.base.errors import UsageError
from rectrix.learn.batch import BatchLoop
from rectrix.learn.candidates import Floats
from rectrix.learn.run import Run
from rectrix.learn.tuning import Stored, Tuning
from rectrix.recipes.recipe import signed_metric

_ROUNDS = 5  # of decoding; most gains come in the first two
_SHOWN = 20  # names in an error message


@dataclass(frozen=True)
class LineSearch:
    """Moves along one axis."""

    feature: int

    def optimize(self, stored: Stored, start: Floats, round_: int, run: Run) -> tuple[Floats, float]:
        values = stored.features[:, [self.feature]].toarray().ravel()
        scores = stored.core.scores(start)
        change, score = stored.core.line_search(scores, values, stored.bleu_order, signed_metric(stored))
        weights = start.copy()
        weights[self.feature] += change
        return weights, score


def feature_to_fit(tuning: Tuning, name: str) -> int:
    """Its number; an error now is better than one after hours of learning."""
    feature = tuning.space.find(name)
    if feature is None:
        # The dense ones come first.
        known = [tuning.space.name(i) for i in range(min(_SHOWN, len(tuning.space)))]
        raise UsageError(f"fit={name}: there is no such feature; there are {', '.join(known)}, …")
    return feature


def fit(tuning: Tuning, weights: Floats, feature: int, run: Run) -> Floats:
    """The weights with the one that the tuning set likes best; as they were if it likes no other better."""
    loop = BatchLoop(LineSearch(feature), tuning, run, [weights])
    sign = 1 if tuning.metric.higher_is_better else -1
    best, best_score = weights, tuning.score(weights)
    for number in range(_ROUNDS):
        sums = loop.epoch(number).sums
        score = tuning.score(loop.weights()) if sums is None else float(tuning.metric.score(sums))
        if sign * score > sign * best_score:
            best, best_score = loop.weights(), score
        run.progress.say(f"fitting {tuning.space.name(feature)}: {score:.2f}, best {best_score:.2f}")
        if loop.settled():
            break
    return best
