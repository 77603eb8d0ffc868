"""Eidelman 2012: 1-best MIRA with any pairing of oracle and prediction, on shards averaged after each pass.

y⁺ from {local (LU), max-bleu, hope (M-C)}, y⁻ from {model (PB), max-cost (MC), fear (M+C)}; the step is
α = min(C, loss/‖x‖²). Departures: max-bleu differs from local only by the length of the list (the paper:
50,000), and on stored lists both are the same; gains count words (the paper leaves their scale open), and
are of the latest translations, so that the length is held (gain="eidelman", choose="mean": the paper's).
"""

from typing import Literal

from rectrix.base.bounds import Count, Positive, Whole
from rectrix.base.parts import Choice
from rectrix.learn.losses.hinge import Hinge
from rectrix.learn.mixers.mean import Mean
from rectrix.learn.pairs.oracle import Oracle
from rectrix.learn.recipe import GainName
from rectrix.learn.run import Journey, drive
from rectrix.learn.sharded import ShardedLoop
from rectrix.learn.sparse import Sparse
from rectrix.learn.tuning import TuningSource
from rectrix.learn.updates.mira import Mira
from rectrix.learn.updates.passive_aggressive import PassiveAggressive
from rectrix.recipes.online import Composed, OnlineParts


class Eidelman2012(Composed):
    """Settings of the paper."""

    oracle: Literal["local", "max-bleu", "hope"] = "hope"  # y⁺, the translation to be preferred
    prediction: Literal["model", "max-cost", "fear"] = "fear"  # y⁻, the one that is held against it
    cap: Positive = 0.01  # C, the longest step
    epochs: Whole = 20  # passes over the tuning set
    shards: Count = 20  # parts of the tuning set that learn side by side
    constraints: Count = 1  # more: cutting-plane MIRA over so many predictions at once
    mixer: Choice = None  # how shards' weights become one
    gain: GainName = "document-scaled"  # eidelman: smoothed BLEU, then in the context of the previous pass
    gain_scale: Positive = 1.0  # of the cost against model scores; cdec calls it metric scale
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

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        parts = self.composed()
        learner = parts.learner(source.gain(self.gain), self.seed)
        loop = ShardedLoop(
            learner, source, start, journey.site, shards=self.shards, mixer=parts.mixer, shuffle=True
        )
        return drive(loop, source, journey, self.epochs, self.choose)
