"""Smith & Eisner 2006: minimum risk, the expected gain under the softmax of the list, by L-BFGS.

Departure: risk of sentence-level gains, averaged over sentences, or with corpus=true expected corpus BLEU as
in Travatar; L2 to zero.
"""

from rectrix.base.errors import UsageError
from rectrix.learn.batch import learn_in_rounds
from rectrix.learn.candidates import Floats
from rectrix.learn.expected_bleu import ExpectedBleu
from rectrix.learn.losses.risk import Risk
from rectrix.learn.objective import ListObjective
from rectrix.learn.regularizers.l2 import L2
from rectrix.learn.run import Journey
from rectrix.learn.site import Site
from rectrix.learn.solvers.lbfgs import LBFGS
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import Stored
from rectrix.learn.tuning import TuningSource
from rectrix.recipes.recipe import Recipe, list_gains


class MinRisk(Recipe):
    """Settings of cdec's minrisk, but for the scale of the softmax."""

    scale: float = 1.0  # sharpness of the softmax; the weights can learn it too
    l2: float = 1e-4
    iterations: int = 200
    rounds: int = 20
    gain: str = "travatar"
    corpus: bool = False  # expected corpus BLEU instead of the mean over sentences

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        return learn_in_rounds(self, source, start, journey, self.rounds)

    def optimize(self, stored: Stored, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """The weights of least mean risk."""
        if self.corpus:
            return LBFGS(self.iterations).minimize(self._expected_bleu(stored), start)
        gains = list_gains(stored, self.gain)
        objective = ListObjective(
            stored.features,
            gains,
            stored.lists.list_begin,
            Risk(self.scale),
            (L2(self.l2),),
            1.0 / max(1, len(stored)),
        )
        return LBFGS(self.iterations).minimize(objective, start)

    def _expected_bleu(self, stored: Stored) -> ExpectedBleu:
        if not stored.bleu_order:
            raise UsageError("expected corpus BLEU needs the metric bleu; use corpus=false with others")
        begin, penalties = stored.lists.list_begin, (L2(self.l2),)
        return ExpectedBleu(stored.features, stored.statistics, begin, Risk(self.scale), penalties)
