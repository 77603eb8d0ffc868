"""Stale-gradient learning (Langford et al. 2009, as in Green et al. 2013): workers take a mini-batch and the
weights of that moment; gradients are applied as they come, none after more than `staleness` others.

Not deterministic with several threads: which gradient comes first is the machine's choice. With staleness 0,
or the serial executor, it is the plain online loop with mini-batches.
"""

from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import nullcontext
from threading import Lock
from typing import Any

import numpy as np

from rectrix.base.seeds import stream
from rectrix.execute import Executor
from rectrix.learn.candidates import Candidates, Floats, Gradient
from rectrix.learn.gain import pack, unpack
from rectrix.learn.online import OnlineLearner, Pass
from rectrix.learn.run import Report
from rectrix.learn.state import State
from rectrix.learn.tuning import Seen, Stored, Tuning

_Work = list[tuple[Seen, Candidates, Gradient]]


class AsynchronousLoop:
    """Central weights; the gain must not remember, since sentences have no order."""

    def __init__(
        self, learner: OnlineLearner, tuning: Tuning, start: Floats, executor: Executor, staleness: int = 16
    ) -> None:
        self._learner, self._tuning, self._executor = learner, tuning, executor
        self._staleness = staleness
        self._state = learner.begin(start, len(tuning.space))
        self._memory = learner.gain.start()
        self._decoding = Lock()

    def epoch(self, number: int) -> Report:
        order = list(range(len(self._tuning)))
        stream(self._learner.seed, "order", number).shuffle(order)
        size = self._learner.batch
        queue = deque(order[i : i + size] for i in range(0, len(order), size))
        done, running, oldest = Pass(), set[Future[_Work]](), 0
        while queue or running:
            # With at most `staleness` others under way a gradient misses at most that many updates.
            while queue and len(running) <= self._staleness:
                weights = self._state.weights.copy()
                running.add(self._executor.submit(self._work, queue.popleft(), weights, number))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            oldest = max(oldest, len(running))
            for future in finished:
                self._apply(future.result(), done)
        for regularizer in self._learner.regularizers:
            regularizer.settle(self._state)
        best = [done.best[s] for s in sorted(done.best)]
        if len(best) == len(self._tuning):
            self._memory = self._learner.gain.after_pass(np.array(best), self._memory)
        facts: dict[str, float] = {"pairs": done.pairs, "staleness": oldest}
        found = best and not isinstance(self._tuning, Stored)
        return Report(done.loss, facts, np.sum(best, axis=0) if found else None)

    def _work(self, sentences: list[int], weights: Floats, epoch: int) -> _Work:
        """Decode, judge and differentiate, with weights that may be old by the time it is applied."""
        work = []
        # A decoder adds features to the space it shares with the others: one batch at a time, each on the
        # decoder's own threads. Stored lists only look.
        with nullcontext() if isinstance(self._tuning, Stored) else self._decoding:
            looked = self._tuning.look(sentences, weights)
        for seen in looked:
            gradient, candidates, _ = self._learner.judge(seen, weights, self._memory, epoch)
            work.append((seen, candidates, gradient))
        return work

    def _apply(self, work: _Work, done: Pass) -> None:
        gradients = []
        for seen, candidates, gradient in work:
            # Not len(space), which another thread may be changing.
            self._state.grow(int(candidates.columns.max(initial=-1)) + 1)
            done.note(seen, candidates, gradient)
            self._learner.settle(self._state, seen)
            gradients.append(self._learner.admitted(self._state, candidates, gradient))
        if gradients:
            self._learner.step(self._state, Gradient.sum_of(gradients).nonzero())

    def weights(self) -> Floats:
        return self._learner.result(self._state)

    def dump(self) -> tuple[list[State], dict[str, Any]]:
        packed = {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in pack(self._memory).items()}
        return [self._state], {"memory": packed}

    def restore(self, states: list[State], info: dict[str, Any]) -> None:
        self._state, self._memory = states[0], unpack(info["memory"])

    def settled(self) -> bool:
        return False
