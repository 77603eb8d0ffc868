"""Every recipe on the same hostile lists: it refuses them with a sentence or ends with finite weights."""

import math
from functools import partial

import pytest

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.errors import RectrixError
from rectrix.recipes import RECIPES
from rectrix.rerank import tune as tune_scaled
from rectrix.score.references import references_of

tune = partial(tune_scaled, scale="none")

GOOD = [("a b c d", {"x": 1.0, "y": 0.5}), ("a b c x", {"x": 0.5}), ("q", {"y": 2.0})]
REFERENCES = [["a b c d"] * 3]

HOSTILE = {
    "a sentence without hypotheses": [GOOD, [], GOOD],
    "one hypothesis each": [GOOD[:1]] * 3,
    "equal hypotheses": [[GOOD[0]] * 3] * 3,
    "empty translations": [[("", {"x": 1.0}), ("", {"x": 2.0})]] * 3,
    "no features": [[("a b c d", {}), ("a", {})]] * 3,
    "nothing matches": [[("q r", {"x": 1.0}), ("s", {"x": 2.0})]] * 3,
    "huge values": [[("a b c d", {"x": 1e30}), ("q", {"x": -1e30})]] * 3,
    "tiny values": [[("a b c d", {"x": 1e-38}), ("q", {"x": -1e-38})]] * 3,
    "no hypotheses at all": [[], [], []],
}


def lists_of(sentences):
    space = FeatureSpace()
    lists = Lists(space)
    for hypotheses in sentences:
        lists.begin_sentence()
        for text, features in hypotheses:
            lists.add(text, 0.0, [(space.add(name), value) for name, value in features.items()])
    return lists


def verdict(recipe, sentences):
    try:
        tuned = tune(lists_of(sentences), references_of(REFERENCES), recipe)
    except RectrixError:
        return "refused"
    assert all(math.isfinite(value) for value in tuned.weights.values()), recipe
    assert math.isfinite(tuned.after), recipe
    return "learned"


# The same for all recipes; in the other cases some find nothing to learn from and say so, others stay put.
AGREED = [
    case for case in HOSTILE if case not in ("a sentence without hypotheses", "huge values", "tiny values")
]


@pytest.mark.parametrize("case", HOSTILE)
def test_every_recipe_learns_or_refuses_with_a_sentence(case):
    verdicts = {name: verdict(name, HOSTILE[case]) for name in RECIPES}
    assert case not in AGREED or len(set(verdicts.values())) == 1, verdicts
