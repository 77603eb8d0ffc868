"""Eidelman 2012: 1-best MIRA with any pairing of oracle and prediction, on shards averaged after each pass.

    for pass t = 1 … T, for all shards in parallel     learn/sharded:ShardedLoop.epoch
      for each sentence i in random order              learn/online:OnlineLearner.run_pass
        decode a k-best list with w                    learn/tuning:Decoded.look
        cost of y = gain of the best - gain of y       score/gains/gain:Gain.gains
        y⁺ ← local:    the largest gain                learn/pairs/oracle:Oracle.choose
             hope:     argmax score(y) - cost(y)       learn/pairs/oracle:Oracle.choose
        y⁻ ← model:    argmax score(y)                 learn/pairs/oracle:Oracle.choose
             max-cost: argmax cost(y)                  learn/pairs/oracle:Oracle.choose
             fear:     argmax score(y) + cost(y)       learn/pairs/oracle:Oracle.choose
        loss = cost(y⁻) - cost(y⁺) - ⟨w, x⁺ - x⁻⟩      learn/losses/hinge:Hinge.value
        if loss > 0: α = min(C, loss / ‖x⁺ - x⁻‖²)     learn/updates/passive_aggressive:PassiveAggressive.step
          w ← w + α (x⁺ - x⁻)
        several constraints at once: a cutting plane   learn/updates/mira:Mira.step
      w ← mean over shards                             learn/mixers/mean:Mean.mix
    return the last weights (the paper: their mean)    learn/journey:drive

y⁺ from {local (LU), max-bleu, hope (M-C)}, y⁻ from {model (PB), max-cost (MC), fear (M+C)}; the step is
α = min(C, loss/‖x‖²). max-bleu is local with a much longer list. Departures: a sentence's cost counts its
words, and is among the latest translations, so that the length is held (gain="eidelman", choose="mean": the
paper's; "eidelman-unit": with costs from 0 to 1, as its 1 - BLEU).
space=forest: oracle and prediction are searched in the whole forest (Chiang 2012), which the paper's lists
approximate. space=sampled: among k samples of the forest, as cdec can (figure 4 of Simianer et al. 2012).
"""

from typing import Literal

from rectrix.base.bounds import Count, Positive, Share, Whole
from rectrix.base.errors import UsageError
from rectrix.base.parts import Choice
from rectrix.learn.finding import Liked, Samples
from rectrix.learn.journey import Journey, drive
from rectrix.learn.losses.hinge import Hinge
from rectrix.learn.mixers.mean import Mean
from rectrix.learn.pairs.oracle import ORACLES, PREDICTIONS, Oracle
from rectrix.learn.recipe import GainName
from rectrix.learn.sharded import ShardedLoop
from rectrix.learn.sparse import Sparse
from rectrix.learn.tuning import TuningSource
from rectrix.learn.updates.mira import Mira
from rectrix.learn.updates.passive_aggressive import PassiveAggressive
from rectrix.recipes.online import Composed, OnlineParts


class Eidelman2012(Composed):
    """Settings of the paper."""

    space: Literal["lists", "forest", "sampled"] = "lists"  # where oracle and prediction are searched
    oracle: Literal["local", "max-bleu", "hope"] = "hope"  # y⁺, the translation to be preferred
    prediction: Literal["model", "max-cost", "fear"] = "fear"  # y⁻, the one that is held against it
    long: Count = 50_000  # hypotheses of each sentence that max-bleu looks at, if k is not larger
    cap: Positive = 0.01  # C, the longest step
    epochs: Whole = 20  # passes over the tuning set
    shards: Count = 20  # parts of the tuning set that learn side by side
    constraints: Count = 1  # more: cutting-plane MIRA over so many predictions at once
    mixer: Choice = None  # how shards' weights become one
    gain: GainName = "document-scaled"  # eidelman: in the context of the previous pass; eidelman-unit: 0 to 1
    gain_scale: Positive = 1.0  # of the cost against model scores; cdec calls it metric scale
    precision: Share = 0.85  # in forests: of unigrams, for the linear gain of the first pass
    ratio: Share = 0.72  # in forests: of precisions of neighboring orders
    density: Positive = 50.0  # of forests: edges per edge of the best derivation
    sample_scale: Positive = 1.0  # of model scores, where samples are drawn
    choose: Literal["last", "mean", "best"] = "last"  # over passes; the published code leaves last and mean

    def own(self) -> OnlineParts:
        return OnlineParts(
            pairs=Oracle.named(
                self.oracle, self.prediction, gain_scale=self.gain_scale, constraints=self.constraints
            ),
            loss=Hinge(margin=0.0, scale=self.gain_scale),
            update=PassiveAggressive(self.cap) if self.constraints == 1 else Mira(self.cap),
            mixer=Mean(),
        )

    def hypotheses(self, asked: int) -> int:
        return max(asked, self.long) if self.oracle == "max-bleu" and self.space == "lists" else asked

    def searched(self, source: TuningSource) -> TuningSource:
        """The source, with hypotheses of the chosen space."""
        if self.oracle == "max-bleu" and not source.searches:
            raise UsageError(
                "max-bleu needs longer lists than are stored here; the best in them is oracle=local"
            )
        if self.space == "lists":
            return source
        if self.space == "sampled":
            return source.finding(Samples(self.seed, self.sample_scale))
        (m, g), (model, cost), scale = ORACLES[self.oracle], PREDICTIONS[self.prediction], self.gain_scale
        wishes = (m, scale * g), (model, -scale * cost)
        return source.finding(Liked(wishes, self.precision, self.ratio, self.constraints, self.density))

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        parts, source = self.composed(), self.searched(source)
        learner = parts.learner(source.gain(self.gain), self.seed)
        loop = ShardedLoop(
            learner, source, start, journey.site, shards=self.shards, mixer=parts.mixer, shuffle=True
        )
        return drive(loop, source, journey, self.epochs, self.choose)
