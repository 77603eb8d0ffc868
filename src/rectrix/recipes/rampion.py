"""Gimpel & Smith 2012: Rampion, the structured ramp loss by the concave-convex procedure.

for round t = 1 … T                                   learn/batch:BatchLoop.epoch
  decode k-best lists, merge them with earlier ones   learn/stored:StoredLists.joined
  for t' = 1 … T'                                     learn/solvers/cccp:CCCP.minimize
    y⁺ ← argmax score - α cost, for every sentence
    for t'' = 1 … T'', for each sentence              learn/solvers/cccp:CCCP.minimize
      y⁻ ← argmax score + α cost
      w ← w - η C w / n + η (x⁺ - x⁻)
"""

import numpy as np

from rectrix.base.bounds import Count, NotNegative, Positive, Whole
from rectrix.learn.batch import learn_in_rounds
from rectrix.learn.candidates import Floats
from rectrix.learn.journey import Journey
from rectrix.learn.recipe import GainName, Recipe, judged_lists, list_gains
from rectrix.learn.site import Site
from rectrix.learn.solvers.cccp import CCCP
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource


class Rampion(Recipe):
    """Settings of the paper."""

    rounds: Whole = 30  # of decoding at most
    cccp_rounds: Count = 10  # T', of fixing hopes
    passes: Count = 5  # T'', over the lists in each
    rate: Positive = 1e-4  # η, of a step
    strength: NotNegative = 1.0  # C, of L2
    cost: NotNegative = 10.0  # α, of gains against model scores
    gain: GainName = "travatar"  # the worth of a single translation

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        return learn_in_rounds(self, source, start, journey, self.rounds)

    def optimize(self, stored: StoredLists, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """Subgradient steps on the lists."""
        solver = CCCP(self.cccp_rounds, self.passes, self.rate, self.strength, self.cost)
        lists = judged_lists(stored, list_gains(stored, self.gain), np.zeros(0))
        return solver.minimize(lists, start)
