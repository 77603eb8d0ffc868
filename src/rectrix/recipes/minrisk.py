"""Smith & Eisner 2006: minimum risk, the expected gain under the softmax of the list, by L-BFGS.

    for round t = 1 … T                                      learn/batch:BatchLoop.epoch
      decode k-best lists, merge them with earlier ones      learn/stored:StoredLists.joined
      p(y | s) ∝ exp(scale · ⟨w, x(y)⟩)                      learn/losses/risk:Risk.value
      w ← argmin mean over s of Σ_y p(y | s) (1 - gain(y))   learn/objective:ListObjective
          + L2, by L-BFGS                                    learn/solvers/lbfgs:LBFGS.minimize

Departure: risk of sentence-level gains, averaged over sentences, or with corpus=true expected corpus BLEU as
in Travatar; L2 to zero.
"""

from collections.abc import Mapping

from rectrix.base.bounds import Count, NotNegative, Positive, Whole
from rectrix.base.errors import UsageError
from rectrix.base.parts import Choice, all_chosen, chosen, described
from rectrix.learn.axes import ListLoss, Loss, Solver
from rectrix.learn.batch import learn_in_rounds
from rectrix.learn.candidates import Floats
from rectrix.learn.expected_bleu import ExpectedBleu
from rectrix.learn.journey import Journey
from rectrix.learn.losses import LOSSES
from rectrix.learn.losses.risk import Risk
from rectrix.learn.objective import ListObjective
from rectrix.learn.recipe import GainName, Recipe, list_gains
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers import REGULARIZERS
from rectrix.learn.regularizers.l2 import L2
from rectrix.learn.site import Site
from rectrix.learn.solvers import SOLVERS
from rectrix.learn.solvers.lbfgs import LBFGS
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource


class MinRisk(Recipe):
    """Settings of cdec's minrisk, but for the scale of the softmax."""

    scale: Positive = 1.0  # sharpness of the softmax; the weights can learn it too
    l2: NotNegative = 1e-4  # strength of L2
    iterations: Count = 200  # steps of the solver at most
    rounds: Whole = 20  # of decoding at most
    gain: GainName = "travatar"  # the worth of a single translation
    loss: Choice = None  # another loss of lists
    regularizer: Choice = None  # another penalty
    solver: Choice = None  # another way to the minimum
    corpus: bool = False  # expected corpus BLEU instead of the mean over sentences

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        return learn_in_rounds(self, source, start, journey, self.rounds)

    def optimize(self, stored: StoredLists, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """The weights of least mean risk."""
        if self.corpus:
            return self._solver().minimize(self._expected_bleu(stored), start)
        gains = list_gains(stored, self.gain)
        objective = ListObjective(
            stored.features,
            gains,
            stored.lists.list_begin,
            self._loss(),
            self._penalties(),
            1.0 / max(1, len(stored)),
        )
        return self._solver().minimize(objective, start)

    def parts(self) -> Mapping[str, str]:
        if self.corpus and self.loss is not None:
            raise UsageError("expected corpus BLEU is itself the loss; use corpus=false with others")
        return {
            "loss": described(LOSSES, self._loss()),
            "regularizer": "+".join(described(REGULARIZERS, one) for one in self._penalties()),
            "solver": described(SOLVERS, self._solver()),
        }

    def _loss(self) -> ListLoss:
        own: Loss = Risk(self.scale)
        loss = chosen(LOSSES, self.loss, own)
        if not isinstance(loss, ListLoss):
            raise UsageError(f"minrisk looks at whole lists: the loss {described(LOSSES, loss)} is of pairs")
        return loss

    def _penalties(self) -> tuple[Regularizer, ...]:
        return all_chosen(REGULARIZERS, self.regularizer, (L2(self.l2),))

    def _solver(self) -> Solver:
        own: Solver = LBFGS(self.iterations)
        return chosen(SOLVERS, self.solver, own)

    def _expected_bleu(self, stored: StoredLists) -> ExpectedBleu:
        if not stored.bleu_order:
            raise UsageError("expected corpus BLEU needs the metric bleu; use corpus=false with others")
        begin = stored.lists.list_begin
        return ExpectedBleu(stored.features, stored.statistics, begin, Risk(self.scale), self._penalties())
