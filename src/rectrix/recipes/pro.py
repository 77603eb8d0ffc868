"""Hopkins & May 2011: pairwise ranking optimization, a binary classifier on sampled pairs.

Departures: against short output the gain is grounded BLEU and pairs of very different length are refused
(Nakov et al. 2012 and 2013), and every difference of gains is accepted, as in cdec; the paper has BLEU+1 and
a threshold (`gain=moses-pro, length_deviations=0, threshold=0.05`). L2 in place of MegaM's default prior; the
loss is the mean over pairs, so that the strength does not depend on the size of the tuning set; interpolation
begins after three rounds, as in Moses, since before that the lists hold little and a tenth of a step leaves
the weights where they were; the round that translates the tuning set best counts, not the last. On stored
lists there is one round and no interpolation.
"""

from rectrix.learn.batch import learn_in_rounds
from rectrix.learn.candidates import Floats
from rectrix.learn.losses.logistic import Logistic
from rectrix.learn.mixers.interpolate import Interpolate
from rectrix.learn.objective import PairObjective
from rectrix.learn.pairs.sampled import Sampled
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers.l2 import L2
from rectrix.learn.run import Journey
from rectrix.learn.site import Site
from rectrix.learn.solvers.lbfgs import LBFGS
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import Stored
from rectrix.learn.tuning import TuningSource
from rectrix.recipes.recipe import Recipe, list_gains


class Pro(Recipe):
    """Settings of the paper, but for the departures."""

    draws: int = 5000  # Γ
    keep: int = 50  # Ξ
    threshold: float = 0.0  # smallest difference of gains; the paper's: 0.05
    length_deviations: float = 2.0  # no pairs of very different length ("monsters"); 0: the paper's, all
    l2: float = 1e-5
    pull: float = 0.0  # L2 towards the previous weights, as cdec's (there 5000 for the sum over pairs)
    interpolation: float = 0.1  # ψ, of the new weights
    interpolate_after: int = 3  # rounds that go the whole way; 1: as in the paper
    rounds: int = 30
    gain: str = "cdec-qcri"  # the paper's: "moses-pro"

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        return learn_in_rounds(self, source, start, journey, self.rounds)

    def optimize(self, stored: Stored, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """Sample, classify, interpolate."""
        objective = self.objective(stored, start, round_, site)
        weights, value = LBFGS().minimize(objective, start)
        if round_ >= self.interpolate_after:
            mixed = Interpolate(self.interpolation).mix([Sparse.of(weights)], [1], Sparse.of(start))
            weights = mixed.dense(len(start))
        return weights, value

    def objective(self, stored: Stored, start: Floats, round_: int, site: Site) -> PairObjective:
        """The mean logistic loss of sampled pairs with the penalties."""
        gains = list_gains(stored, self.gain)
        sampled = Sampled(self.draws, self.keep, self.threshold, self.length_deviations)
        begin = stored.lists.list_begin
        better, worse = sampled.from_lists(begin, gains, stored.lengths, self.seed + round_, site.threads)
        rows = stored.rows(better, worse)
        scale = 1.0 / max(1, len(better))
        penalties = (*self.penalties(stored), *((L2(self.pull, origin=start),) if self.pull else ()))
        return PairObjective(rows, gains[better] - gains[worse], Logistic(), penalties, scale)

    def penalties(self, stored: Stored) -> tuple[Regularizer, ...]:
        """What is added to the loss."""
        return (L2(self.l2),)
