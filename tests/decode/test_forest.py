"""Forest algorithms against listing every derivation of random forests."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectrix.base.errors import UsageError
from rectrix.decode import Forest

from .random_forests import Derived, Known, random_forest

SEEDS = st.integers(0, 10**6)


def best_per_string(derivations: list[Derived]) -> dict[tuple[str, ...], float]:
    best: dict[tuple[str, ...], float] = {}
    for one in derivations:
        best[one.text] = max(best.get(one.text, -math.inf), one.score)
    return best


def all_derivations(known: Known) -> list[Derived]:
    return sorted(known.derivations(len(known.nodes) - 1), key=lambda one: -one.score)


@settings(max_examples=150)
@given(SEEDS)
def test_every_derivation_is_listed_once_in_order(seed: int) -> None:
    known = random_forest(seed)
    expected = all_derivations(known)
    found = known.forest.kbest(len(expected) + 1, unique=False)
    assert sorted(tuple(one["edges"]) for one in found) == sorted(one.edges for one in expected)
    np.testing.assert_allclose([one["score"] for one in found], [one.score for one in expected])


@settings(max_examples=150)
@given(SEEDS)
def test_unique_lists_hold_the_best_derivation_of_each_string(seed: int) -> None:
    known = random_forest(seed)
    expected = best_per_string(all_derivations(known))
    found = known.forest.kbest(len(expected) + 1)
    assert {tuple(one["text"].split()): pytest.approx(one["score"]) for one in found} == expected
    assert len(found) == len(expected)
    scores = [one["score"] for one in found]
    assert all(a >= b - 1e-9 for a, b in pairwise(scores))


@settings(max_examples=80)
@given(SEEDS)
def test_texts_and_features_of_derivations(seed: int) -> None:
    known = random_forest(seed)
    expected = {one.edges: one for one in all_derivations(known)}
    for one in known.forest.kbest(20, unique=False):
        true = expected[tuple(one["edges"])]
        assert tuple(one["text"].split()) == true.text
        assert one["features"] == pytest.approx(true.features)


@settings(max_examples=80)
@given(SEEDS, st.sampled_from([0.5, 1.0, 3.0]))
def test_inside_is_the_sum_over_derivations(seed: int, scale: float) -> None:
    known = random_forest(seed)
    total, inside, outside = known.forest.sums(scale)
    for node in range(known.forest.nodes):
        scores = [scale * one.score for one in known.derivations(node)]
        assert inside[node] == pytest.approx(np.logaddexp.reduce(scores))
    assert total == inside[-1]
    assert outside[-1] == 0
    assert len(outside) == known.forest.nodes


@settings(max_examples=80)
@given(SEEDS, st.sampled_from([0.5, 2.0]))
def test_posteriors_and_expectations_are_averages_over_derivations(seed: int, scale: float) -> None:
    known = random_forest(seed)
    derivations = all_derivations(known)
    weights = np.exp(scale * np.array([one.score for one in derivations]))
    weights /= weights.sum()
    posteriors = np.zeros(known.forest.edges)
    expected: dict[str, float] = {}
    for one, weight in zip(derivations, weights, strict=True):
        for edge in one.edges:
            posteriors[edge] += weight
        for name, value in one.features.items():
            expected[name] = expected.get(name, 0.0) + weight * value
    np.testing.assert_allclose(known.forest.posteriors(scale), posteriors, atol=1e-9)
    found = dict(zip(known.forest.feature_names(), known.forest.expectations(scale), strict=True))
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-6)


@settings(max_examples=80)
@given(SEEDS)
def test_viterbi_is_the_best_derivation(seed: int) -> None:
    known = random_forest(seed)
    assert known.forest.viterbi()["score"] == pytest.approx(all_derivations(known)[0].score)


@settings(max_examples=60)
@given(SEEDS, st.floats(0, 3))
def test_pruning_keeps_exactly_the_edges_of_good_derivations(seed: int, beam: float) -> None:
    known = random_forest(seed)
    derivations = all_derivations(known)
    limit = derivations[0].score - beam
    if any(abs(one.score - limit) < 1e-6 for one in derivations):
        return
    kept = {edge for one in derivations if one.score >= limit for edge in one.edges}
    pruned = known.forest.prune(beam=beam)
    assert pruned.edges == len(kept)
    assert pruned.viterbi()["score"] == pytest.approx(derivations[0].score)
    assert known.forest.prune(density=1.0).edges >= len(set(known.forest.viterbi()["edges"]))


@settings(max_examples=60)
@given(SEEDS)
def test_a_constrained_forest_has_the_derivations_of_its_string(seed: int) -> None:
    known = random_forest(seed)
    derivations = all_derivations(known)
    text = derivations[-1].text
    expected = sorted(one.score for one in derivations if one.text == text)
    forest = known.forest.constrain(" ".join(text))
    assert forest is not None
    found = forest.kbest(len(expected) + 1, unique=False)
    np.testing.assert_allclose(sorted(one["score"] for one in found), expected)
    assert known.forest.constrain("zebra") is None


@settings(max_examples=100)
@given(SEEDS, st.integers(0, 30))
def test_a_completed_forest_has_the_derivations_that_begin_so(seed: int, size: int) -> None:
    known = random_forest(seed)
    derivations = all_derivations(known)
    typed = " ".join(derivations[-1].text)[:size]
    expected = sorted(one.score for one in derivations if " ".join(one.text).startswith(typed))
    if typed.endswith(" "):  # a blank says that a word is whole, not that another follows
        words = tuple(typed.split())
        expected = sorted(one.score for one in derivations if one.text[: len(words)] == words)
    forest = known.forest.complete(typed)
    assert forest is not None
    found = forest.kbest(len(expected) + 1, unique=False)
    np.testing.assert_allclose(sorted(one["score"] for one in found), expected)
    assert known.forest.complete(typed + "\x00") is None


def test_samples_follow_the_distribution() -> None:
    known = random_forest(11)
    draws = known.forest.sample(4000, seed=5)
    counts = np.zeros(known.forest.edges)
    for draw in draws:
        for edge in draw["edges"]:
            counts[edge] += 1
    expected = known.forest.posteriors() * len(draws)
    assert np.all(np.abs(counts - expected) < 5 * np.sqrt(expected + 1))
    again = known.forest.sample(10, seed=5)
    assert [one["edges"] for one in again] == [one["edges"] for one in draws[:10]]


@settings(max_examples=40)
@given(SEEDS)
def test_reweighted_scores_are_weights_times_features(seed: int) -> None:
    known = random_forest(seed)
    weights = np.array([0.5, -1.0, 2.0, 0.25, 1.0])
    known.forest.reweight(weights)
    by_name = dict(zip(known.forest.feature_names(), weights, strict=True))
    for one in known.forest.kbest(10):
        assert one["score"] == pytest.approx(
            sum(by_name[n] * v for n, v in one["features"].items()), abs=1e-5
        )


def test_wrong_building_is_refused() -> None:
    forest = Forest()
    with pytest.raises(UsageError, match="add a node"):
        forest.add_edge(0, [], 0.0)
    rule = forest.add_rule("x", "a [1]", [])
    forest.add_node(0, 1)
    with pytest.raises(UsageError, match="tails come before"):
        forest.add_edge(rule, [0], 0.0)
    with pytest.raises(UsageError, match="do not fill"):
        forest.add_edge(rule, [], 0.0)
    with pytest.raises(UsageError, match="not a number"):
        forest.add_edge(rule, [0], math.nan)
    with pytest.raises(UsageError, match="without a name"):
        forest.add_rule("x", "a", [(7, 1.0)])
    with pytest.raises(UsageError, match="each once"):
        forest.add_rule("x", "[1] [1]", [])


def test_many_unique_derivations_of_a_long_chain() -> None:
    """A glue-like chain of 2000 nodes: deep, and the 500-best differ in a few places only."""
    forest = Forest()
    first = [forest.add_rule("s", word, []) for word in ("a", "b")]
    then = [forest.add_rule("s", f"[1] {word}", []) for word in ("a", "b")]
    for node in range(2000):
        forest.add_node(0, node + 1)
        for choice in range(2):
            rule = (then if node else first)[choice]
            forest.add_edge(rule, [node - 1] if node else [], -choice * (1 + node / 7000))
    found = forest.kbest(500)
    assert len({one["text"] for one in found}) == 500
    assert found[0]["score"] == 0
    assert found[1]["score"] == -1
