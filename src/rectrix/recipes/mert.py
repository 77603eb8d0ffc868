"""Och 2003: minimum error rate training, exact line search on accumulated lists, many restarts.

for round t = 1 … T                                    learn/batch:BatchLoop.epoch
  decode k-best lists, merge them with earlier ones    learn/stored:StoredLists.joined
  for each starting point                              learn/solvers/mert:MERT.maximize
    repeat: along each axis d, every hypothesis is a   _core/learn:mert
      line in γ; the upper envelope of each sentence
      gives the points where its best one changes
      sweep γ over all points, keep the best metric
    until a pass over the axes gains nothing
  w ← the best point over all starts
until no new hypotheses appear                         learn/batch:BatchLoop.settled

space=forest: on forests, where every derivation that search has kept takes part (Kumar et al. 2009).
"""

from typing import Literal

from rectrix.base.bounds import Positive, Whole
from rectrix.learn.batch import learn_in_rounds, learn_on_forests
from rectrix.learn.candidates import Floats
from rectrix.learn.forests import StoredForests
from rectrix.learn.gain import core_metric
from rectrix.learn.journey import Journey
from rectrix.learn.recipe import Recipe, list_gains
from rectrix.learn.site import Site
from rectrix.learn.solvers.forest_mert import ForestMERT
from rectrix.learn.solvers.mert import MERT
from rectrix.learn.solvers.regression import Regression
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource

_FOREST_STARTS, _FOREST_DIRECTIONS = 2, 10  # a line search on forests costs far more than one on lists


class Mert(Recipe):
    """Settings of Moses' driver."""

    space: Literal["lists", "forest"] = "lists"  # what is searched along a line
    restarts: Whole | None = None  # points to climb from; none: 20 in each of two waves, 2 on forests
    random_directions: Whole | None = None  # beside the axes, in each pass; none: 0, on forests 10
    neighbors: Whole = 2  # on forests: intervals on each side whose mean counts
    density: Positive = 50.0  # of forests: edges per edge of the best derivation
    rounds: Whole = 25  # of decoding at most

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        if self.space == "lists":
            return learn_in_rounds(self, source, start, journey, self.rounds)
        return learn_on_forests(OnForests(self), source, start, journey, self.rounds, self.density)

    def optimize(self, stored: StoredLists, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """Climb from the start, from a regression of gains on features, and from points near them."""
        gains = list_gains(stored, "moses-pro" if stored.bleu_order else "")
        order, metric = core_metric(stored.metric)
        return MERT(20 if self.restarts is None else self.restarts, self.random_directions or 0).maximize(
            stored.core,
            stored.lists.hypotheses,
            start,
            Regression.of(stored.features, stored.lists.list_begin, gains),
            order,
            metric,
            self.seed + round_,
            site.threads,
            site.progress,
            stored.idle,
        )


class OnForests:
    """The same recipe where forests were gathered."""

    def __init__(self, recipe: Mert) -> None:
        starts, directions = recipe.restarts, recipe.random_directions
        self._solver = ForestMERT(
            _FOREST_STARTS if starts is None else starts,
            _FOREST_DIRECTIONS if directions is None else directions,
            recipe.neighbors,
        )
        self._seed = recipe.seed

    def optimize(self, stored: StoredForests, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """Climb from the start and from points around the best."""
        return self._solver.maximize(stored, stored.padded(start), self._seed + round_, site.progress)
