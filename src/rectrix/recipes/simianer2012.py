"""Simianer, Riezler & Dyer 2012: pairwise ranking on shards, algorithms 1 to 4.

    split the tuning set into Z shards                   learn/sharded:split
    for epoch t = 1 … T                                  learn/journey:drive
      for all shards z in parallel                       learn/sharded:run_shard
        for each sentence i of the shard                 learn/online:OnlineLearner.run_pass
          decode a k-best list with w[z]                 learn/tuning:Decoded.look
          score each hypothesis by its gain              score/gains/gain:Gain.gains
          rank it into HI, MID, LOW; pair the levels     learn/pairs/multipartite:Multipartite.choose
          if ⟨w[z], x⁺ - x⁻⟩ is too small                learn/losses/hinge:Hinge.slope
            w[z] ← w[z] + η (x⁺ - x⁻)                    learn/updates/sgd:SGD.step
      algorithm 2: mix at the end,  w = Σ w[z] / Z       learn/mixers/mean:Mean.mix
      algorithm 3: mix after each epoch                  learn/sharded:ShardedLoop.epoch
      algorithm 4: keep the K columns of [w[1] … w[Z]]   learn/mixers/top_k:TopK.mix
        with largest l2 norm, then mix; w[z] ← w

1 SGD, 2 MixSGD, 3 IterMixSGD, 4 IterSelSGD (joint l1/l2 selection of features across shards). Departures, all
of which docs/simianer2012.md gives reasons and numbers for: pairs must be ranked by a margin of 1, where the
paper's loss has none (margin=0, rate=0.0001); hypotheses are judged among the latest translations, so that
the length is held (gain="liang", or "lin" as in the published code); HI is compared with the rest only, as
that code really did (middle=True); an epoch's weights are the mean over its steps, not those after the last
sentence (average=False); steps become smaller (decay=0). Stored lists give the epoch that scores best (the
paper picks one on devtest).
"""

from typing import Literal

from rectrix.base.bounds import Count, NotNegative, Positive, Share, Whole
from rectrix.base.parts import Choice
from rectrix.learn.journey import Journey, drive
from rectrix.learn.losses.hinge import Hinge
from rectrix.learn.losses.perceptron import Perceptron
from rectrix.learn.mixers.mean import Mean
from rectrix.learn.mixers.top_k import TopK
from rectrix.learn.pairs.multipartite import Multipartite
from rectrix.learn.recipe import GainName
from rectrix.learn.sharded import ShardedLoop
from rectrix.learn.sparse import Sparse
from rectrix.learn.tuning import TuningSource
from rectrix.learn.updates.sgd import SGD
from rectrix.recipes.online import Composed, OnlineParts


class Simianer2012(Composed):
    """Settings of the paper."""

    algorithm: Literal[1, 2, 3, 4] = 4  # of the paper: SGD, MixSGD, IterMixSGD, IterSelSGD
    epochs: Whole = 10  # passes over the tuning set
    rate: Positive = 3e-6  # of a shard's first step
    decay: NotNegative = 0.01  # its step t has rate / (1 + decay · t); 0: all have the same, as in the paper
    shards: Count = 10  # the paper: shards of about 1,000 sentences
    keep: Count = 100_000  # features that survive an epoch of algorithm 4
    levels: Share = 0.1  # share of HI and of LOW
    middle: bool = False  # MID-LOW pairs too, as the paper says; the published code lost them
    margin: NotNegative = 1.0  # 0: the perceptron
    each_pair: bool = False  # a step after every pair, as printed; else one for all pairs of a sentence
    mixer: Choice = None  # how shards' weights become one
    average: bool = True  # an epoch's weights are the mean over its steps; algorithm 1: of the last epoch
    gain: GainName = "document"  # BLEU among the latest translations; lin, liang: of the sentence alone

    def own(self) -> OnlineParts:
        return OnlineParts(
            pairs=Multipartite(share=self.levels, middle=self.middle),
            loss=Hinge(margin=self.margin) if self.margin else Perceptron(),
            update=SGD(self.rate, schedule="inverse", decay=self.decay),
            mixer=TopK(keep=self.keep) if self.algorithm == 4 else Mean(),
        )

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        parts = self.composed()
        gain = source.gain(self.gain)
        learner = parts.learner(gain, self.seed, average=self.average, each_pair=self.each_pair)
        loop = ShardedLoop(
            learner,
            source,
            start,
            journey.site,
            shards=1 if self.algorithm == 1 else self.shards,
            mixer=parts.mixer,
            mix="end" if self.algorithm == 2 else "epoch",
        )
        mean = self.algorithm == 1 and not self.average
        choose = "mean" if mean else "last" if source.searches else "best"
        return drive(loop, source, journey, self.epochs, choose)
