"""Experiments: systems and conditions with their seeds, run side by side, resumed condition by condition."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rectrix.base.errors import RectrixError, RunError, UnknownName, UsageError
from rectrix.execute import executor
from rectrix.learn.run import Run
from rectrix.reproduce.condition import ConditionTask, Runnable, folder_name, run_task
from rectrix.reproduce.data import Data
from rectrix.reproduce.result import ConditionResult
from rectrix.reproduce.results import Results
from rectrix.reproduce.system import System, Trained, train_systems


@dataclass(frozen=True)
class Experiment:
    """What is compared."""

    title: str
    systems: tuple[System, ...]
    conditions: tuple[Runnable, ...]
    seeds: int = 1
    # Names that stand for the candidate which devtest likes best: hyperparameters are chosen so. All
    # candidates have a first seed, only those that were chosen have others.
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def check(self, data: Data) -> None:
        """Refuse wrong names and settings before anything is trained."""
        names = [condition.name for condition in self.conditions]
        if not names:
            raise UsageError(f"{self.title}: there is no condition to run")
        if twice := {name for name in names if names.count(name) > 1}:
            raise UsageError(f"two conditions have the same name: {', '.join(sorted(twice))}")
        systems = {system.name: system.settings(data) for system in self.systems}
        for condition in self.conditions:
            if condition.system not in systems:
                raise UnknownName("system", condition.system, systems)
            condition.check(systems[condition.system], data)

    def only(self, parts: Sequence[str]) -> "Experiment":
        """The conditions that are called so, or whose names have one of these in them; none given: all."""
        names = [condition.name for condition in self.conditions]
        wanted = {name for part in parts for name in _called(part, names)}
        if parts and not wanted:
            raise UsageError(
                f"no condition is called like {' or '.join(parts)}; there are:\n" + "\n".join(names)
            )
        return replace(
            self, conditions=tuple(one for one in self.conditions if not parts or one.name in wanted)
        )

    def tasks(
        self, trained: Trained, folder: Path, threads: int, chosen: Sequence[str] = ()
    ) -> list[ConditionTask]:
        """Every condition with every seed; first seeds first, so that a table fills evenly.

        chosen: the candidates that have more than one.
        """
        seeds = {condition.name: self._seeds_of(condition, chosen) for condition in self.conditions}
        return [
            ConditionTask(condition, seed, trained, folder / folder_name(condition.name, seed), threads)
            for seed in range(1, max(seeds.values()) + 1)
            for condition in self.conditions
            if seed <= seeds[condition.name]
        ]

    def _seeds_of(self, condition: Runnable, chosen: Sequence[str]) -> int:
        candidates = {name for names in self.choices.values() if len(names) > 1 for name in names}
        if condition.name in candidates and condition.name not in chosen:
            return 1
        return condition.seeds or self.seeds


def _called(part: str, names: Sequence[str]) -> list[str]:
    """A name that is given whole means itself, not those that it is a part of."""
    return [part] if part in names else [name for name in names if part in name]


def run_experiment(
    experiment: Experiment,
    data: Data,
    folder: Path,
    run: Run,
    only: Sequence[str] = (),
    threads_each: int = 1,
) -> Results:
    """Train systems, run the tasks that were not finished before, and give all results, also of earlier runs.

    only: see Experiment.only. A condition that fails does not stop the others.
    """
    experiment.check(data)
    wanted = experiment.only(only)
    needed = {condition.system for condition in wanted.conditions}
    systems = [system for system in experiment.systems if system.name in needed]
    trained = train_systems(systems, data, folder / "systems", run)
    names = {condition.name for condition in wanted.conditions}

    def tasks(chosen: Sequence[str]) -> list[ConditionTask]:
        return experiment.tasks(trained, folder / "conditions", threads_each, chosen)

    results = _run_missing(tasks(()), names, Results(trained, [], (), experiment.choices), run)
    chosen = [results.chosen(name) for name, found in experiment.choices.items() if len(found) > 1]
    if chosen or any(condition.models for condition in wanted.conditions):
        results = _run_missing(tasks(chosen), names, results, run, derived=True)
    if not results.all:
        raise RunError("no condition has a result:\n" + "\n".join(results.failures))
    if not only and not results.failures:  # else somebody may still need them
        shutil.rmtree(trained.rules, ignore_errors=True)
    return results


def _run_missing(
    tasks: list[ConditionTask], names: set[str], before: Results, run: Run, derived: bool = False
) -> Results:
    """The results of all tasks, after those that have none and are to be run.

    derived: also those that are made of others, which must be finished by then.
    """
    done = {task.label: result for task in tasks if (result := task.finished())}
    if done and not before.all:
        run.progress.say(f"{len(done)} of {len(tasks)} runs: done before")
    missing = [
        task
        for task in tasks
        if task.condition.name in names
        and (derived or not task.condition.models)
        and task.label not in done
        and not any(failure.startswith(f"{task.label}: ") for failure in before.failures)
    ]
    for task in missing:
        if ConditionResult.read(task.folder):
            run.progress.say(f"{task.label}: run again, since it has other settings than it had")
    failures = list(before.failures)
    for task, outcome in _side_by_side(missing, run):
        if isinstance(outcome, RectrixError):
            failures.append(f"{task.label}: {outcome}")
            run.progress.say(f"failed: {failures[-1]}")
        else:
            done[task.label] = outcome
            run.progress.say(_told(outcome, len(done), len(tasks)), condition=task.label, **outcome.scores)
    found = [done[task.label] for task in tasks if task.label in done]
    return Results(before.trained, found, tuple(failures), before.choices)


def _side_by_side(
    tasks: list[ConditionTask], run: Run
) -> Iterator[tuple[ConditionTask, ConditionResult | RectrixError]]:
    """Tasks and their outcomes as they come."""
    crew = executor(run.executor, run.crew) if isinstance(run.executor, str) else run.executor
    crew.say = run.progress.say
    waiting = iter(tasks)
    with crew as workers, run.progress.task("conditions", len(tasks), "runs") as shown:
        for _, task, outcome in workers.stream(outcome_of, lambda worker: next(waiting, None)):
            shown.advance()
            yield task, outcome


def outcome_of(task: ConditionTask) -> ConditionResult | RectrixError:
    """The result, or why there is none."""
    try:
        return run_task(task)
    except RectrixError as error:
        return error


def _told(result: ConditionResult, done: int, total: int) -> str:
    scores = ", ".join(f"{test} {score:.2f}" for test, score in result.scores.items())
    numbers = scores or ", ".join(f"{name} {value:.4g}" for name, value in result.numbers.items())
    spent = f"{result.numbers.get('seconds', 0):.0f} s"
    return f"[{done}/{total}] {result.condition}, seed {result.seed}: {numbers} ({spent})"
