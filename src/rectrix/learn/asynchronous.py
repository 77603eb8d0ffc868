"""Stale-gradient learning (Langford et al. 2009, as in Green et al. 2013): workers never wait for each other.

A worker takes the next mini-batch and the weights of that moment, searches, and sends back a gradient, which
is applied as it comes: it misses the updates that the other workers' batches made in the meantime. Workers
keep a copy of the weights and are sent what has changed since they last asked.

Not deterministic with several workers: which gradient comes first is the machine's choice. With a staleness
it is: gradients are applied in the order of batches, and each misses exactly that many before it, whoever
computes it when. As many workers, and one more, are then busy at once; 0 is the plain online loop.
"""

from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix.base.seeds import stream
from rectrix.learn.candidates import Candidates, Floats, Gradient, Integers
from rectrix.learn.gain import pack, unpack
from rectrix.learn.names import load_space, save_space
from rectrix.learn.online import OnlineLearner, Pass
from rectrix.learn.records import Record
from rectrix.learn.report import EpochReport, Unit
from rectrix.learn.site import Site
from rectrix.learn.sparse import Keys, Sparse
from rectrix.learn.state import State
from rectrix.learn.tuning import Tuning, TuningSource
from rectrix.score.gains import Place


@dataclass(frozen=True)
class Batch:
    """A mini-batch for a worker, with what has changed since it was sent the last one."""

    copy: str  # whose copy of the weights: of which run and worker
    source: TuningSource
    learner: OnlineLearner
    sentences: tuple[int, ...]
    epoch: int
    number: int  # in its epoch
    memory: Any
    since: int  # the version that the worker must have; 0: none, all weights are here
    version: int
    changed: Sparse

    @property
    def label(self) -> str:
        return f"a batch of epoch {self.epoch + 1}, sentences {self.sentences[0] + 1}…"


@dataclass(frozen=True)
class Looked:
    """What came of one sentence: the gradient, and what is needed to apply and to report it."""

    place: Place
    present: Integers  # all features of its list, as places in the batch's keys
    active: Integers  # those that the gradient has
    values: Floats
    loss: float
    pairs: int
    rows: tuple[Floats, Floats, Floats]  # statistics of the model's best, of the preferred, of the other
    remembered: Floats  # of the hypothesis that the gain remembers


@dataclass(frozen=True)
class Answer:
    """A batch's gradients, by key; `None` in place of them: the worker has lost its copy of the weights."""

    looked: tuple[Looked, ...] | None
    keys: Keys = field(default_factory=lambda: np.zeros(0, np.uint64))
    names: dict[int, str] = field(default_factory=dict)  # by place in keys, of features that are new here


@dataclass
class _Copy:
    """A worker's weights over its own feature space."""

    tuning: Tuning
    weights: Floats = field(default_factory=lambda: np.zeros(0))
    version: int = 0
    told: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, bool))  # whose names both sides know

    def take(self, batch: Batch) -> None:
        """The weights that have changed."""
        indexes = self.tuning.space.add_keys(batch.changed.keys)
        self._grow()
        self.weights[indexes] = batch.changed.values
        self.told[indexes] = True
        self.version = batch.version

    def tell(self, used: Integers) -> dict[int, str]:
        """The names of features that were never told, by place in `used`."""
        self._grow()
        new = np.flatnonzero(~self.told[used])
        self.told[used] = True
        return dict(zip(new.tolist(), self.tuning.space.names(used[new]), strict=True))

    def _grow(self) -> None:
        more = len(self.tuning.space) - len(self.weights)
        self.weights = np.concatenate([self.weights, np.zeros(more)])
        self.told = np.concatenate([self.told, np.zeros(more, bool)])


_COPIES: dict[str, _Copy] = {}  # of this process' workers


def work(batch: Batch) -> Answer:
    """Search, judge and differentiate with weights that may be old by the time the gradient is applied."""
    copy = _COPIES.get(batch.copy)
    if batch.since and (copy is None or copy.version != batch.since):
        return Answer(None)
    if copy is None or not batch.since:
        copy = _COPIES[batch.copy] = _Copy(batch.source.open(range(len(batch.source))))
    copy.take(batch)
    found = []
    for candidates in copy.tuning.look(batch.sentences, copy.weights):
        gradient, judged = batch.learner.judge(candidates, copy.weights, batch.memory, batch.epoch)
        found.append((judged, gradient))
    return _answer(batch.learner, found, copy)


def _answer(learner: OnlineLearner, found: list[tuple[Candidates, Gradient]], copy: _Copy) -> Answer:
    """By key, in the order of keys."""
    space = copy.tuning.space
    used = np.unique(np.concatenate([np.zeros(0, np.int64), *(c.columns for c, _ in found)]))
    used = used[np.argsort(space.keys()[used])]
    places = np.zeros(len(space), np.int64)
    places[used] = np.arange(len(used))
    looked = []
    for candidates, gradient in found:
        noted, active = Pass(), gradient.nonzero()
        noted.note(candidates, gradient)
        assert noted.oracle is not None and noted.prediction is not None
        rows = (noted.best[candidates.sentence], noted.oracle, noted.prediction)
        here, there = places[candidates.columns], places[active.ids]
        looked.append(
            Looked(
                candidates.place,
                here,
                there,
                active.values,
                noted.loss,
                noted.pairs,
                rows,
                learner.remembered(candidates),
            )
        )
    return Answer(tuple(looked), space.keys()[used], copy.tell(used))


class AsynchronousLoop:
    """Central weights, and a central memory of the gain, to which sentences are added as they come."""

    unit: Unit = "epoch"

    def __init__(
        self,
        learner: OnlineLearner,
        source: TuningSource,
        start: Sparse,
        site: Site,
        staleness: int | None = None,
    ) -> None:
        self._learner, self._source, self._site = learner, source, site
        self._portable = source.portable(site.folder) if site.executor.crosses_processes else source
        self._staleness = staleness
        self._space = FeatureSpace()
        for key in start.keys.tolist():
            self._space.add(site.names[key])
        self._state = learner.begin(start.over(self._space), len(self._space))
        self._memory = learner.gain.start()
        self._forget()

    def _forget(self) -> None:
        """No worker has a copy; everything has changed since version 0."""
        self._copies: dict[int, int] = {}  # the version that each worker has
        self._name, self._version = uuid4().hex, 1
        self._changed = np.ones(self._state.size, np.int64)  # the version that changed each weight last
        # With a staleness: the weights of batches under way, should one be sent again.
        self._kept: dict[int, Floats] = {}

    def epoch(self, number: int) -> EpochReport:
        order = list(range(len(self._source)))
        stream(self._learner.seed, "order", number).shuffle(order)
        size = self._learner.batch
        batches = [tuple(order[i : i + size]) for i in range(0, len(order), size)]
        again: deque[Batch] = deque()  # whose workers had lost their weights
        ready: dict[int, Answer] = {}  # that came before an earlier one, or that nobody may see yet
        done, asked, applied, oldest = Pass(), 0, 0, 0

        def apply_until(count: int) -> bool:
            """Take up answers in their order; false if one of the first `count` has not come yet."""
            nonlocal applied
            while applied < count and applied in ready:
                self._apply(ready.pop(applied), done)
                applied += 1
            return applied >= count

        def feed(worker: int) -> Batch | None:
            nonlocal asked, oldest
            if again:
                return self._resent(worker, again.popleft())
            if asked == len(batches):
                return None
            if self._staleness is not None and not apply_until(asked - self._staleness):
                return None
            oldest, asked = max(oldest, asked - applied), asked + 1
            return self._batch(worker, asked - 1, batches[asked - 1], number)

        with self._site.progress.task(f"epoch {number + 1}", len(order), "sentences") as shown:
            for worker, batch, answer in self._site.executor.stream(work, feed):
                if answer.looked is None:
                    del self._copies[worker]
                    again.append(batch)
                    continue
                shown.advance(len(batch.sentences))
                if self._staleness is None:
                    self._apply(answer, done)
                    applied += 1
                else:
                    ready[batch.number] = answer
                    del self._kept[batch.number]
        complete = apply_until(len(batches))
        assert complete, "a batch is missing"
        self._settle()
        if self._learner.gain.looks_back:
            rows = done.rows(range(len(self._source)))
            self._memory = self._learner.gain.after_pass(rows, self._memory)
        facts: dict[str, float] = {"pairs": done.pairs, "staleness": oldest}
        return EpochReport(done.loss, facts, done.sums() if done.best and self._source.searches else None)

    def _batch(self, worker: int, number: int, sentences: tuple[int, ...], epoch: int) -> Batch:
        """The weights are taken now, when the batch starts."""
        since = self._copies.get(worker, 0)
        changed = np.flatnonzero(self._changed > since)
        keys = self._space.keys()[changed]
        order = np.argsort(keys)
        weights = Sparse(keys[order], self._state.weights[changed[order]])
        self._copies[worker] = self._version
        if self._staleness is not None:
            self._kept[number] = self._state.weights.copy()
        return Batch(
            f"{self._name}-{worker}",
            self._portable,
            self._learner,
            sentences,
            epoch,
            number,
            self._memory,
            since,
            self._version,
            weights,
        )

    def _resent(self, worker: int, lost: Batch) -> Batch:
        """A batch once more, to a worker that gets all weights: of now or, with a staleness, of then."""
        if self._staleness is None:
            return self._batch(worker, lost.number, lost.sentences, lost.epoch)
        self._copies[worker] = lost.version
        weights = self._kept[lost.number]
        keys = self._space.keys()[: len(weights)]
        order = np.argsort(keys)
        all_weights = Sparse(keys[order], weights[order])
        return replace(lost, copy=f"{self._name}-{worker}", since=0, changed=all_weights)

    def _apply(self, answer: Answer, done: Pass) -> None:
        assert answer.looked is not None
        for name in answer.names.values():
            self._space.add(name)
        ids = self._space.add_keys(answer.keys)
        self._grow()
        self._version += 1
        gradients = []
        for one in answer.looked:
            present = ids[one.present]
            self._changed[present] = self._version
            for regularizer in self._learner.regularizers:
                regularizer.settle(self._state, present)
            gradient = Gradient(ids[one.active], one.values, one.loss)
            gradients.append(self._learner.admitted(self._state, one.place.number, present, gradient))
            done.add(one.place.number, one.loss, one.pairs, *one.rows)
            self._memory = self._learner.gain.after_sentence(one.remembered, self._memory, one.place)
        if gradients:
            self._learner.step(self._state, Gradient.sum_of(gradients).nonzero())

    def _grow(self) -> None:
        self._state.grow(len(self._space))
        more = np.zeros(self._state.size - len(self._changed), np.int64)
        self._changed = np.concatenate([self._changed, more])

    def _settle(self) -> None:
        """What all features owe at the end of an epoch; every weight may have changed by that."""
        for regularizer in self._learner.regularizers:
            regularizer.settle(self._state)
        self._version += 1
        self._changed[:] = self._version

    def weights(self) -> Sparse:
        weights = Sparse.keyed(self._learner.result(self._state), self._space)
        self._site.names.add_from(self._space, weights.keys)
        return weights

    def save(self, folder: Path) -> None:
        kind, arrays = pack(self._memory)
        learned = self._state.record(self._space)
        Record({**learned.head, "gain": kind}, {**learned.arrays, **arrays}).write(folder / "state")
        save_space(folder / "space", self._space)

    def restore(self, folder: Path) -> None:
        self._space = load_space(folder / "space")
        record = Record.read(folder / "state")
        self._state = State.of(record, self._space)
        self._memory = unpack(record.head["gain"], record.arrays)
        self._forget()

    def settled(self) -> bool:
        return False
