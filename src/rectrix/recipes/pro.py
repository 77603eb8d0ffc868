"""Hopkins & May 2011: pairwise ranking optimization, a binary classifier on sampled pairs.

    for round t = 1 … T                                     learn/batch:BatchLoop.epoch
      decode k-best lists, merge them with earlier ones     learn/stored:StoredLists.joined
      for each sentence: draw Γ pairs, keep those with      learn/pairs/sampled:Sampled.from_lists
        |Δgain| > α, of these the Ξ with the largest
      differences x⁺ - x⁻, the better one first             learn/stored:StoredLists.rows
      w' ← argmin mean log(1 + exp(-⟨w, x⁺ - x⁻⟩)) + R(w)   learn/objective:PairObjective
      by L-BFGS                                             learn/solvers/lbfgs:LBFGS.minimize
      w ← ψ w' + (1 - ψ) w                                  learn/mixers/interpolate:Interpolate.mix

Departures: against short output the gain is grounded BLEU and pairs of very different length are refused
(Nakov et al. 2012 and 2013), and every difference of gains is accepted, as in cdec; the paper has BLEU+1 and
a threshold (`gain=moses-pro, length_deviations=0, threshold=0.05`). L2 in place of MegaM's default prior; the
loss is the mean over pairs, so that the strength does not depend on the size of the tuning set; interpolation
begins after three rounds, as in Moses, since before that the lists hold little and a tenth of a step leaves
the weights where they were; the round that translates the tuning set best counts, not the last. On stored
lists there is one round and no interpolation.
"""

from collections.abc import Mapping

import numpy as np

from rectrix.base.bounds import Count, NotNegative, Share, Whole
from rectrix.base.errors import UsageError
from rectrix.base.parts import Choice, all_chosen, chosen, described
from rectrix.base.seeds import stream
from rectrix.learn.axes import ListLoss, Loss, PairLoss, Pairs, Solver
from rectrix.learn.batch import learn_in_rounds
from rectrix.learn.candidates import Floats, Integers
from rectrix.learn.journey import Journey
from rectrix.learn.losses import LOSSES
from rectrix.learn.losses.logistic import Logistic
from rectrix.learn.mixers.interpolate import Interpolate
from rectrix.learn.objective import PairObjective
from rectrix.learn.pairs import PAIRS
from rectrix.learn.pairs.sampled import Sampled
from rectrix.learn.recipe import GainName, Recipe, judged_lists, list_gains
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers import REGULARIZERS
from rectrix.learn.regularizers.l2 import L2
from rectrix.learn.site import Site
from rectrix.learn.solvers import SOLVERS
from rectrix.learn.solvers.lbfgs import LBFGS
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource


class Pro(Recipe):
    """Settings of the paper, but for the departures."""

    draws: Count = 5000  # pairs drawn per sentence, Γ
    keep: Count = 50  # and kept, Ξ
    threshold: NotNegative = 0.0  # smallest difference of gains; the paper's: 0.05
    length_deviations: NotNegative = 2.0  # no pairs of very different length (Nakov); 0: the paper's, all
    l2: NotNegative = 1e-5  # strength of L2
    pull: NotNegative = 0.0  # L2 towards the previous weights, as cdec's (there 5000 for the sum over pairs)
    interpolation: Share = 0.1  # ψ, of the new weights
    interpolate_after: Whole = 3  # rounds that go the whole way; 1: as in the paper
    rounds: Whole = 30  # of decoding at most
    gain: GainName = "cdec-qcri"  # the paper's: "moses-pro"
    pairs: Choice = None  # which hypotheses are compared: a name, or fields of the recipe's own
    loss: Choice = None  # what they cost; smooth ones suit the solver
    regularizer: Choice = None  # another penalty
    solver: Choice = None  # another way to the minimum

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        return learn_in_rounds(self, source, start, journey, self.rounds)

    def optimize(self, stored: StoredLists, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """Sample, classify, interpolate."""
        objective = self.objective(stored, start, round_, site)
        weights, value = self._solver().minimize(objective, start)
        if round_ >= self.interpolate_after:
            mixed = Interpolate(self.interpolation).mix([Sparse.of(weights)], [1], Sparse.of(start))
            weights = mixed.dense(len(start))
        return weights, value

    def objective(self, stored: StoredLists, start: Floats, round_: int, site: Site) -> PairObjective:
        """The mean logistic loss of sampled pairs with the penalties."""
        gains = list_gains(stored, self.gain)
        better, worse = self._chosen_pairs(stored, gains, round_, site)
        rows = stored.rows(better, worse)
        scale = 1.0 / max(1, len(better))
        penalties = (*self.penalties(stored), *((L2(self.pull, origin=start),) if self.pull else ()))
        return PairObjective(rows, gains[better] - gains[worse], self._loss(), penalties, scale)

    def penalties(self, stored: StoredLists) -> tuple[Regularizer, ...]:
        """What is added to the loss."""
        return self._shrinking()

    def parts(self) -> Mapping[str, str]:
        return {
            "pairs": described(PAIRS, self._pairs()),
            "loss": described(LOSSES, self._loss()),
            "regularizer": "+".join(described(REGULARIZERS, one) for one in self._shrinking()),
            "solver": described(SOLVERS, self._solver()),
        }

    def _chosen_pairs(
        self, stored: StoredLists, gains: Floats, round_: int, site: Site
    ) -> tuple[Integers, Integers]:
        """Hypotheses numbered over all lists."""
        pairs, begin, seed = self._pairs(), stored.lists.list_begin, self.seed + round_
        if isinstance(pairs, Sampled):  # the core samples all lists at once
            return pairs.from_lists(begin, gains, stored.lengths, seed, site.threads)
        better, worse = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for candidates in judged_lists(stored, gains, np.zeros(0)):
            first = int(begin[candidates.sentence])
            batch = pairs.choose(candidates, stream(seed, "pairs", candidates.sentence))
            better.append(batch.better + first)
            worse.append(batch.worse + first)
        return np.concatenate(better), np.concatenate(worse)

    def _pairs(self) -> Pairs:
        own: Pairs = Sampled(self.draws, self.keep, self.threshold, self.length_deviations)
        return chosen(PAIRS, self.pairs, own)

    def _loss(self) -> PairLoss:
        own: Loss = Logistic()
        loss = chosen(LOSSES, self.loss, own)
        if isinstance(loss, ListLoss):
            raise UsageError(f"pro compares pairs: the loss {described(LOSSES, loss)} is of whole lists")
        return loss

    def _shrinking(self) -> tuple[Regularizer, ...]:
        return all_chosen(REGULARIZERS, self.regularizer, (L2(self.l2),))

    def _solver(self) -> Solver:
        own: Solver = LBFGS()
        return chosen(SOLVERS, self.solver, own)
