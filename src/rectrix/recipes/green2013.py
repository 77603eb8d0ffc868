"""Green, Wang, Cer & Manning 2013: pairwise logistic loss, AdaGrad, L1 by FOBOS, stale gradients.

Departures: gradients are summed over a mini-batch as in the published code, but each pair counts once (there
twice); the deferred L1 penalty is taken before a gradient, not after it, so that lazy equals eager; with one
worker or staleness 0 the run is deterministic.
"""

from pydantic import Field

from rectrix.learn.asynchronous import AsynchronousLoop
from rectrix.learn.losses.logistic import Logistic
from rectrix.learn.online import OnlineLearner
from rectrix.learn.pairs.sampled import Sampled
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers.cutoff import Cutoff
from rectrix.learn.regularizers.l1 import L1
from rectrix.learn.run import Journey, drive
from rectrix.learn.sparse import Sparse
from rectrix.learn.tuning import TuningSource
from rectrix.learn.updates.adagrad import AdaGrad
from rectrix.recipes.recipe import Recipe


class Green2013(Recipe):
    """Settings of the paper."""

    epochs: int = 10
    rate: float = 0.02  # η
    l1: float = 0.1  # λ
    batch: int = 20  # sentences per step
    draws: int = 500  # pairs drawn per sentence, Γ
    keep: int = 15  # and kept, Ξ
    threshold: float = 0.05  # smallest difference of gains
    cutoff: int = 0  # different sentences a feature must occur in
    staleness: int | None = Field(
        default=None, ge=0
    )  # updates a gradient may miss; none: one a worker beside it
    gain: str = "travatar"  # BLEU+1

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        regularizers: tuple[Regularizer, ...] = (L1(self.l1),)
        if self.cutoff > 1:
            regularizers += (Cutoff(self.cutoff),)
        learner = OnlineLearner(
            pairs=Sampled(self.draws, self.keep, self.threshold),
            loss=Logistic(),
            update=AdaGrad(self.rate),
            gain=source.gain(self.gain),
            regularizers=regularizers,
            batch=self.batch,
            seed=self.seed,
        )
        loop = AsynchronousLoop(learner, source, start, journey.site, self.staleness)
        return drive(loop, source, journey, self.epochs)

    def repeatable(self, workers: int) -> bool:
        return workers == 1 or self.staleness == 0
