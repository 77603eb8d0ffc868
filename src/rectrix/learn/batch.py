"""Batch learning: decode all, add to the lists of earlier rounds, optimize on all of them, decode again.

Lists know little of weights that are far from those that they were searched with: an optimum on them may
translate badly. Then half the way to it is tried, and half of that; the lists of all that was tried are kept.

It ends when no new hypothesis turns up, when the weights stay as they are, when several rounds bring next to
nothing, or after enough rounds. On stored lists one round is all there is. Workers decode; the optimizer
stays here.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix.learn.candidates import Floats
from rectrix.learn.forests import StoredForests
from rectrix.learn.journey import Journey, drive
from rectrix.learn.names import load_space, save_space
from rectrix.learn.records import Record
from rectrix.learn.report import EpochReport, Unit
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource

_HALVINGS = 3  # of a step, at most
_WORSE = 0.05  # a step is halved if it loses this part of the best score
_GAIN = 0.002  # what a round must add to the best score, as a part of it, not to be barren
_BARREN = 3  # barren rounds in a row, after which it ends


class Gathered(Protocol):
    """What rounds of decoding leave: lists, or forests."""

    @property
    def space(self) -> FeatureSpace: ...

    @property
    def size(self) -> int:
        """Hypotheses, or edges."""

    def sums(self, weights: Sparse) -> Floats:
        """The metric's statistics of the best translations under these weights."""

    def score_of(self, weights: Floats) -> float:
        """The corpus score for weights over the space's indexes."""

    def joined(self, fresh: Self) -> Self:
        """These and what a further round has found; the space is the same."""


G = TypeVar("G", bound=Gathered)
G_contra = TypeVar("G_contra", bound=Gathered, contravariant=True)


class Optimizer(Protocol[G_contra]):
    """What a batch recipe does with all that was gathered."""

    def optimize(self, stored: G_contra, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """New weights over the feature space, and the objective there."""


class BatchLoop(Generic[G]):
    """Rounds of decoding and optimizing."""

    unit: Unit = "round"

    def __init__(
        self,
        optimizer: Optimizer[G],
        source: TuningSource,
        start: Sparse,
        site: Site,
        gather: Callable[[Sparse, FeatureSpace, Site], G],
    ) -> None:
        self._optimizer, self._source, self._site = optimizer, source, site
        self._gather = gather
        self._history = [start]  # the weights that were decoded with, and the newest
        self._space = FeatureSpace()
        for key in start.keys.tolist():
            self._space.add(site.names[key])
        self._best, self._score = start, -np.inf  # what has translated best
        self._rounds: list[float] = []  # the best score before the first round, and after each
        self._lists: G | None = None
        self._done = False

    def epoch(self, number: int) -> EpochReport:
        if self._lists is None:
            fresh = self._decode(self._history[-1])
            self._add(fresh)
            self._judge(self._history[-1], fresh)
        assert self._lists is not None
        start = self._history[-1].over(self._lists.space)
        weights, objective = self._optimizer.optimize(self._lists, start, number, self._site)
        facts: dict[str, float] = {
            "hypotheses": self._lists.size,
            "lists": self._lists.score_of(weights),
        }
        self._done = bool(np.max(np.abs(weights - start), initial=0.0) < 1e-5) or not self._source.searches
        wanted = Sparse.keyed(weights, self._lists.space)
        self._site.names.add_from(self._lists.space, wanted.keys)
        if not self._source.searches:
            self._history.append(wanted)
            return EpochReport(objective, facts)
        # The lists of the next round tell at once how good these weights are.
        fresh, halvings = self._step(wanted)
        if halvings:
            facts["step"] = 0.5**halvings
        return EpochReport(objective, facts, fresh.sums(self._history[-1]))

    def _step(self, wanted: Sparse) -> tuple[G, int]:
        """Decode with the wanted weights, or with some on the way to them from the best; how often halved."""
        best, score = self._best, self._score
        slack = _WORSE * abs(score)
        for halvings in range(_HALVINGS + 1):
            self._history.append(between(best, wanted, 0.5**halvings))
            fresh = self._decode(self._history[-1])
            added = self._add(fresh)
            found = self._judge(self._history[-1], fresh)
            if found >= score - slack:
                break
        self._rounds = [*(self._rounds or [score]), self._score]
        self._done = self._done or not added or barren(self._rounds) >= _BARREN
        return fresh, halvings

    def _judge(self, weights: Sparse, fresh: G) -> float:
        """Remember the best weights; the score, as higher is better."""
        metric = self._source.metric
        score = float(metric.score(fresh.sums(weights))) * (1 if metric.higher_is_better else -1)
        if score > self._score:
            self._best, self._score = weights, score
        return score

    def _decode(self, weights: Sparse) -> G:
        return self._gather(weights, self._space, self._site)

    def _add(self, fresh: G) -> int:
        """Add to what earlier rounds have found; how much is new."""
        before = 0 if self._lists is None else self._lists.size
        self._lists = fresh if self._lists is None else self._lists.joined(fresh)
        return self._lists.size - before

    def weights(self) -> Sparse:
        return self._history[-1]

    def save(self, folder: Path) -> None:
        arrays: dict[str, NDArray[Any]] = {}
        for number, weights in enumerate(self._history):
            arrays |= {f"keys.{number}": weights.keys, f"values.{number}": weights.values}
        head = {"searched": len(self._history), "done": self._done, "rounds": self._rounds}
        Record(head, arrays).write(folder / "history")
        save_space(folder / "space", self._space)

    def restore(self, folder: Path) -> None:
        # Lists are not kept on disk: decoding with the same weights finds the same ones again.
        record = Record.read(folder / "history")
        searched = range(record.head["searched"])
        self._history = [Sparse(record.arrays[f"keys.{n}"], record.arrays[f"values.{n}"]) for n in searched]
        self._done, self._rounds = bool(record.head["done"]), list(record.head["rounds"])
        self._space = load_space(folder / "space")
        self._site.names.add_from(self._space, self._space.keys())
        for weights in self._history:
            if not self._done:
                fresh = self._decode(weights)
                self._add(fresh)
                self._judge(weights, fresh)

    def settled(self) -> bool:
        return self._done


def barren(scores: Sequence[float]) -> int:
    """How many rounds at the end have not added enough to the score of the last that did."""
    mark, last = scores[0], 0
    for round_, score in enumerate(scores):
        if score > mark + _GAIN * abs(mark):
            mark, last = score, round_
    return len(scores) - 1 - last


def between(best: Sparse, wanted: Sparse, part: float) -> Sparse:
    """A part of the way from weights to others, whose L1 norm the former are brought to."""
    norm = float(np.abs(best.values).sum())
    if part == 1 or not norm:
        return wanted
    scale = float(np.abs(wanted.values).sum()) / norm
    return best.times((1 - part) * scale).plus(wanted.times(part))


def learn_in_rounds(
    optimizer: Optimizer[StoredLists], source: TuningSource, start: Sparse, journey: Journey, rounds: int
) -> Sparse:
    """The weights of the round that translates best; a stored tuning set needs a single round."""
    loop = BatchLoop(optimizer, source, start, journey.site, source.stored)
    return drive(loop, source, journey, rounds, "best")


def learn_on_forests(
    optimizer: Optimizer[StoredForests],
    source: TuningSource,
    start: Sparse,
    journey: Journey,
    rounds: int,
    density: float,
) -> Sparse:
    """The same on forests of so many edges per edge of the best derivation."""

    def gather(weights: Sparse, space: FeatureSpace, site: Site) -> StoredForests:
        return source.forests(weights, space, site, density)

    loop = BatchLoop(optimizer, source, start, journey.site, gather)
    return drive(loop, source, journey, rounds, "best")
