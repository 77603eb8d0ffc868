"""Learn weights: any recipe on any tuning set, with guards, log and checkpoints."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from rectrix._core.kbest import Lists
from rectrix.base.errors import UsageError
from rectrix.base.files import writing
from rectrix.features.weights import Weights
from rectrix.kbest.rerank import best_texts
from rectrix.learn import guards
from rectrix.learn.fit import OneWeight, fit
from rectrix.learn.journey import Journey
from rectrix.learn.recipe import Recipe
from rectrix.learn.report import unit_of
from rectrix.learn.run import Run
from rectrix.learn.site import Site, opened_site
from rectrix.learn.sparse import Sparse
from rectrix.learn.tuning import TuningSource

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
    seconds: list[float] = field(default_factory=list)  # of each epoch
    judged: tuple[int, int] = (0, 0)  # sentences that before and after were measured on, and all there are

    def __repr__(self) -> str:
        scores = f"{self.before:.2f} before, {self.after:.2f} after"
        return f"<Tuned: {len(self.weights)} weights, {scores}, {self.signature}>"

    def summary(self, metric: str) -> str:
        """Scores before and after, with digits that suit their size."""
        judged, all_of_them = self.judged
        tuning = "the tuning set" if judged == all_of_them else f"{judged} of {all_of_them} tuning sentences"
        parts = [(tuning, (self.before, self.after))]
        if self.held_out is not None:
            parts.append(("held-out sentences", self.held_out))
        digits = 2 if max(abs(score) for _, both in parts for score in both) >= 10 else 4
        return "\n".join(
            f"{metric} on {where}: {before:.{digits}f} before, {after:.{digits}f} after"
            for where, (before, after) in parts
        )

    def apply(self, lists: Lists) -> list[str]:
        """The best hypothesis of each list under these weights; '' for an empty list."""
        return best_texts(lists, self.weights)

    def write_log(self, path: Path, force: bool = False) -> None:
        """One JSON line per epoch or round; the same run writes the same bytes."""
        with writing(path, force=force) as file:
            for entry in self.log:
                file.write(json.dumps(entry) + "\n")

    def write_times(self, path: Path, force: bool = False) -> None:
        """The seconds of each epoch or round, which no run repeats: a file of their own."""
        with writing(path, force=force) as file:
            for entry, seconds in zip(self.log, self.seconds, strict=True):
                unit = unit_of(entry)
                file.write(json.dumps({unit: entry[unit], "seconds": round(seconds, 3)}) + "\n")


def learn_weights(
    recipe: Recipe,
    source: TuningSource,
    start: Mapping[str, float] | None = None,
    run: Run | None = None,
    warnings: Sequence[str] = (),
) -> Tuned:
    """Weights that a recipe learns on a tuning set.

    start: to begin with, 0 for all others; warnings: what is known of the tuning set already.
    """
    run = run or Run()
    if run.patience and run.held_out is None:
        raise UsageError("patience needs held-out sentences to watch")
    if run.seed is not None:
        recipe = recipe.model_copy(update={"seed": run.seed})
    warnings = [*warnings, *source.check()]
    weights = {name: value for name, value in (start or {}).items() if source.has(name)}
    if start and not any(weights.values()):
        warnings.append("no feature of the start weights occurs in the lists: names may differ")
    begin = Sparse.named(weights)
    folder = None if run.checkpoints is None else run.checkpoints / _fingerprint(recipe, source, begin)
    with opened_site(run.executor, run.crew, folder, run.progress, run.threads) as site:
        site.names.add([*weights, *source.names()])
        return _tuned(recipe, source, begin, Journey(run, site), warnings)


def _tuned(
    recipe: Recipe, source: TuningSource, start: Sparse, journey: Journey, warnings: list[str]
) -> Tuned:
    run, site = journey.run, journey.site
    own = OneWeight(recipe.fit) if recipe.fit else None
    refit = run.fit_held_out if run.held_out is not None else None
    for which in filter(None, (own, refit)):
        which.check(set(site.names.known.values()))
    for part in (source, run.held_out):
        if part is not None:
            part.prepare(site)
    before = source.score(start, site)
    weights = recipe.learn(source, start, journey)
    if own:
        weights = fit(source, weights, own, site)
    if refit and run.held_out is not None:
        weights = fit(run.held_out, weights, refit, site)
    guards.check_log(journey.log)
    sums = source.sums(weights, site)
    after = float(source.metric.score(sums))
    warnings += guards.check_weights(weights.values, start.values)
    undecided = not source.searches and not np.any(start.values)
    warnings += guards.check_gain(source.metric, before, after, undecided)
    if not (own or refit):
        word_penalty = "word_penalty" in site.names.known.values()
        warnings += guards.check_length(source.metric, sums, word_penalty)
    for warning in warnings:
        site.progress.say(f"warning: {warning}", warning=warning)
    held = None
    if run.held_out is not None:
        held = (run.held_out.score(start, site), run.held_out.score(weights, site))
    signature = _signature(recipe, source, site) + (f"|fit_held_out={refit.name}" if refit else "")
    named = _named(weights, site)
    judged = (source.judged, len(source))
    return Tuned(named, signature, before, after, journey.log, warnings, held, journey.seconds, judged)


def _signature(recipe: Recipe, source: TuningSource, site: Site) -> str:
    parts = [
        f"recipe={type(recipe).__name__.lower()}",
        recipe.signature(),
        f"metric={source.metric.signature}",
    ]
    if not recipe.repeatable(site.executor.workers):
        parts.append("order=asynchronous")
    return "|".join(parts)


def _fingerprint(recipe: Recipe, source: TuningSource, start: Sparse) -> str:
    """A short hash of all that a checkpoint depends on."""
    hashed = sha256(f"{recipe.fingerprint()}|{source.metric.signature}|{len(source)}".encode())
    hashed.update(start.keys.tobytes() + start.values.tobytes() + source.fingerprint().encode())
    return hashed.hexdigest()[:16]


def _named(weights: Sparse, site: Site) -> Weights:
    """By name, in the order of names; of few features those that weigh 0, too."""
    found = {
        site.names[key]: value
        for key, value in zip(weights.keys.tolist(), weights.values.tolist(), strict=True)
    }
    if len(site.names.known) <= _FEW:
        found = dict.fromkeys(site.names.known.values(), 0.0) | found
    return dict(sorted(found.items()))
