"""Epochs over shards with a mixer: MixSGD, IterMixSGD, IterSelSGD of Simianer et al. 2012; one shard: SGD."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rectrix.base.seeds import stream
from rectrix.execute import Executor
from rectrix.execute.serial import Serial
from rectrix.execute.threads import Threads
from rectrix.learn.candidates import Floats
from rectrix.learn.gain import pack, unpack
from rectrix.learn.lockstep import run_in_step
from rectrix.learn.mixers.mean import Mean
from rectrix.learn.online import OnlineLearner, Pass
from rectrix.learn.run import Report
from rectrix.learn.sparse import Sparse
from rectrix.learn.state import State
from rectrix.learn.tuning import Stored, Tuning


def split(sentences: int, shards: int) -> list[list[int]]:
    """Contiguous shards of equal size; what remains goes to the last."""
    size = max(1, round(sentences / shards))
    begins = [min(i * size, sentences) for i in range(shards)] + [sentences]
    parts = [list(range(begins[i], begins[i + 1])) for i in range(shards)]
    return [part for part in parts if part]


@dataclass
class Shard:
    """A part of the tuning set and what is being learned there."""

    number: int
    sentences: list[int]
    state: State
    memory: Any


@dataclass(frozen=True)
class _Task:
    """One epoch on one shard: a plain function of frozen parts, the shard, and the weights to begin with."""

    learner: OnlineLearner
    tuning: Tuning
    epoch: int
    shuffle: bool

    def __call__(self, shard: Shard, weights: Floats | None) -> Pass:
        order = self.order(shard, weights)
        done, shard.memory = self.learner.run_pass(shard.state, self.tuning, order, shard.memory, self.epoch)
        return done

    def order(self, shard: Shard, weights: Floats | None) -> list[int]:
        """Begin with these weights; the shard's sentences in this epoch's order."""
        if weights is not None:
            shard.state.weights = weights
        order = list(shard.sentences)
        if self.shuffle:
            stream(self.learner.seed, "order", self.epoch, shard.number).shuffle(order)
        return order

    def in_step(self, shards: list[Shard], weights: Floats | None, executor: Executor) -> list[Pass]:
        """The same for all shards of a decoder."""
        passes = []
        for shard in shards:
            order = self.order(shard, weights)
            passes.append((self.learner.learning(shard.state, order, shard.memory, self.epoch), shard.state))
        results = run_in_step(passes, self.tuning, executor)
        for shard, (_, memory) in zip(shards, results, strict=True):
            shard.memory = memory
        return [done for done, _ in results]


class ShardedLoop:
    """Every epoch runs all shards from the same weights and mixes what they learned.

    mix="epoch": IterMix or, with a selecting mixer, IterSel. mix="end": shards never meet before the end, and
    each contributes the mean of its epochs' weights (MixSGD).
    """

    def __init__(
        self,
        learner: OnlineLearner,
        tuning: Tuning,
        start: Floats,
        executor: Executor,
        shards: int = 1,
        mixer: Any = None,
        mix: Literal["epoch", "end"] = "epoch",
        shuffle: bool = False,
    ) -> None:
        self._learner, self._tuning = learner, tuning
        self._executor = executor
        if not isinstance(tuning, Stored) and not isinstance(executor, Serial):
            self._executor = Threads(1)  # searches have threads of their own, and one follows the other
        self._mixer, self._mix, self._shuffle = mixer or Mean(), mix, shuffle
        self._shards = [
            Shard(i, part, learner.begin(start, len(tuning.space)), learner.gain.start())
            for i, part in enumerate(split(len(tuning), shards))
        ]
        self._mixed: Floats = np.asarray(start, np.float64).copy()

    def epoch(self, number: int) -> Report:
        task = _Task(self._learner, self._tuning, number, self._shuffle)
        meeting = self._mix == "epoch" and len(self._shards) > 1 and number > 0
        begin = self._mixed if meeting else None
        if isinstance(self._tuning, Stored):
            passes = self._executor.map(task, self._shards, begin)
        else:
            passes = task.in_step(self._shards, begin, self._executor)
        self._look_back(passes)
        self._mixed = self._mix_epoch(number)
        return self._report(passes)

    def _look_back(self, passes: list[Pass]) -> None:
        """Give the whole pass to gains that score a sentence in the context of the last one."""
        best = {s: row for done in passes for s, row in done.best.items()}
        if len(best) == len(self._tuning):
            rows = np.array([best[s] for s in range(len(self._tuning))])
            for shard in self._shards:
                shard.memory = self._learner.gain.after_pass(rows, shard.memory)

    def _mix_epoch(self, number: int) -> Floats:
        if len(self._shards) == 1:
            return self._learner.result(self._shards[0].state)
        sparse = []
        for shard in self._shards:
            weights = self._learner.result(shard.state)
            if self._mix == "end":
                total = shard.state.memory("epochs.sum")
                total += weights
                weights = total / (number + 1)
            sparse.append(Sparse.of(weights))
        sizes = [len(shard.sentences) for shard in self._shards]
        mixed = self._mixer.mix(sparse, sizes, Sparse.of(self._mixed))
        return np.asarray(mixed.dense(max(shard.state.size for shard in self._shards)))

    def _report(self, passes: list[Pass]) -> Report:
        score = self._tuning.metric.score
        facts: dict[str, float] = {
            "pairs": sum(done.pairs for done in passes),
            "clock": self._shards[0].state.clock,
        }
        for name in ("oracle", "prediction"):
            sums = [getattr(done, name) for done in passes if getattr(done, name) is not None]
            if sums:
                facts[name] = float(score(np.sum(sums, axis=0)))
        # What was found on the way, with weights that moved: another search would double the work.
        stored = isinstance(self._tuning, Stored)
        rows = [] if stored else [row for done in passes for row in done.best.values()]
        return Report(sum(done.loss for done in passes), facts, np.sum(rows, axis=0) if rows else None)

    def weights(self) -> Floats:
        return self._mixed

    def dump(self) -> tuple[list[State], dict[str, Any]]:
        memories = []
        for shard in self._shards:
            packed = pack(shard.memory)
            memories.append({k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in packed.items()})
        return [State(self._mixed), *(shard.state for shard in self._shards)], {"memories": memories}

    def restore(self, states: list[State], info: dict[str, Any]) -> None:
        self._mixed = states[0].weights.copy()
        for shard, state, memory in zip(self._shards, states[1:], info["memories"], strict=True):
            shard.state, shard.memory = state, unpack(memory)

    def settled(self) -> bool:
        return False
