"""Recipes on lists that are well and on lists that are not: the same verdict of all."""

import math
from collections.abc import Sequence
from typing import TypeAlias

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.errors import RectrixError
from rectrix.learn.tune import Tuned
from rectrix.rerank.tuning import tune
from rectrix.score.references import references_of

Sentences: TypeAlias = Sequence[Sequence[tuple[str, dict[str, float]]]]

_GOOD = [
    ("a b c d e", {"x": 1.0, "y": 0.5}),
    ("a b c d x", {"x": 0.5, "y": 0.6}),
    ("q r", {"x": 0.1, "y": 0.4}),
]
_REFERENCE = "a b c d e"

# Lists, and whether they are refused. Whoever learns ends with finite weights.
HOSTILE: dict[str, tuple[Sentences, bool]] = {
    "nothing hostile": ([_GOOD] * 3, False),
    "a sentence without hypotheses": ([_GOOD, [], _GOOD], False),
    "a sentence with one hypothesis": ([_GOOD, _GOOD[:1], _GOOD], False),
    "a feature that is always the same": ([[(t, {**f, "z": 3.0}) for t, f in _GOOD]] * 3, False),
    "a feature of one hypothesis": ([[*_GOOD, ("q", {"z": 1.0})]] * 3, False),
    "an empty translation": ([[*_GOOD, ("", {"x": -1.0})]] * 3, False),
    "repeated hypotheses": ([[*_GOOD, *_GOOD]] * 3, False),
    "one hypothesis each": ([_GOOD[:1]] * 3, True),
    "equal hypotheses": ([[_GOOD[0]] * 3] * 3, True),
    "empty translations": ([[("", {"x": 1.0}), ("", {"x": 2.0})]] * 3, True),
    "no features": ([[("a b c d", {}), ("a", {})]] * 3, True),
    "nothing matches": ([[("q r", {"x": 1.0}), ("s", {"x": 2.0})]] * 3, True),
    "huge values": ([[(t, {"x": f["x"] * 1e30}) for t, f in _GOOD]] * 3, True),
    "tiny values": ([[(t, {"x": f["x"] * 1e-30}) for t, f in _GOOD]] * 3, True),
    "no hypotheses at all": ([[], [], []], True),
    "no sentences": ([], True),
}


def lists_of(sentences: Sentences) -> Lists:
    """Lists of hypotheses, each a text and its features."""
    space = FeatureSpace()
    lists = Lists(space)
    for hypotheses in sentences:
        lists.begin_sentence()
        for text, features in hypotheses:
            lists.add(text, 0.0, [(space.add(name), value) for name, value in features.items()])
    return lists


def check_recipe(recipe: str) -> None:
    """A recipe (by name or as module:class) refuses what all refuse and learns the rest, twice the same."""
    for case, (sentences, refused) in HOSTILE.items():
        _check_case(recipe, case, sentences, refused)
    once, again = (_tune(recipe, HOSTILE["nothing hostile"][0]) for _ in range(2))
    assert once.weights == again.weights, f"{recipe}: the same run twice gives different weights"
    assert once.after >= once.before or once.warnings, f"{recipe}: got worse without a word"


def _check_case(recipe: str, case: str, sentences: Sentences, refused: bool) -> None:
    try:
        tuned = _tune(recipe, sentences)
    except RectrixError as error:
        assert refused, f"{recipe}, {case}: refused, though others learn: {error}"
        assert str(error).strip(), f"{recipe}, {case}: refused without a word"
        return
    assert not refused, f"{recipe}, {case}: learned, though others refuse"
    numbers = [*tuned.weights.values(), tuned.before, tuned.after]
    assert all(map(math.isfinite, numbers)), f"{recipe}, {case}: not finite: {tuned}"


def _tune(recipe: str, sentences: Sentences) -> Tuned:
    return tune(lists_of(sentences), references_of([[_REFERENCE] * len(sentences)]), recipe)
