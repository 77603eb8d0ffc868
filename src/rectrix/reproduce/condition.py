"""Conditions: what an experiment compares. With a seed, each is a pure task that leaves a folder."""

import json
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.base.copies import link_file
from rectrix.base.errors import UnknownName, UsageError
from rectrix.base.files import writing
from rectrix.evaluate.judges import judge
from rectrix.evaluate.tuning_log import MODEL_LOG, TuningLog
from rectrix.features.chosen import ChosenFeatures
from rectrix.learn.run import Run
from rectrix.learn.tune import Tuned
from rectrix.model.copies import copy_model
from rectrix.model.folder import ModelFolder, hash_of
from rectrix.pipeline import Model, TrainSettings, TuneSettings, tune_model
from rectrix.pipeline.checks import check_metric
from rectrix.reproduce.data import DEV, DEVTEST, Data
from rectrix.reproduce.result import ConditionResult
from rectrix.reproduce.system import Trained
from rectrix.score.bleu import length_ratio
from rectrix.text import read_sentences

_NEVER = 10**6  # epochs of patience: all are run, and the best by held-out score is taken


@dataclass(frozen=True)
class ConditionTask:
    """A condition with a seed, and where it runs."""

    condition: "Runnable"
    seed: int
    trained: Trained
    folder: Path
    threads: int = 1

    @property
    def label(self) -> str:
        return f"{self.condition.name}, seed {self.seed}"

    def fingerprint(self) -> str:
        """Of all that the result depends on."""
        facts = [self.condition.model_dump_json(exclude={"name", "seeds"}), str(self.seed)]
        facts += [self.trained.data.fingerprint(), hash_of(self.trained.model(self.condition.system))]
        facts += [one.fingerprint for one in self.made_of() if one]
        return sha256("|".join(facts).encode()).hexdigest()[:16]

    def made_of(self) -> list[ConditionResult | None]:
        """The results of the conditions that this one is made of: with its seed, or their first."""
        seeds = (self.seed, 1)
        found = [
            [ConditionResult.read(self.folder.parent / folder_name(name, seed)) for seed in seeds]
            for name in self.condition.models
        ]
        return [next(filter(None, results), None) for results in found]

    def finished(self) -> ConditionResult | None:
        """What an earlier run of the same task has left."""
        if not self.trained.model(self.condition.system).is_dir():
            return None
        result = ConditionResult.read(self.folder)
        return result if result and result.fingerprint == self.fingerprint() else None


class Runnable(Protocol):
    """A kind of condition: settings with a verb."""

    @property
    def name(self) -> str: ...
    @property
    def system(self) -> str: ...
    @property
    def seeds(self) -> int: ...
    @property
    def models(self) -> tuple[str, ...]:
        """Names of conditions that must be finished before, since this one is made of them."""

    def check(self, system: TrainSettings, data: Data) -> None:
        """Raise if it cannot run with such a system or such data, before any work."""

    def run(self, task: ConditionTask) -> ConditionResult: ...
    def model_dump_json(self, *, exclude: set[str], exclude_defaults: bool = False) -> str: ...


def folder_name(condition: str, seed: int) -> str:
    """Readable, and another for every name."""
    plain = re.sub(r"[^a-z0-9]+", "-", condition.lower()).strip("-")[:60]
    return f"{plain}-{sha256(condition.encode()).hexdigest()[:6]}-seed-{seed}"


def run_task(task: ConditionTask) -> ConditionResult:
    """The result, which lies in the task's folder afterwards."""
    result = task.finished()
    if result is None:
        task.folder.mkdir(parents=True, exist_ok=True)
        settings = json.loads(task.condition.model_dump_json(exclude={"name"}, exclude_defaults=True))
        result = replace(task.condition.run(task), settings=settings)
        result.write()
    return result


@dataclass
class Spent:
    """Seconds of a piece of work."""

    wall: float = 0.0
    cpu: float = 0.0

    def facts(self, name: str = "") -> dict[str, float]:
        """For a result."""
        return {f"{name}seconds": round(self.wall, 3), f"{name}cpu": round(self.cpu, 3)}


@contextmanager
def measured(threads: int) -> Iterator[Spent]:
    """Time that is spent inside; of this thread alone unless the work has several."""
    clock = time.thread_time if threads == 1 else time.process_time
    spent, begin, before = Spent(), time.monotonic(), clock()
    yield spent
    spent.wall, spent.cpu = time.monotonic() - begin, clock() - before


class Condition(Settings):
    """A system tuned in one way, judged by its translations of all test sets."""

    name: str
    system: str = "hiero"
    tune: TuneSettings = TuneSettings()
    templates: tuple[str, ...] = ()  # sparse features
    sparse_reordering: bool = False  # indicators of each phrase pair's orientation (decoder "phrase")
    tuning_set: str = "dev"  # which of the data's, unless it is tuned on the training text
    select: bool = False  # the epoch that is best on devtest, or dev; else the recipe's choice
    seeds: int = Field(default=0, ge=0)  # how many; 0: as many as the experiment has

    @property
    def models(self) -> tuple[str, ...]:
        return ()

    def check(self, system: TrainSettings, data: Data) -> None:
        """Refuse what tuning would refuse, before anything is trained."""
        self.tune.made()
        check_metric(self.tune.metric)
        ChosenFeatures.of(self.templates, decoder=system.decoder)
        if self.sparse_reordering and system.decoder != "phrase":
            raise UsageError(f"{self.name}: only phrase-based systems have orientations (sparse_reordering)")
        if self.tune.on == "dev" and self.tuning_set not in data.sets:
            raise UnknownName("tuning set", self.tuning_set, data.tuning_sets)

    def run(self, task: ConditionTask) -> ConditionResult:
        """Tune, translate and judge."""
        start, tuned = task.trained.model(self.system), task.folder / "model"
        if self.sparse_reordering:
            start = self._with_orientations(start, task.folder / "start")
        with measured(task.threads) as tuning:
            done = self._tune(task, start, tuned)
        _tidy(task, self.system)
        log = TuningLog.read(tuned)
        numbers = _numbers(done, log) | tuning.facts()
        result = judged(task, done.signature, numbers)
        return replace(result, curves=_curves(log), warnings=done.warnings)

    def _with_orientations(self, model: Path, output: Path) -> Path:
        """The system with features of each phrase pair's orientation."""
        stack = ModelFolder.open(model).settings.stack
        copy_model(model, output, force=True, stack=stack.model_copy(update={"sparse_reordering": True}))
        return output

    def _tune(self, task: ConditionTask, start: Path, output: Path) -> Tuned:
        sets = task.trained.data.sets
        changed: dict[str, Any] = {"settings": self.tune.settings | {"seed": task.seed}}
        if self.templates:
            changed["templates"] = self.templates
        # Where there is no devtest, dev is free to choose an epoch that was learned on the training text.
        dev = sets.get(DEV) if self.tune.on == "train" else None
        watching = sets.get(DEVTEST) or dev
        watched = watching if self.select else dev if self.tune.fit_held_out else None
        return tune_model(
            start,
            None if self.tune.on == "train" else sets[self.tuning_set],
            output,
            self.tune.model_copy(update=changed),
            held_out=watched,
            bitext=task.trained.index(self.system),
            run=Run(
                executor="serial" if task.threads == 1 else "threads",
                threads=task.threads,
                checkpoints=task.folder / "checkpoints",
                scratch=task.trained.rules,
                resume=True,
                patience=_NEVER if self.select and watched else 0,
            ),
            force=True,
        )


def _tidy(task: ConditionTask, system: str) -> None:
    """Remove what only an interrupted run needs; the large files of a system are on the disk once."""
    for name in ("start", "checkpoints"):
        shutil.rmtree(task.folder / name, ignore_errors=True)
    own, shared = ModelFolder.open(task.folder / "model"), task.trained.model(system)
    settings = own.settings
    for name in settings.files:
        if name not in (settings.weights, settings.bins, MODEL_LOG) and (shared / name).is_file():
            (own.path / name).unlink()
            link_file(shared / name, own.path / name)


def judged(task: ConditionTask, signature: str, numbers: dict[str, float]) -> ConditionResult:
    """The result of the model in a task's folder, by its translations of all test sets."""
    model = Model.open(task.folder / "model", trust=True)
    with measured(task.threads) as translating:
        found = {name: judged_test(task, model, name) for name in _judged_by(task)}
    return ConditionResult(
        condition=task.condition.name,
        seed=task.seed,
        fingerprint=task.fingerprint(),
        signature=signature,
        scores={name: score for name, (score, _) in found.items()},
        lengths={name: length for name, (_, length) in found.items()},
        numbers=numbers | translating.facts("test_"),
        folder=task.folder,
    )


def _judged_by(task: ConditionTask) -> list[str]:
    """The names of the sets to translate."""
    data = task.trained.data
    return [*data.tests, *([DEVTEST] if DEVTEST in data.sets else [])]


def judged_test(task: ConditionTask, model: Model, test: str) -> tuple[float, float]:
    """BLEU and length of the translation of a test set, which is left in the task's folder."""
    lines = [
        out.text for out in model.translate(read_sentences(task.trained.data.sets[test].source), task.threads)
    ]
    with writing(task.folder / f"{test}.out", force=True) as file:
        file.writelines(f"{line}\n" for line in lines)
    part = judge("bleu", "none")
    references = [part.prepare(reference) for reference in task.trained.references(test)]
    sums = part.statistics(lines, references, {}, task.threads).sum(axis=0)
    return float(part.metric.score(sums)), length_ratio(sums)


def _numbers(tuned: Tuned, log: TuningLog) -> dict[str, float]:
    chosen = max(log.epochs, key=lambda epoch: epoch.get("held_out", float("-inf")))
    numbers = {
        "before": tuned.before,
        "tuning": tuned.after,
        "epochs": float(len(log.epochs)),
        "features": float(sum(value != 0 for value in tuned.weights.values())),
    }
    return numbers | ({"chosen": chosen["epoch"]} if "held_out" in chosen else {})


def _curves(log: TuningLog) -> dict[str, list[float]]:
    names = ("tuning", "held_out", "oracle", "prediction", "length", "features", "seconds")
    found = {name: [value for _, value in log.curve(name)] for name in names}
    return {name: values for name, values in found.items() if values}
