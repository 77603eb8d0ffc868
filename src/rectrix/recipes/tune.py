"""Tune weights: any recipe on stored lists or on a decoder, with guards, log and checkpoints."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.base.errors import UsageError
from rectrix.base.files import writing
from rectrix.base.progress import Progress
from rectrix.execute.serial import Serial
from rectrix.execute.threads import Threads
from rectrix.features.weights import Weights, named, vector
from rectrix.learn import guards
from rectrix.learn.candidates import Floats
from rectrix.learn.run import Checkpoint, Run
from rectrix.learn.tuning import Decoded, Stored, Tuning
from rectrix.recipes import RECIPES
from rectrix.recipes.fit import feature_to_fit, fit
from rectrix.recipes.recipe import Recipe
from rectrix.score.metrics import metric as metric_by_name

_FEW = 100  # features that are all written, also those that weigh 0


@dataclass(frozen=True)
class Tuned:
    """Learned weights by name, how they were learned, and how good they are on the tuning set."""

    weights: Weights
    signature: str
    before: float
    after: float
    log: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    held_out: tuple[float, float] | None = None  # the same on held-out sentences, if there are any

    def summary(self, metric: str) -> str:
        """Scores before and after."""
        lines = [f"{metric} on the tuning set: {self.before:.2f} before, {self.after:.2f} after"]
        if self.held_out is not None:
            before, after = self.held_out
            lines.append(f"{metric} on held-out sentences: {before:.2f} before, {after:.2f} after")
        return "\n".join(lines)

    def write_log(self, path: Path, force: bool = False) -> None:
        """One JSON line per epoch."""
        with writing(path, force=force) as file:
            for entry in self.log:
                file.write(json.dumps(entry) + "\n")


@dataclass(frozen=True)
class TuneOptions:
    """How to run, whatever the recipe."""

    start: Mapping[str, float] | None = None  # None: zero, or what the recipe needs
    threads: int = 1
    progress: Progress = field(default_factory=Progress)
    held_out: Tuning | None = None
    patience: int = 0  # epochs without a better held-out score, then the best are taken; 0: never stop early
    checkpoints: Path | None = None  # folder for the state of every epoch
    resume: bool = False


def tune(
    tuning: Lists | Tuning,
    references: References | None = None,
    recipe: str | Recipe = "mert",
    metric: str = "bleu",
    settings: Mapping[str, Any] | None = None,
    options: TuneOptions | None = None,
) -> Tuned:
    """Learn weights for a tuning set, by the name of a recipe and changes of its settings.

    tuning: k-best lists, with references and the name of a metric, or a tuning set that has them already.
    """
    options = options or TuneOptions()
    made: Recipe = RECIPES[recipe].of(settings or {}, where=recipe) if isinstance(recipe, str) else recipe
    warnings: list[str] = []
    if isinstance(tuning, Lists):
        tuning = stored(tuning, references, metric, options.threads)
    if isinstance(tuning, Stored):
        warnings += guards.check_lists(tuning)
    elif isinstance(tuning, Decoded):
        guards.check_references(len(tuning), tuning.references)
    start = vector(options.start or {}, tuning.space)
    if options.start and not np.any(start):
        warnings.append("no feature of the start weights occurs in the lists: names may differ")
    run = _run(made, tuning, start, options)
    before = tuning.score(start)
    to_fit = feature_to_fit(tuning, made.fit) if made.fit else None
    weights = made.learn(tuning, run)
    if to_fit is not None:
        weights = fit(tuning, weights, to_fit, run)
    guards.check_log(run.log)
    sums = tuning.sums(weights)
    after = float(tuning.metric.score(sums))
    warnings += guards.check_weights(weights, start)
    warnings += guards.check_gain(tuning.metric, before, after)
    if to_fit is None:
        warnings += guards.check_length(tuning.metric, sums, tuning.space.find("word_penalty") is not None)
    for warning in warnings:
        options.progress.say(f"warning: {warning}", warning=warning)
    parts = [f"recipe={type(made).__name__.lower()}", made.signature(), f"metric={tuning.metric.signature}"]
    if not made.repeatable(options.threads):
        parts.append("order=asynchronous")
    held = None
    if options.held_out is not None:
        held = (options.held_out.score(start), options.held_out.score(weights))
    return Tuned(_named(weights, tuning.space), "|".join(parts), before, after, run.log, warnings, held)


def stored(lists: Lists, references: References | None, name: str, threads: int = 1) -> Stored:
    """Lists with statistics of a metric; references are needed unless the metric is a column of the lists."""
    metric = metric_by_name(name)
    if not name.startswith("column:"):
        if references is None:
            raise UsageError(f"the metric {name} needs references")
        guards.check_references(len(lists), references)
    return Stored(lists, metric.statistics(lists, references, threads=threads), metric)  # type: ignore[arg-type]


def _run(recipe: Recipe, tuning: Tuning, start: Floats, options: TuneOptions) -> Run:
    checkpoint = None
    if options.checkpoints is not None:
        checkpoint = Checkpoint(options.checkpoints, _fingerprint(recipe, tuning, start))
    return Run(
        start=start,
        seed=recipe.seed,
        threads=options.threads,
        executor=Threads(options.threads) if options.threads > 1 else Serial(),
        progress=options.progress,
        held_out=options.held_out,
        patience=options.patience,
        checkpoint=checkpoint,
        resume=options.resume,
    )


def _fingerprint(recipe: Recipe, tuning: Tuning, start: Floats) -> str:
    """A short hash of all that a checkpoint depends on."""
    hashed = sha256(f"{recipe.fingerprint()}|{tuning.metric.signature}|{len(tuning)}".encode())
    hashed.update(start.tobytes())
    if isinstance(tuning, Stored):
        hashed.update(tuning.statistics.tobytes())
    return hashed.hexdigest()[:16]


def _named(weights: Floats, space: FeatureSpace) -> Weights:
    """By name; of many features those that weigh 0 are left out."""
    found = named(weights, space)
    if len(found) <= _FEW:
        return found
    return {name: value for name, value in found.items() if value}
