"""Features written in Python."""

import pickle

import numpy as np
import pytest

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import extract
from rectrix.base.errors import RunError
from rectrix.decode import ChartDecoder, ChartOptions, MemoryRules
from rectrix.features.python import Rule, RuleFeatures, rule_feature

CALLS: list[Rule] = []


@rule_feature
def longer(rule: Rule) -> float:
    CALLS.append(rule)
    return max(0, len(rule.target) - len(rule.source))


@rule_feature
def suffix(rule: Rule) -> dict[str, float]:
    return {word[-1:]: 1.0 for word in rule.target_words}


@rule_feature
def broken(rule: Rule) -> float:
    return float("nan")


def decoder(*features: object, space: FeatureSpace | None = None) -> ChartDecoder:
    rules = MemoryRules([])
    rules.add("das [1] haus", "the house [1]", [], [(0, 0), (2, 1)])
    rules.add("haus", "the house", [], [(0, 1)])
    rules.add("das", "it", [], [(0, 0)])
    functions = [RuleFeatures(tuple(features))]
    return ChartDecoder(rules, [], [], space or FeatureSpace(), ChartOptions(), functions=functions)


def test_values_reach_the_lists_and_the_score() -> None:
    space = FeatureSpace()
    weights = np.zeros(2)
    weights[space.add("longer")] = 0.5
    weights[space.add("suffix:t")] = -2.0
    lists, _, _ = extract(decoder(longer, suffix, space=space), ["das haus"], weights, size=1)
    assert lists.text(0) == "it the house"
    names = [lists.space.name(int(index)) for index in lists.feature_ids]
    values = dict(zip(names, lists.feature_values.tolist(), strict=True))
    assert values == {"longer": 1, "suffix:t": 1, "suffix:e": 1, "glue": 1, "word_penalty": -3}
    assert lists.scores[0] == pytest.approx(0.5 - 2.0)


def test_a_function_is_called_once_per_rule_and_sentence() -> None:
    CALLS.clear()
    decoder(longer).translate(["das das haus haus", "das"], np.zeros(0))
    assert len(CALLS) == 2 * 3
    assert Rule(("das", 1, "haus"), ("the", "house", 1), ((0, 0), (2, 1))) in CALLS


def test_threads_agree() -> None:
    lines = ["das haus", "haus das", "das das haus"] * 5
    results = [
        extract(decoder(longer, suffix), lines, np.zeros(0), threads=n)[0].feature_values for n in (1, 3)
    ]
    assert results[0].tolist() == results[1].tolist()


def test_decorated_functions_travel() -> None:
    """Also inside a RuleFeatures: this is what a worker process receives."""
    again = pickle.loads(pickle.dumps(RuleFeatures((longer, suffix))))
    assert again([(("a",), ("b", "c"), ())]) == [
        (0, "longer", 1.0),
        (0, "suffix:b", 1.0),
        (0, "suffix:c", 1.0),
    ]


def test_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(RunError, match="broken"):
        decoder(broken).translate(["das"], np.zeros(0))
