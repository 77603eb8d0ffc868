"""Epochs over shards with a mixer: MixSGD, IterMixSGD, IterSelSGD of Simianer et al. 2012; one shard: SGD.

    for epoch t = 1 … T:
        for all shards z in parallel:  w_z = a pass over z, from the mixed weights w      (run_shard)
        w = mix(w_1 … w_Z):  the mean (algorithms 2, 3), or the mean of the columns with largest norms (4)

A shard's epoch is a pure function of its source, the weights to begin with and what the shard saved itself.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix.base.seeds import stream
from rectrix.learn import averaging
from rectrix.learn.axes import Mixer
from rectrix.learn.candidates import Floats
from rectrix.learn.gain import pack, unpack
from rectrix.learn.mixers.mean import Mean
from rectrix.learn.names import write_new_names
from rectrix.learn.online import OnlineLearner, Pass
from rectrix.learn.records import Record
from rectrix.learn.report import EpochReport, Unit
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse
from rectrix.learn.state import State
from rectrix.learn.tuning import TuningSource


def split(sentences: int, shards: int) -> list[range]:
    """Contiguous shards of equal size; what remains goes to the last."""
    size = max(1, round(sentences / shards))
    begins = [min(i * size, sentences) for i in range(shards)] + [sentences]
    parts = [range(begins[i], begins[i + 1]) for i in range(shards)]
    return [part for part in parts if part]


@dataclass(frozen=True)
class ShardTask:
    """One epoch on one shard: all that it depends on, and where its result is written."""

    source: TuningSource
    learner: OnlineLearner
    shard: int
    sentences: range
    epoch: int
    output: Path
    begin: Path | None  # weights that all shards begin with; None: go on with the shard's own
    saved: Path | None  # what this shard left after the epoch before
    corpus: Path | None  # what the gain remembers of the last pass over all shards
    shuffle: bool = False
    mean_of_epochs: bool = False  # the result is the mean of the shard's epochs

    @property
    def label(self) -> str:
        return f"epoch {self.epoch + 1} of shard {self.shard + 1}"

    def order(self) -> list[int]:
        """The shard's sentences in this epoch's order."""
        order = list(self.sentences)
        if self.shuffle:
            stream(self.learner.seed, "order", self.epoch, self.shard).shuffle(order)
        return order


@dataclass(frozen=True)
class ShardResult:
    """What an epoch left in a shard's file."""

    path: Path
    record: Record

    @classmethod
    def read(cls, path: Path) -> "ShardResult":
        """The result of an epoch that was finished."""
        return cls(path, Record.read(path))

    @property
    def weights(self) -> Sparse:
        """By key, mapped."""
        arrays = self.record.arrays
        name = "result" if "result" in arrays else "state.weights"
        return Sparse(arrays["keys"], arrays[name], self.record, name)

    @property
    def names(self) -> Path:
        """Of the features that the weights to begin with did not have."""
        return names_beside(self.path)

    def array(self, name: str) -> Floats:
        """A small array of the pass: statistics, oracle, prediction, rows."""
        return np.asarray(self.record.arrays[name])


def names_beside(path: Path) -> Path:
    """Where a shard's new names lie."""
    return path.with_name(f"{path.name}.names")


def run_shard(task: ShardTask) -> Path:
    """A pass over the shard; its result is a file, written whole."""
    saved = None if task.saved is None else ShardResult.read(task.saved).record
    memory = _memory(task, saved)
    tuning = task.source.at(task.epoch, task.learner.gain.slopes(memory)).open(task.sentences)
    state, known = _begin(task, saved, tuning.space)
    if task.learner.average:  # of this epoch's steps
        averaging.begin(state)
    done, memory = task.learner.run_pass(state, tuning, task.order(), memory, task.epoch)
    result = task.learner.result(state)
    if task.mean_of_epochs:
        total = state.memory("epochs.sum")
        total += result
        result = total / (task.epoch + 1)
    if known < len(tuning.space) and task.source.searches:
        write_new_names(names_beside(task.output), tuning.space, known)
    _record(task, state, result, done, memory, tuning.space).write(task.output)
    return task.output


def _begin(task: ShardTask, saved: Record | None, space: FeatureSpace) -> tuple[State, int]:
    """The state to learn from, and how many features have names that the driver knows."""
    weights = None if task.begin is None else Sparse.read(task.begin).over(space)
    known = len(space) if task.begin else 0
    if saved is None:
        assert weights is not None
        return task.learner.begin(weights, len(space)), known
    state = State.of(saved, space)
    if weights is not None:
        state.weights = weights
    return state, known


def _memory(task: ShardTask, saved: Record | None) -> Any:
    """What the gain remembers: of the whole last pass, of the shard's own, or nothing yet."""
    record = saved if task.corpus is None else Record.read(task.corpus)
    if record is None:
        return task.learner.gain.start()
    return unpack(record.head["gain"], record.arrays)


def _record(
    task: ShardTask, state: State, result: Floats, done: Pass, memory: Any, space: FeatureSpace
) -> Record:
    learned = state.record(space)
    kind, arrays = ("", {}) if task.learner.gain.looks_back else pack(memory)
    keys = np.ascontiguousarray(learned.arrays["keys"])
    more = {
        "statistics": done.sums(),
        "oracle": _or_none(done.oracle),
        "prediction": _or_none(done.prediction),
        **arrays,
    }
    if task.learner.average or task.mean_of_epochs:  # else the weights are the result
        more["result"] = result[space.find_keys(keys)]
    if task.learner.gain.looks_back:
        more["rows"] = done.rows(task.sentences)
    head = {"gain": kind, "loss": float(done.loss).hex(), "pairs": done.pairs}
    return Record({**learned.head, **head}, {**learned.arrays, **more})


def _or_none(sums: Floats | None) -> Floats:
    return np.zeros(0) if sums is None else np.asarray(sums, np.float64)


class ShardedLoop:
    """Every epoch runs all shards from the same weights and mixes what they learned.

    mix="epoch": IterMix or, with a selecting mixer, IterSel. mix="end": shards never meet before the end, and
    each contributes the mean of its epochs' weights (MixSGD).
    """

    unit: Unit = "epoch"

    def __init__(
        self,
        learner: OnlineLearner,
        source: TuningSource,
        start: Sparse,
        site: Site,
        shards: int = 1,
        mixer: Mixer | None = None,
        mix: Literal["epoch", "end"] = "epoch",
        shuffle: bool = False,
    ) -> None:
        self._learner, self._source, self._site = learner, source, site
        self._portable = source.portable(site.folder) if site.executor.crosses_processes else source
        self._mixer, self._mix, self._shuffle = mixer or Mean(), mix, shuffle
        self._shards = split(len(source), shards)
        self._mixed = start

    def epoch(self, number: int) -> EpochReport:
        folder = self._folder(number)
        folder.mkdir(exist_ok=True)
        results = self._run_shards(number)
        self._look_back(results, number)
        self._mixed = self._mix_shards(results).nonzero()
        self._learn_names([result.names for result in results if result.names.exists()])
        return self._report(results)

    def _learn_names(self, files: list[Path]) -> None:
        """Of what was selected; shards that do not meet may contribute any feature later."""
        if self._mix == "epoch":
            self._site.names.learn(self._mixed.keys, files)
        else:
            self._site.names.learn_all(files)
        for path in files:
            path.unlink()

    def _run_shards(self, number: int) -> list[ShardResult]:
        """The results of all shards, in their order; those that an interrupted run has finished are there."""
        tasks = [self._task(shard, number) for shard in range(len(self._shards))]
        left = [task for task in tasks if not task.output.exists()]
        with self._site.progress.task(f"epoch {number + 1}", len(self._source), "sentences") as shown:
            shown.advance(sum(len(task.sentences) for task in tasks if task.output.exists()))
            for task, _ in zip(left, self._site.executor.map(run_shard, left), strict=True):
                shown.advance(len(task.sentences))
        return [ShardResult.read(task.output) for task in tasks]

    def _task(self, shard: int, number: int) -> ShardTask:
        meeting = self._mix == "epoch" and len(self._shards) > 1
        before = self._folder(number - 1)
        corpus = before / "corpus"
        return ShardTask(
            self._portable,
            self._learner,
            shard,
            self._shards[shard],
            number,
            self._folder(number) / f"shard-{shard:05}",
            begin=self._site.publish(self._mixed) if meeting or number == 0 else None,
            saved=before / f"shard-{shard:05}" if number else None,
            corpus=corpus if number and self._learner.gain.looks_back else None,
            shuffle=self._shuffle,
            mean_of_epochs=self._mix == "end" and len(self._shards) > 1,
        )

    def _folder(self, number: int) -> Path:
        return self._site.folder / f"epoch-{number + 1:04}"

    def _look_back(self, results: list[ShardResult], number: int) -> None:
        """Give the whole pass to gains that score a sentence in the context of the last one."""
        if self._learner.gain.looks_back:
            shards = [result.array("rows") for result in results]
            width = max(rows.shape[1] for rows in shards)
            rows = np.concatenate([r if r.shape[1] else np.zeros((len(r), width)) for r in shards])
            kind, arrays = pack(self._learner.gain.after_pass(rows, None))
            Record({"gain": kind}, arrays).write(self._folder(number) / "corpus")

    def _mix_shards(self, results: list[ShardResult]) -> Sparse:
        if len(results) == 1:
            return results[0].weights
        sizes = [len(part) for part in self._shards]
        mixed: Sparse = self._mixer.mix([result.weights for result in results], sizes, self._mixed)
        return mixed

    def _report(self, results: list[ShardResult]) -> EpochReport:
        heads = [result.record.head for result in results]
        facts: dict[str, float] = {
            "pairs": sum(head["pairs"] for head in heads),
            "clock": float.fromhex(heads[0]["clock"]),
        }
        for name in ("oracle", "prediction"):
            sums = [row for result in results if len(row := result.array(name))]
            if sums:
                facts[name] = float(self._source.metric.score(np.sum(sums, axis=0)))
        # What was found on the way, with weights that moved: another search would double the work.
        found = [row for result in results if len(row := result.array("statistics"))]
        sums_found = np.sum(found, axis=0) if found and self._source.searches else None
        return EpochReport(sum(float.fromhex(head["loss"]) for head in heads), facts, sums_found)

    def weights(self) -> Sparse:
        return self._mixed

    def save(self, folder: Path) -> None:
        self._mixed.write(folder / "mixed")

    def restore(self, folder: Path) -> None:
        self._mixed = Sparse.read(folder / "mixed")

    def settled(self) -> bool:
        return False
