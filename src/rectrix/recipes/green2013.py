"""Green, Wang, Cer & Manning 2013: pairwise logistic loss, AdaGrad, L1 by FOBOS, stale gradients.

    for epoch t = 1 … T                                learn/journey:drive
      for each mini-batch, as workers become free      learn/asynchronous:AsynchronousLoop.epoch
        take the weights of this moment, maybe stale   learn/asynchronous:work
        for each of its sentences                      learn/online:OnlineLearner.judge
          decode an n-best list, score it by its gain  learn/tuning:Decoded.look
          draw Γ pairs, drop those with small Δgain,   learn/pairs/sampled:Sampled.choose
          keep the Ξ with the largest
          g += ∇ log(1 + exp(-⟨w, x⁺ - x⁻⟩))           learn/losses/logistic:Logistic.slope
        G ← G + g²                                     learn/updates/adagrad:AdaGrad.step
        w ← w - η G^(-½) g                             learn/updates/adagrad:AdaGrad.step
        w ← sign(w) max(0, |w| - η λ G^(-½)), lazily   learn/regularizers/l1:L1.shrink
        features of few sentences do not take part     learn/regularizers/cutoff:Cutoff.admit

Departures: hypotheses are judged among the latest translations, and pairs of very different length are left
out, so that the length is held (the published code: gain="travatar", threshold=0.05, length_deviations=0);
gradients are summed over a mini-batch as there, but each pair counts once (there twice); the deferred L1
penalty is taken before a gradient, not after it, so that lazy equals eager; with one worker or a staleness
the run is deterministic.
"""

from pydantic import Field

from rectrix.base.bounds import Count, NotNegative, Positive, Whole
from rectrix.learn.asynchronous import AsynchronousLoop
from rectrix.learn.journey import Journey, drive
from rectrix.learn.losses.logistic import Logistic
from rectrix.learn.pairs.sampled import Sampled
from rectrix.learn.recipe import GainName
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers.cutoff import Cutoff
from rectrix.learn.regularizers.l1 import L1
from rectrix.learn.sparse import Sparse
from rectrix.learn.tuning import TuningSource
from rectrix.learn.updates.adagrad import AdaGrad
from rectrix.recipes.online import Composed, OnlineParts


class Green2013(Composed):
    """Settings of the paper."""

    epochs: Whole = 10  # passes over the tuning set
    rate: Positive = 0.02  # η, of a step
    l1: NotNegative = 0.1  # λ, the strength of L1
    batch: Count = 20  # sentences per step
    draws: Count = 500  # pairs drawn per sentence, Γ
    keep: Count = 15  # and kept, Ξ
    threshold: NotNegative = 0.0  # smallest difference of gains; the published code: 0.05
    length_deviations: NotNegative = 1.0  # by how many their lengths may differ; 0: at will
    cutoff: Whole = 0  # different sentences a feature must occur in
    # Updates that each gradient misses, so that as many workers and one more are busy; none: as many as it
    # happens, as in the paper.
    staleness: int | None = Field(default=None, ge=0)
    gain: GainName = "document"  # BLEU among the latest translations; travatar: BLEU+1 of the sentence

    def own(self) -> OnlineParts:
        regularizers: tuple[Regularizer, ...] = (L1(self.l1),)
        if self.cutoff > 1:
            regularizers += (Cutoff(self.cutoff),)
        pairs = Sampled(self.draws, self.keep, self.threshold, self.length_deviations)
        return OnlineParts(pairs, Logistic(), AdaGrad(self.rate), regularizers)

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        parts = self.composed()
        learner = parts.learner(source.gain(self.gain), self.seed, self.batch)
        loop = AsynchronousLoop(learner, source, start, journey.site, self.staleness)
        return drive(loop, source, journey, self.epochs)

    def repeatable(self, workers: int) -> bool:
        return workers == 1 or self.staleness is not None
