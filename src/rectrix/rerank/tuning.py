"""Tune weights of anyone's lists, on one scale, and apply them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.kbest.rerank import best_texts
from rectrix.learn import guards
from rectrix.learn.recipe import Recipe
from rectrix.learn.run import Run
from rectrix.learn.stored import StoredLists
from rectrix.learn.tune import Tuned, learn_weights
from rectrix.recipes import recipe_of
from rectrix.rerank.given import Given, GivenReferences, lists_of, references_for
from rectrix.rerank.scaling import Scaling, scaled
from rectrix.rerank.settings import RerankSettings, Scale
from rectrix.score.metrics import MetricLike

DEFAULTS = RerankSettings()


def tune(
    lists: Given,
    references: GivenReferences = None,
    recipe: str | Recipe = DEFAULTS.recipe,
    metric: MetricLike = DEFAULTS.metric,
    settings: Mapping[str, Any] | None = None,
    start: Mapping[str, float] | None = None,
    run: Run | None = None,
    scale: Scale = DEFAULTS.scale,
    held_out: Given | None = None,
    held_out_references: GivenReferences = None,
) -> Tuned:
    """Learn weights for the features of lists; see `lists_of` and `references_for` for what they may be.

    scale: whether features are divided by their deviation within sentences while learning (`deviation`,
    `none`; `auto`: for recipes that are not scale-free); weights are always in the units of the lists.
    held_out: lists to watch, and with the run's patience to stop by.
    """
    own, run = lists_of(lists), run or Run()
    made = recipe_of(recipe, settings)
    guards.check_sizes(own)  # before scaling, which some recipes do without
    scaling = Scaling.learn(own) if scaled(scale, type(made).__name__.lower()) else Scaling({})
    watched = None
    if held_out is not None:
        others = lists_of(held_out, space=own.space)
        given = references_for(others, held_out_references)
        watched = StoredLists.of(_in(scaling, others), given, metric, run.threads)
    begin = None if start is None else scaling.into(start)
    run = replace(run, held_out=watched) if watched is not None else run
    known = references_for(own, references)
    source = StoredLists.of(_in(scaling, own), known, metric, run.threads)
    tuned = learn_weights(made, source, begin, run, guards.check_text(own, known))
    if not scaling.factors:
        return tuned
    return replace(tuned, weights=scaling.back(tuned.weights), signature=f"{tuned.signature}|scale=deviation")


def _in(scaling: Scaling, lists: Lists) -> Lists:
    return scaling.lists(lists) if scaling.factors else lists


def apply(lists: Given, weights: Mapping[str, float] | Tuned) -> list[str]:
    """The best hypothesis of each list; '' for an empty one."""
    return best_texts(lists_of(lists), weights.weights if isinstance(weights, Tuned) else weights)


def retuned_score(
    references: References | None, recipe: str, threads: int = 1
) -> Callable[[Lists, MetricLike], float]:
    """What `report` asks for: the score that a recipe reaches on given lists."""

    def score(lists: Lists, metric: MetricLike) -> float:
        return tune(lists, references, recipe, metric, run=Run(threads=threads)).after

    return score
