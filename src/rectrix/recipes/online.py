"""Any online learner: pairs, loss, update, regularizers and mixer are chosen by name, or of your own making.

No paper's: what the parts of the others give in other combinations.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rectrix.base.bounds import Count, Whole
from rectrix.base.errors import UsageError
from rectrix.base.parts import Choice, all_chosen, chosen, described
from rectrix.learn.axes import ListLoss, Loss, Mixer, Pairs, Update
from rectrix.learn.journey import Journey, drive
from rectrix.learn.losses import LOSSES
from rectrix.learn.losses.logistic import Logistic
from rectrix.learn.mixers import MIXERS
from rectrix.learn.mixers.mean import Mean
from rectrix.learn.online import OnlineLearner
from rectrix.learn.pairs import PAIRS
from rectrix.learn.pairs.sampled import Sampled
from rectrix.learn.recipe import GainName, Recipe
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers import REGULARIZERS
from rectrix.learn.regularizers.none import Unregularized
from rectrix.learn.sharded import ShardedLoop
from rectrix.learn.sparse import Sparse
from rectrix.learn.tuning import TuningSource
from rectrix.learn.updates import UPDATES
from rectrix.learn.updates.adagrad import AdaGrad
from rectrix.score.gains import Gain


@dataclass(frozen=True)
class OnlineParts:
    """What an online learner is made of."""

    pairs: Pairs | None
    loss: Loss
    update: Update
    regularizers: tuple[Regularizer, ...] = ()
    mixer: Mixer | None = None

    def learner(
        self, gain: Gain, seed: int, batch: int = 1, average: bool = False, each_pair: bool = False
    ) -> OnlineLearner:
        """The learner that these parts make."""
        return OnlineLearner(
            pairs=self.pairs,
            loss=self.loss,
            update=self.update,
            gain=gain,
            regularizers=self.regularizers,
            batch=batch,
            average=average,
            each_pair=each_pair,
            seed=seed,
        )

    def named(self) -> dict[str, str]:
        """By axis, as a signature prints them."""
        found = {"loss": described(LOSSES, self.loss), "update": described(UPDATES, self.update)}
        if self.pairs is not None:
            found["pairs"] = described(PAIRS, self.pairs)
        if self.regularizers:
            found["regularizer"] = "+".join(described(REGULARIZERS, one) for one in self.regularizers)
        if self.mixer is not None:
            found["mixer"] = described(MIXERS, self.mixer)
        return found


class Composed(Recipe):
    """An online recipe whose parts can be exchanged; `own` gives the ones it has by itself."""

    pairs: Choice = None  # which hypotheses are compared: a name, or fields of the recipe's own
    loss: Choice = None  # what they cost
    update: Choice = None  # how a gradient becomes a step
    regularizer: Choice = None  # what shrinks weights; several in a list

    def own(self) -> OnlineParts:
        """The parts that the paper has, with the settings of the recipe."""
        raise NotImplementedError

    def composed(self) -> OnlineParts:
        """With those that were chosen."""
        own = self.own()
        loss = chosen(LOSSES, self.loss, own.loss)
        mixer = own.mixer and chosen(MIXERS, getattr(self, "mixer", None), own.mixer)
        update = chosen(UPDATES, self.update, own.update)
        shrink = all_chosen(REGULARIZERS, self.regularizer, own.regularizers or (Unregularized(),))
        kept = tuple(one for one in shrink if not isinstance(one, Unregularized))
        if isinstance(loss, ListLoss):
            if self.pairs is not None:
                raise UsageError(f"the loss {described(LOSSES, loss)} is of lists: it has no pairs")
            return OnlineParts(None, loss, update, kept, mixer)
        default = own.pairs or Sampled()
        return OnlineParts(chosen(PAIRS, self.pairs, default), loss, update, kept, mixer)

    def parts(self) -> Mapping[str, str]:
        return self.composed().named()


class Online(Composed):
    """A composition of your own; each part has its defaults."""

    epochs: Whole = 10  # passes over the tuning set
    shards: Count = 1  # parts of the tuning set that learn side by side
    batch: Count = 1  # sentences of a step
    average: bool = False  # the mean of the weights over all steps
    shuffle: bool = True  # another order of the sentences in each epoch
    mixer: Choice = None  # how shards' weights become one
    gain: GainName = "travatar"  # the worth of a single translation
    choose: Literal["last", "mean", "best"] = "last"  # of the epochs' weights

    def own(self) -> OnlineParts:
        return OnlineParts(Sampled(), Logistic(), AdaGrad(), (), Mean())

    def signature(self) -> str:
        """All parts: no paper says which they are."""
        changes = {axis: name for axis, name in self.parts().items() if getattr(self, axis) is None}
        return "|".join([*(f"{axis}={part}" for axis, part in changes.items()), super().signature()])

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        parts = self.composed()
        learner = parts.learner(source.gain(self.gain), self.seed, self.batch, self.average)
        loop = ShardedLoop(
            learner,
            source,
            start,
            journey.site,
            shards=self.shards,
            mixer=parts.mixer,
            shuffle=self.shuffle,
        )
        return drive(loop, source, journey, self.epochs, self.choose)
