"""Och 2003: minimum error rate training, exact line search on accumulated lists, many restarts."""

from rectrix.base.bounds import Whole
from rectrix.learn.batch import learn_in_rounds
from rectrix.learn.candidates import Floats
from rectrix.learn.recipe import Recipe, list_gains, signed_metric
from rectrix.learn.run import Journey
from rectrix.learn.site import Site
from rectrix.learn.solvers.mert import MERT
from rectrix.learn.solvers.regression import Regression
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import Stored
from rectrix.learn.tuning import TuningSource


class Mert(Recipe):
    """Settings of Moses' driver."""

    restarts: Whole = 20  # points to climb from in each of two waves
    random_directions: Whole = 0  # beside the axes, in each pass
    rounds: Whole = 25  # of decoding at most

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        return learn_in_rounds(self, source, start, journey, self.rounds)

    def optimize(self, stored: Stored, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """Climb from the start, from a regression of gains on features, and from points near them."""
        gains = list_gains(stored, "moses-pro" if stored.bleu_order else "")
        return MERT(self.restarts, self.random_directions).maximize(
            stored.core,
            stored.lists.hypotheses,
            start,
            Regression.of(stored.features, stored.lists.list_begin, gains),
            stored.bleu_order,
            signed_metric(stored),
            self.seed + round_,
            site.threads,
            site.progress,
            stored.idle,
        )
