"""Batch learning: decode all, add to the lists of earlier rounds, optimize on all of them, decode again.

It ends when no new hypothesis turns up, when the weights stay as they are, or after enough rounds. On stored
lists one round is all there is.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from rectrix._core.kbest import merge
from rectrix.learn.candidates import Floats
from rectrix.learn.run import Report, Run, drive
from rectrix.learn.state import State
from rectrix.learn.tuning import Decoded, Stored, Tuning


class Optimizer(Protocol):
    """What a batch recipe does with accumulated lists."""

    def optimize(self, stored: Stored, start: Floats, round_: int, run: Run) -> tuple[Floats, float]:
        """New weights and the objective there."""


@dataclass
class BatchLoop:
    """One round of decoding and optimizing per epoch."""

    optimizer: Optimizer
    tuning: Tuning
    run: Run
    history: list[Floats]  # the weights that were decoded with, and the newest
    lists: Stored | None = None
    done: bool = False

    def epoch(self, number: int) -> Report:
        if self.lists is None:
            self._add(self.tuning.stored(self.history[-1]))
        assert self.lists is not None
        start = self.lists.padded(self.history[-1])
        weights, objective = self.optimizer.optimize(self.lists, start, number, self.run)
        self.history.append(weights)
        facts: dict[str, float] = {
            "hypotheses": self.lists.lists.hypotheses,
            "lists": self.lists.score(weights),
        }
        self.done = bool(np.max(np.abs(weights - start), initial=0.0) < 1e-5)
        if not isinstance(self.tuning, Decoded):
            return Report(objective, facts)
        # The lists of the next round tell at once how good these weights are.
        fresh = self.tuning.stored(weights)
        self.done = self._add(fresh) == 0 or self.done
        return Report(objective, facts, fresh.sums(weights))

    def _add(self, fresh: Stored) -> int:
        """Add lists to those of earlier rounds; how many hypotheses are new."""
        if self.lists is None or not isinstance(self.tuning, Decoded):
            self.lists = fresh
            return fresh.lists.hypotheses
        before = self.lists.lists.hypotheses
        lists = merge(self.lists.lists, fresh.lists)
        self.lists = Stored.of(lists, self.tuning.references, self.tuning.metric, self.tuning.threads)
        return lists.hypotheses - before

    def weights(self) -> Floats:
        return self.history[-1]

    def dump(self) -> tuple[list[State], dict[str, Any]]:
        return [State(weights) for weights in self.history], {"done": self.done}

    def restore(self, states: list[State], info: dict[str, Any]) -> None:
        # Lists are not kept on disk: decoding with the same weights finds the same ones again.
        self.history = [state.weights.copy() for state in states]
        self.done = bool(info["done"])
        for weights in self.history:
            self._add(self.tuning.stored(weights))

    def settled(self) -> bool:
        return self.done or isinstance(self.tuning, Stored)


def learn_in_rounds(optimizer: Optimizer, tuning: Tuning, run: Run, rounds: int) -> Floats:
    """The weights of the round that translates best; a stored tuning set needs a single round."""
    loop = BatchLoop(optimizer, tuning, run, [np.asarray(run.start, np.float64)])
    return drive(loop, tuning, run, rounds, "best")
