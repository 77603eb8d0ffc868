"""Online learning: decode a sentence or a mini-batch with the current weights, compare, step, go on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rectrix.base.errors import UsageError
from rectrix.base.seeds import stream
from rectrix.learn import averaging
from rectrix.learn.axes import ListLoss, Loss, Pairs, Update
from rectrix.learn.candidates import Candidates, Floats, Gradient, Integers, PairBatch
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.state import State
from rectrix.learn.tuning import Tuning
from rectrix.score.gains import Gain


@dataclass
class Pass:
    """What happened in a pass over sentences."""

    loss: float = 0.0
    pairs: int = 0
    best: dict[int, Floats] = field(default_factory=dict)  # statistics of the model's best, by sentence
    oracle: Floats | None = None  # summed statistics of the hypotheses that were preferred
    prediction: Floats | None = None  # and of those that were held against them

    def note(self, candidates: Candidates, gradient: Gradient) -> None:
        """Account for a sentence."""
        best, worst = int(np.argmax(candidates.gains)), candidates.best
        if gradient.batches and len(gradient.batches[0]) == 1:
            best, worst = int(gradient.batches[0].better[0]), int(gradient.batches[0].worse[0])
        pairs = sum(int(np.count_nonzero(batch.better != batch.worse)) for batch in gradient.batches)
        if not gradient.batches:  # a loss of lists compares all their hypotheses
            pairs = int(np.ptp(candidates.gains) > 0)
        rows = (candidates.statistics[at] for at in (candidates.best, best, worst))
        self.add(candidates.sentence, gradient.loss, pairs, *rows)

    def add(
        self, sentence: int, loss: float, pairs: int, best: Floats, oracle: Floats, prediction: Floats
    ) -> None:
        """The same in numbers: of the model's best, the preferred and the other hypothesis."""
        self.loss += loss
        self.pairs += pairs
        self.best[sentence] = best
        self.oracle = oracle + (0 if self.oracle is None else self.oracle)
        self.prediction = prediction + (0 if self.prediction is None else self.prediction)

    def sums(self) -> Floats:
        """The statistics of the model's best, summed; empty if there was none."""
        return np.sum([self.best[s] for s in sorted(self.best)], axis=0) if self.best else np.zeros(0)

    def rows(self, sentences: Sequence[int]) -> Floats:
        """The same sentence by sentence, 0 where there was no hypothesis."""
        width = len(next(iter(self.best.values()))) if self.best else 0
        return np.array([self.best.get(s, np.zeros(width)) for s in sentences]).reshape(len(sentences), width)


@dataclass(frozen=True)
class OnlineLearner:
    """A composition of parts; all that changes is in the State and in the gain's memory."""

    pairs: Pairs | None  # None: the loss is of lists
    loss: Loss
    update: Update
    gain: Gain
    regularizers: tuple[Regularizer, ...] = ()
    batch: int = 1  # sentences per step
    average: bool = False  # keep the mean over steps
    each_pair: bool = False  # a step after every pair, whose loss is that of the weights then
    seed: int = 1

    def begin(self, weights: Floats, size: int) -> State:
        """A state to learn from these weights."""
        state = State(weights)
        state.grow(size)
        if self.average:
            averaging.begin(state)
        return state

    def run_pass(
        self, state: State, tuning: Tuning, sentences: Sequence[int], memory: Any, epoch: int
    ) -> tuple[Pass, Any]:
        """One pass over these sentences in this order; the gain's memory comes in and goes out."""
        done = Pass()
        for first in range(0, len(sentences), self.batch):
            gradients = []
            for found in tuning.look(sentences[first : first + self.batch], state.weights):
                state.grow(len(tuning.space))
                self.settle(state, found)
                gradient, candidates = self.judge(found, state.weights, memory, epoch)
                memory = self.gain.after_sentence(self.remembered(candidates), memory, candidates.place)
                done.note(candidates, gradient)
                gradients.append(self.admitted(state, candidates.sentence, candidates.columns, gradient))
            if self.each_pair:
                self.step_by_pair(state, gradients)
            elif gradients:
                self.step(state, Gradient.sum_of(gradients).nonzero())
        for regularizer in self.regularizers:
            regularizer.settle(state)
        return done, memory

    def settle(self, state: State, candidates: Candidates) -> None:
        """Bring the features of a sentence up to date before they are used."""
        for regularizer in self.regularizers:
            regularizer.settle(state, candidates.columns)

    def judge(
        self, found: Candidates, weights: Floats, memory: Any, epoch: int
    ) -> tuple[Gradient, Candidates]:
        """The gradient on a sentence, and its hypotheses with gains."""
        gains = self.gain.gains(found.statistics, memory, found.place)
        candidates = found.judged(gains).rescored(weights)
        return self.gradient(candidates, epoch), candidates

    def remembered(self, candidates: Candidates) -> Floats:
        """The statistics of the hypothesis that the gain wants to remember."""
        chosen = candidates.best
        if self.gain.remembers == "hope":
            chosen = int(np.argmax(candidates.scores + candidates.gains))
        return np.asarray(candidates.statistics[chosen])

    def gradient(self, candidates: Candidates, epoch: int) -> Gradient:
        """The loss' gradient on one list."""
        if isinstance(self.loss, ListLoss):
            slope = self.loss.slope(candidates.scores, candidates.gains)
            value = self.loss.value(candidates.scores, candidates.gains)
            return Gradient(candidates.columns, np.asarray(slope @ candidates.matrix), value)
        if self.pairs is None:
            raise UsageError("a loss of pairs needs pairs")
        random = stream(self.seed, "pairs", epoch, candidates.sentence)
        batch = self.pairs.choose(candidates, random)
        slope = self.loss.slope(batch.margins, batch.costs)
        value = float(np.sum(self.loss.value(batch.margins, batch.costs)))
        return Gradient(candidates.columns, batch.combine(slope), value, (batch,))

    def admitted(self, state: State, sentence: int, present: Integers, gradient: Gradient) -> Gradient:
        """Without the features that a regularizer holds back; present: all that the sentence's list has."""
        for regularizer in self.regularizers:
            kept = regularizer.admit(state, sentence, present, gradient.ids)
            if kept is not None:
                gradient = Gradient(
                    gradient.ids, np.where(kept, gradient.values, 0.0), gradient.loss, gradient.batches
                )
        return gradient

    def step(self, state: State, gradient: Gradient) -> None:
        """Update, shrink, average. A gradient without entries is no step."""
        if not len(gradient.ids):
            return
        rates = self.update.step(state, gradient)
        for regularizer in self.regularizers:
            regularizer.shrink(state, rates)
        if self.average:
            averaging.note(state, rates.ids)

    def step_by_pair(self, state: State, gradients: Sequence[Gradient]) -> None:
        """One pair after the other, each judged by the weights that the one before has left."""
        for batch in (batch for gradient in gradients for batch in gradient.batches):
            ids, sentence = batch.candidates.columns, batch.candidates.sentence
            for better, worse in zip(batch.better, batch.worse, strict=True):
                pair = PairBatch(batch.candidates, better[None], worse[None])
                margin = pair.rows @ state.weights[ids]
                slope = self.loss.slope(margin, pair.costs)
                made = Gradient(ids, np.asarray(slope @ pair.rows), 0.0, (pair,))
                self.step(state, self.admitted(state, sentence, ids, made).nonzero())

    def result(self, state: State) -> Floats:
        """The weights to use: the mean over steps, or the last."""
        return averaging.mean(state) if self.average else state.weights.copy()
