"""Several runs of a recipe that differ in their seeds, side by side, and the mean of their weights.

Tuners end elsewhere with each seed; the mean varies less, and translates new text at least as well as most of
them (Cettolo et al. 2011). A run has one worker, so that its result does not depend on how many there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np

from rectrix.base.progress import Progress
from rectrix.features.weights import Weights, mean
from rectrix.learn import guards
from rectrix.learn.recipe import Recipe
from rectrix.learn.run import Run
from rectrix.learn.site import Site, opened_site
from rectrix.learn.sparse import Sparse
from rectrix.learn.tune import Tuned, learn_weights
from rectrix.learn.tuning import TuningSource


@dataclass(frozen=True)
class SeedTask:
    """A run from its beginning to its end."""

    source: TuningSource
    recipe: Recipe
    start: Weights
    run: Run

    @property
    def label(self) -> str:
        return f"tuning with seed {self.run.seed}"


def run_seed(task: SeedTask) -> Tuned:
    """Weights, log and scores of one run."""
    return learn_weights(task.recipe, task.source, task.start, task.run)


def learn_seeds(
    recipe: Recipe, source: TuningSource, start: Mapping[str, float], run: Run, seeds: int
) -> Tuned:
    """The mean of so many runs, the first of which has the recipe's own seed; one is a run as usual."""
    if seeds == 1:
        return learn_weights(recipe, source, start, run)
    folder = None if run.checkpoints is None else run.checkpoints / "seeds"
    with opened_site(run.executor, run.crew, folder, run.progress, run.threads) as site:
        watched = run.held_out
        for part in (source, watched):
            if part is not None:
                part.prepare(site)
        if site.executor.crosses_processes:
            source = source.portable(site.folder)
            watched = watched and watched.portable(site.folder)
        alone = replace(run, executor="serial", workers=1, threads=1, progress=Progress(), held_out=watched)
        tasks = [
            SeedTask(source, recipe, dict(start), replace(alone, seed=recipe.seed + number))
            for number in range(seeds)
        ]
        runs = []
        with site.progress.task("seeds", seeds, "runs") as shown:
            for task, tuned in zip(tasks, site.executor.map(run_seed, tasks), strict=True):
                site.progress.say(f"seed {task.run.seed}: {tuned.after:.2f}", after=tuned.after)
                runs.append(tuned)
                shown.advance()
        return _mean_of(runs, source, replace(run, held_out=watched), site)


def _mean_of(runs: Sequence[Tuned], source: TuningSource, run: Run, site: Site) -> Tuned:
    """One result of all: its scores are those of the mean of the weights."""
    first = runs[0]
    weights = dict(sorted(mean([one.weights for one in runs]).items()))
    sparse = Sparse.named(weights)
    sums = source.sums(sparse, site)
    after = float(source.metric.score(sums))
    warnings = dict.fromkeys(warning for one in runs for warning in one.warnings)
    warnings |= dict.fromkeys(guards.check_gain(source.metric, first.before, after))
    held = None
    if first.held_out is not None and run.held_out is not None:
        held = (first.held_out[0], run.held_out.score(sparse, site))
    return replace(
        first,
        weights=weights,
        signature=f"seeds={len(runs)}|{first.signature}",
        after=after,
        log=[_mean_entry(entries) for entries in zip_longest(*(one.log for one in runs))],
        warnings=list(warnings),
        held_out=held,
        seconds=[sum(filter(None, times)) for times in zip_longest(*(one.seconds for one in runs))],
    )


def _mean_entry(entries: Sequence[dict[str, Any] | None]) -> dict[str, Any]:
    """An epoch of all runs that came so far: the mean of their numbers, and how many they are."""
    there = [entry for entry in entries if entry is not None]
    means = {
        name: float(np.mean([entry[name] for entry in there]))
        for name, value in there[0].items()
        if name != "epoch" and isinstance(value, int | float) and not isinstance(value, bool)
    }
    return there[0] | means | {"runs": len(there)}
