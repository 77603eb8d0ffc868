"""Batch learning: decode all, add to the lists of earlier rounds, optimize on all of them, decode again.

It ends when no new hypothesis turns up, when the weights stay as they are, or after enough rounds. On stored
lists one round is all there is. Workers decode; the optimizer stays here.
"""

from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import merge
from rectrix.learn.candidates import Floats
from rectrix.learn.names import load_space, save_space
from rectrix.learn.records import Record
from rectrix.learn.report import Report
from rectrix.learn.run import Journey, drive
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import Stored
from rectrix.learn.tuning import TuningSource


class Optimizer(Protocol):
    """What a batch recipe does with accumulated lists."""

    def optimize(self, stored: Stored, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """New weights over the lists' feature space, and the objective there."""


class BatchLoop:
    """One round of decoding and optimizing per epoch."""

    def __init__(self, optimizer: Optimizer, source: TuningSource, start: Sparse, site: Site) -> None:
        self._optimizer, self._source, self._site = optimizer, source, site
        self._history = [start]  # the weights that were decoded with, and the newest
        self._space = FeatureSpace()
        for key in start.keys.tolist():
            self._space.add(site.names[key])
        self._lists: Stored | None = None
        self._done = False

    def epoch(self, number: int) -> Report:
        if self._lists is None:
            self._add(self._decode(self._history[-1]))
        assert self._lists is not None
        start = self._history[-1].over(self._lists.space)
        weights, objective = self._optimizer.optimize(self._lists, start, number, self._site)
        self._history.append(Sparse.keyed(weights, self._lists.space))
        self._site.names.add_from(self._lists.space, self._history[-1].keys)
        facts: dict[str, float] = {
            "hypotheses": self._lists.lists.hypotheses,
            "lists": self._lists.score_of(weights),
        }
        self._done = bool(np.max(np.abs(weights - start), initial=0.0) < 1e-5) or not self._source.searches
        if not self._source.searches:
            return Report(objective, facts)
        # The lists of the next round tell at once how good these weights are.
        fresh = self._decode(self._history[-1])
        self._done = self._add(fresh) == 0 or self._done
        return Report(objective, facts, fresh.sums(self._history[-1]))

    def _decode(self, weights: Sparse) -> Stored:
        return self._source.stored(weights, self._space, self._site)

    def _add(self, fresh: Stored) -> int:
        """Add lists to those of earlier rounds; how many hypotheses are new."""
        if self._lists is None:
            self._lists = fresh
            return fresh.lists.hypotheses
        before = self._lists.lists.hypotheses
        self._lists = merged(self._lists, fresh)
        return self._lists.lists.hypotheses - before

    def weights(self) -> Sparse:
        return self._history[-1]

    def save(self, folder: Path) -> None:
        arrays: dict[str, NDArray[Any]] = {}
        for number, weights in enumerate(self._history):
            arrays |= {f"keys.{number}": weights.keys, f"values.{number}": weights.values}
        Record({"rounds": len(self._history), "done": self._done}, arrays).write(folder / "history")
        save_space(folder / "space", self._space)

    def restore(self, folder: Path) -> None:
        # Lists are not kept on disk: decoding with the same weights finds the same ones again.
        record = Record.read(folder / "history")
        rounds = range(record.head["rounds"])
        self._history = [Sparse(record.arrays[f"keys.{n}"], record.arrays[f"values.{n}"]) for n in rounds]
        self._done = bool(record.head["done"])
        self._space = load_space(folder / "space")
        self._site.names.add_from(self._space, self._space.keys())
        for weights in self._history:
            if not self._done:
                self._add(self._decode(weights))

    def settled(self) -> bool:
        return self._done


def merged(old: Stored, fresh: Stored) -> Stored:
    """The hypotheses of both without repetitions, each with the statistics it has."""
    lists, rows = merge(old.lists, fresh.lists)
    return Stored(lists, np.concatenate([old.statistics, fresh.statistics])[rows], old.metric)


def learn_in_rounds(
    optimizer: Optimizer, source: TuningSource, start: Sparse, journey: Journey, rounds: int
) -> Sparse:
    """The weights of the round that translates best; a stored tuning set needs a single round."""
    loop = BatchLoop(optimizer, source, start, journey.site)
    return drive(loop, source, journey, rounds, "best")
