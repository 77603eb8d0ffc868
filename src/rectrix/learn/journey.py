"""A run on its way, and what is done after every epoch: log, checkpoint, choice."""

import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rectrix.learn.records import Record
from rectrix.learn.report import EpochReport, Loop, Unit
from rectrix.learn.run import Run
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse, nothing
from rectrix.learn.tuning import TuningSource
from rectrix.score.bleu import BLEU, length_ratio
from rectrix.score.metric import Metric


@dataclass
class Journey:
    """A run on its way: its site, and its log, which grows by one entry per epoch."""

    run: Run
    site: Site
    log: list[dict[str, Any]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)  # of each epoch: not in the log, whose bytes repeat

    def record(
        self, source: TuningSource, weights: Sparse, report: EpochReport, seconds: float, unit: Unit
    ) -> dict[str, Any]:
        """Measure and log the end of an epoch or round."""
        sums = source.sums(weights, self.site) if report.sums is None else report.sums
        held_out = self.run.held_out
        entry: dict[str, Any] = {
            unit: len(self.log) + 1,
            "objective": report.objective,
            "tuning": float(source.metric.score(sums)),
            "held_out": None if held_out is None else held_out.score(weights, self.site),
            "features": int(np.count_nonzero(weights.values)),
        }
        if isinstance(source.metric, BLEU):
            entry["length"] = round(length_ratio(sums), 4)
        entry |= report.facts
        entry |= {"metric": source.metric.signature, "higher_is_better": source.metric.higher_is_better}
        self.log.append(entry)
        self.seconds.append(seconds)
        self._say(entry, source.metric)
        return entry

    def _say(self, entry: dict[str, Any], metric: Metric) -> None:
        numbers = {k: v for k, v in entry.items() if isinstance(v, int | float) and not isinstance(v, bool)}
        numbers["seconds"] = round(self.seconds[-1], 3)
        name = metric.signature.partition("|")[0]
        text = ", ".join(f"{k} {v:.6g}" for k, v in numbers.items()) + f" ({name})"
        self.site.progress.say(text, **entry, seconds=numbers["seconds"])

    def tired(self, higher_is_better: bool) -> bool:
        """Whether the held-out score has not risen for too long."""
        scores = [entry["held_out"] for entry in self.log]
        if not self.run.patience or not scores or scores[-1] is None:
            return False
        best = int(np.argmax(scores) if higher_is_better else np.argmin(scores))
        return len(scores) - 1 - best >= self.run.patience


@dataclass
class _Kept:
    """What the epochs' ends leave: their sum and the best of them."""

    sum: Sparse = field(default_factory=nothing)
    best: Sparse = field(default_factory=nothing)
    score: float = -np.inf

    def note(self, weights: Sparse, score: float, higher_is_better: bool) -> None:
        self.sum = self.sum.plus(weights)
        score = score if higher_is_better else -score
        if score > self.score:
            self.best, self.score = weights, score


def drive(loop: Loop, source: TuningSource, journey: Journey, epochs: int, choose: str = "last") -> Sparse:
    """Run epochs until enough or tired, with log and checkpoints.

    choose: the `last` weights, the `best` by tuning score, or the `mean` over epochs' ends. Held-out
    sentences are only watched, unless the run may stop early: then the best by their score are given, since
    the last are those that were no better.
    """
    judged_by = "tuning"
    if journey.run.patience and journey.run.held_out is not None:
        choose, judged_by = "best", "held_out"
    kept, higher = _Kept(), source.metric.higher_is_better
    first, settled = _resume(loop, journey, kept)
    for number in range(first, epochs):
        if settled or journey.tired(higher):
            break
        before = time.perf_counter()
        report = loop.epoch(number)
        weights = loop.weights()
        entry = journey.record(source, weights, report, time.perf_counter() - before, loop.unit)
        kept.note(weights, entry[judged_by], higher)
        settled = loop.settled()
        _save(loop, journey, kept, number)
    if choose == "mean" and journey.log:
        return kept.sum.divided(len(journey.log))
    return kept.best if choose == "best" and journey.log else loop.weights()


def _folder(journey: Journey, number: int) -> Path:
    return journey.site.folder / f"epoch-{number + 1:04}"


def _save(loop: Loop, journey: Journey, kept: _Kept, number: int) -> None:
    """Everything of this epoch, then the record that says it is whole; then the epoch before may go."""
    folder = _folder(journey, number)
    if journey.run.checkpoints is not None:
        folder.mkdir(exist_ok=True)
        loop.save(folder)
        arrays = {"sum.keys": kept.sum.keys, "sum.values": kept.sum.values}
        arrays |= {"best.keys": kept.best.keys, "best.values": kept.best.values}
        head = {"log": journey.log, "seconds": journey.seconds, "score": kept.score.hex()}
        Record(head, arrays).write(folder / "run")
    shutil.rmtree(_folder(journey, number - 1), ignore_errors=True)


def _resume(loop: Loop, journey: Journey, kept: _Kept) -> tuple[int, bool]:
    """The first epoch to run, and whether the loop had settled."""
    if journey.run.checkpoints is None:
        return 0, False
    if not journey.run.resume:
        for path in journey.site.folder.glob("epoch-*"):
            shutil.rmtree(path)
        return 0, False
    journey.site.names.restore()
    done = sorted(path.parent for path in journey.site.folder.glob("epoch-*/run"))
    if not done:
        return 0, False
    record = Record.read(done[-1] / "run")
    arrays = record.arrays
    kept.sum = Sparse(arrays["sum.keys"], arrays["sum.values"])
    kept.best = Sparse(arrays["best.keys"], arrays["best.values"])
    kept.score = float.fromhex(record.head["score"])
    journey.log[:] = record.head["log"]
    journey.seconds[:] = record.head["seconds"]
    loop.restore(done[-1])
    return len(journey.log), loop.settled()
