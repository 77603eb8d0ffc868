"""Online learning: decode a sentence or a mini-batch with the current weights, compare, step, go on."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rectrix.base.seeds import stream
from rectrix.learn import averaging
from rectrix.learn.candidates import Candidates, Floats, Gradient, PairBatch
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.state import State
from rectrix.learn.tuning import Seen, Tuning
from rectrix.score.gains import Gain, Sentence

Learning = Generator[Sequence[int], list[Seen], tuple["Pass", Any]]


@dataclass
class Pass:
    """What happened in a pass over sentences."""

    loss: float = 0.0
    pairs: int = 0
    best: dict[int, Floats] = field(default_factory=dict)  # statistics of the model's best, by sentence
    oracle: Floats | None = None  # summed statistics of the hypotheses that were preferred
    prediction: Floats | None = None  # and of those that were held against them

    def note(self, seen: Seen, candidates: Candidates, gradient: Gradient) -> None:
        """Account for a sentence."""
        best, worst = int(np.argmax(candidates.gains)), candidates.best
        if gradient.batches and len(gradient.batches[0]) == 1:
            best, worst = int(gradient.batches[0].better[0]), int(gradient.batches[0].worse[0])
        self.loss += gradient.loss
        self.pairs += sum(int(np.count_nonzero(batch.better != batch.worse)) for batch in gradient.batches)
        self.best[candidates.sentence] = seen.statistics[candidates.best]
        self.oracle = seen.statistics[best] + (0 if self.oracle is None else self.oracle)
        self.prediction = seen.statistics[worst] + (0 if self.prediction is None else self.prediction)


@dataclass(frozen=True)
class OnlineLearner:
    """A composition of parts; all that changes is in the State and in the gain's memory."""

    pairs: Any  # None for list losses
    loss: Any
    update: Any
    gain: Gain
    regularizers: tuple[Regularizer, ...] = ()
    batch: int = 1  # sentences per step
    average: bool = False  # keep the mean over steps
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
        learning = self.learning(state, sentences, memory, epoch)
        try:
            wanted = next(learning)
            while True:
                wanted = learning.send(tuning.look(wanted, state.weights))
        except StopIteration as end:
            result: tuple[Pass, Any] = end.value
            return result

    def learning(self, state: State, sentences: Sequence[int], memory: Any, epoch: int) -> Learning:
        """The same for whoever searches: asks for sentences, and is sent what the state's weights found."""
        done = Pass()
        for first in range(0, len(sentences), self.batch):
            gradients = []
            for seen in (yield sentences[first : first + self.batch]):
                # Not the size of the space, which a search for another shard may be changing.
                state.grow(int(seen.candidates.columns.max(initial=-1)) + 1)
                self.settle(state, seen)
                gradient, candidates, memory = self.judge(seen, state.weights, memory, epoch)
                done.note(seen, candidates, gradient)
                gradients.append(self.admitted(state, candidates, gradient))
            if gradients:
                self.step(state, Gradient.sum_of(gradients).nonzero())
        for regularizer in self.regularizers:
            regularizer.settle(state)
        return done, memory

    def settle(self, state: State, seen: Seen) -> None:
        """Bring the features of a sentence up to date before they are used."""
        for regularizer in self.regularizers:
            regularizer.settle(state, seen.candidates.columns)

    def judge(self, seen: Seen, weights: Floats, memory: Any, epoch: int) -> tuple[Gradient, Candidates, Any]:
        """Gains, gradient, and the gain's memory after this sentence."""
        sentence = Sentence(seen.candidates.sentence, seen.words)
        candidates = seen.judged(self.gain.gains(seen.statistics, memory, sentence)).rescored(weights)
        gradient = self.gradient(candidates, epoch)
        chosen = candidates.best
        if self.gain.remembers == "hope":
            chosen = int(np.argmax(candidates.scores + candidates.gains))
        return gradient, candidates, self.gain.after_sentence(seen.statistics[chosen], memory, sentence)

    def gradient(self, candidates: Candidates, epoch: int) -> Gradient:
        """The loss' gradient on one list."""
        if self.pairs is None:
            slope = self.loss.slope(candidates.scores, candidates.gains)
            value = self.loss.value(candidates.scores, candidates.gains)
            return Gradient(candidates.columns, np.asarray(slope @ candidates.matrix), value)
        random = stream(self.seed, "pairs", epoch, candidates.sentence)
        batch: PairBatch = self.pairs.choose(candidates, random)
        slope = self.loss.slope(batch.margins, batch.costs)
        value = float(np.sum(self.loss.value(batch.margins, batch.costs)))
        return Gradient(candidates.columns, batch.combine(slope), value, (batch,))

    def admitted(self, state: State, candidates: Candidates, gradient: Gradient) -> Gradient:
        """Without the features that a regularizer holds back."""
        for regularizer in self.regularizers:
            kept = regularizer.admit(state, candidates.sentence, candidates.columns, gradient.ids)
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

    def result(self, state: State) -> Floats:
        """The weights to use: the mean over steps, or the last."""
        return averaging.mean(state) if self.average else state.weights.copy()
