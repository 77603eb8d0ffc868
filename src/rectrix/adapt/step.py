"""One step of an online learner on one sentence, as changes of named numbers that a journal can keep."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rectrix._core import decode, kbest
from rectrix.adapt.settings import LearnSettings
from rectrix.learn.candidates import Floats, candidates_of
from rectrix.learn.losses.hinge import Hinge
from rectrix.learn.losses.perceptron import Perceptron
from rectrix.learn.online import OnlineLearner
from rectrix.learn.pairs.oracle import Oracle
from rectrix.learn.state import State
from rectrix.learn.updates.adagrad import AdaGrad
from rectrix.learn.updates.passive_aggressive import PassiveAggressive
from rectrix.learn.updates.sgd import SGD
from rectrix.score import references_of
from rectrix.score.bleu import BLEU
from rectrix.score.gains import gain
from rectrix.text.formats.journal import Changes

WEIGHTS = "weights"
_KEPT = (WEIGHTS, "adagrad.squares")


def learner_of(settings: LearnSettings, unit: float) -> OnlineLearner:
    """Hope against fear, sentence BLEU; what differs is loss and update. unit: of the model's weights."""
    scale, rate = settings.gain_scale * unit, settings.rate * unit
    parts: dict[str, tuple[Any, Any]] = {
        "passive_aggressive": (Hinge(0.0, scale), PassiveAggressive(settings.cap * unit)),
        "adagrad": (Hinge(0.0, scale), AdaGrad(rate)),
        "perceptron": (Perceptron(), SGD(rate)),
    }
    loss, update = parts[settings.learner]
    pairs = Oracle.named("hope", "fear", gain_scale=scale)
    return OnlineLearner(pairs=pairs, loss=loss, update=update, gain=gain("nakov"))


@dataclass
class Steps:
    """The sums of all changes so far, by array and feature: a function of the changes in their order."""

    sums: dict[str, dict[str, float]] = field(default_factory=dict)

    def add(self, changes: Changes) -> None:
        """One more step."""
        for name, values in changes.items():
            array = self.sums.setdefault(name, {})
            for feature, change in values.items():
                array[feature] = array.get(feature, 0.0) + change

    @property
    def weights(self) -> dict[str, float]:
        """What to add to the model's weights."""
        return self.sums.get(WEIGHTS, {})


@dataclass(frozen=True)
class CorrectionSearch:
    """A decoder in a space of its own, and the weights in force."""

    decoder: decode.Decoder
    weights: Floats
    fixed: frozenset[str]  # features that no step changes

    def step(self, learner: OnlineLearner, text: str, reference: str, k: int, before: Steps) -> Changes:
        """What one step on this sentence changes."""
        lists, _, _ = kbest.extract(self.decoder, [text], self.weights, k)
        if lists.hypotheses < 2:
            return {}
        space = self.decoder.space
        statistics = BLEU().statistics(lists, references_of([[reference]]))
        length = len(text.split())
        candidates = candidates_of(lists, 0, statistics, self.weights, source_length=length)
        state = self._state(learner, before)
        gradient, _ = learner.judge(candidates, self.weights, learner.gain.start(), 0)
        gradient = gradient.nonzero()
        free = np.array([name not in self.fixed for name in space.names(gradient.ids)], bool)
        gradient.values[~free] = 0
        old = state.copy()
        learner.step(state, gradient.nonzero())
        return _changes(old, state, gradient.ids, space.names(gradient.ids))

    def _state(self, learner: OnlineLearner, before: Steps) -> State:
        space = self.decoder.space
        state = learner.begin(self.weights, len(space))
        for name, values in before.sums.items():
            if name != WEIGHTS:
                array = state.memory(name)
                for feature, value in values.items():
                    index = space.find(feature)
                    if index is not None:
                        array[index] = value
        return state


def _changes(old: State, new: State, ids: "np.typing.NDArray[np.int64]", names: list[str]) -> Changes:
    made = {}
    for array in _KEPT:
        if new.remembers(array):
            moved = new.memory(array)[ids] - (old.memory(array)[ids] if old.remembers(array) else 0.0)
            values = {name: float(moved[i]) for i, name in enumerate(names) if moved[i] != 0}
            if values:
                made[array] = values
    return made
