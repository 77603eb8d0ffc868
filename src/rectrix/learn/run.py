"""A learning run: where it starts, what it reports after every epoch, when it stops, and how it resumes."""

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix.base.errors import DamagedFile
from rectrix.base.files import writing
from rectrix.base.progress import Progress
from rectrix.execute import Executor
from rectrix.execute.serial import Serial
from rectrix.learn.candidates import Floats
from rectrix.learn.state import State
from rectrix.learn.tuning import Tuning
from rectrix.score.bleu import BLEU, length_ratio


@dataclass(frozen=True)
class Report:
    """What a loop says of an epoch; everything but the objective may be unknown."""

    objective: float
    facts: dict[str, float] = field(default_factory=dict)
    sums: Floats | None = None  # the metric's statistics of the tuning set, where they were found on the way


class Loop(Protocol):
    """Epochs that change states."""

    def epoch(self, number: int) -> Report: ...

    def weights(self) -> Floats:
        """The weights of this moment."""

    def dump(self) -> tuple[list[State], dict[str, Any]]:
        """All that changes, for a checkpoint."""

    def restore(self, states: list[State], info: dict[str, Any]) -> None: ...

    def settled(self) -> bool:
        """Whether another epoch would change nothing."""


@dataclass(frozen=True)
class Checkpoint:
    """One folder; files are named by the fingerprint of what they depend on."""

    folder: Path
    fingerprint: str

    @property
    def _head(self) -> Path:
        return self.folder / f"{self.fingerprint}.json"

    def save(self, epoch: int, states: list[State], space: FeatureSpace, info: dict[str, Any]) -> None:
        """Write the states, then the head that points to them: a kill in between leaves the old valid."""
        for number, state in enumerate(states):
            state.save(self._file(epoch, number), space)
        with writing(self._head, force=True) as file:
            json.dump({"epoch": epoch, "states": len(states), "info": info}, file)
        for number in range(len(states)):
            self._file(epoch - 1, number).unlink(missing_ok=True)

    def load(self, space: FeatureSpace) -> tuple[int, list[State], dict[str, Any]] | None:
        """The last epoch, its states and info; None if there is no checkpoint of this run."""
        if not self._head.exists():
            return None
        try:
            head = json.loads(self._head.read_text(encoding="utf-8"))
            epoch, count, info = int(head["epoch"]), int(head["states"]), head["info"]
        except (ValueError, KeyError, TypeError) as error:
            raise DamagedFile(f"{self._head}: not a checkpoint ({error}); delete it to start anew") from None
        return epoch, [State.load(self._file(epoch, n), space)[0] for n in range(count)], info

    def _file(self, epoch: int, number: int) -> Path:
        return self.folder / f"{self.fingerprint}-{epoch}-{number}.npz"


@dataclass
class Run:
    """How to run; the log grows by one entry per epoch."""

    start: Floats
    seed: int = 1
    threads: int = 1
    executor: Executor = field(default_factory=Serial)
    progress: Progress = field(default_factory=Progress)
    held_out: Tuning | None = None
    patience: int = 0  # epochs without a better held-out score before stopping; 0: never stop early
    checkpoint: Checkpoint | None = None
    resume: bool = False
    log: list[dict[str, Any]] = field(default_factory=list)

    def record(self, tuning: Tuning, weights: Floats, report: Report, seconds: float) -> dict[str, Any]:
        """Measure and log the end of an epoch."""
        sums = tuning.sums(weights) if report.sums is None else report.sums
        entry: dict[str, Any] = {
            "epoch": len(self.log) + 1,
            "objective": report.objective,
            "tuning": float(tuning.metric.score(sums)),
            "held_out": None if self.held_out is None else self.held_out.score(weights),
            "features": int(np.count_nonzero(weights)),
            "seconds": round(seconds, 3),
        }
        if isinstance(tuning.metric, BLEU):
            entry["length"] = round(length_ratio(sums), 4)
        entry |= report.facts
        entry |= {"metric": tuning.metric.signature, "higher_is_better": tuning.metric.higher_is_better}
        self.log.append(entry)
        numbers = {k: v for k, v in entry.items() if isinstance(v, int | float) and not isinstance(v, bool)}
        metric = tuning.metric.signature.partition("|")[0]
        self.progress.say(", ".join(f"{k} {v:.6g}" for k, v in numbers.items()) + f" ({metric})", **entry)
        return entry

    def tired(self, higher_is_better: bool = True) -> bool:
        """Whether the held-out score has not risen for too long."""
        scores = [entry["held_out"] for entry in self.log]
        if not self.patience or not scores or scores[-1] is None:
            return False
        best = int(np.argmax(scores) if higher_is_better else np.argmin(scores))
        return len(scores) - 1 - best >= self.patience


def drive(loop: Loop, tuning: Tuning, run: Run, epochs: int, choose: str = "last") -> Floats:
    """Run epochs until enough or tired, with log and checkpoints.

    choose: the `last` weights, the `best` by held-out (else tuning) score, or the `mean` over epochs' ends.
    A run that may stop early gives the best in any case: the last are those that were no better.
    """
    if run.patience and run.held_out is not None:
        choose = "best"
    kept = State(np.zeros(0))
    first = _resume(loop, tuning, run, kept)
    for number in range(first, epochs):
        if run.tired(tuning.metric.higher_is_better):
            break
        before = time.perf_counter()
        report = loop.epoch(number)
        weights = loop.weights()
        entry = run.record(tuning, weights, report, time.perf_counter() - before)
        _keep(kept, weights, entry, tuning.metric.higher_is_better)
        if run.checkpoint is not None:
            states, info = loop.dump()
            run.checkpoint.save(number + 1, [kept, *states], tuning.space, {"loop": info, "log": run.log})
        if loop.settled():
            break
    if choose == "mean" and run.log:
        return np.asarray(kept.memory("sum") / len(run.log))
    return kept.memory("best").copy() if choose == "best" and run.log else loop.weights()


def _resume(loop: Loop, tuning: Tuning, run: Run, kept: State) -> int:
    found = run.checkpoint.load(tuning.space) if run.checkpoint is not None and run.resume else None
    if found is None:
        return 0
    epoch, states, info = found
    kept.grow(states[0].size)
    for name in ("sum", "best"):
        kept.memory(name)[:] = states[0].memory(name)
    kept.counters = states[0].counters
    run.log[:] = info["log"]
    loop.restore(states[1:], info["loop"])
    return epoch


def _keep(kept: State, weights: Floats, entry: dict[str, Any], higher_is_better: bool) -> None:
    kept.grow(len(weights))
    kept.memory("sum")[: len(weights)] += weights
    score = entry["tuning"] if entry["held_out"] is None else entry["held_out"]
    score = score if higher_is_better else -score
    if score > kept.counters.get("best", -np.inf):
        kept.counters["best"] = score
        kept.memory("best")[:] = 0
        kept.memory("best")[: len(weights)] = weights
