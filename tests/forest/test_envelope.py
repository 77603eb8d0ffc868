"""Upper envelopes of forests: a worked example, and random forests against all their derivations."""

import itertools
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.learn import ForestLines, Forests
from rectrix.base.errors import UsageError
from rectrix.decode import Forest
from rectrix.learn.forests import StoredForests
from rectrix.learn.solvers.forest_mert import ForestMERT
from rectrix.score import references_of
from rectrix.score.metrics import metric as metric_by_name

from ..decode.random_forests import random_forest
from .worked import WEIGHTS, worked_forest

SEEDS = st.integers(0, 10**6)
FAR = 1e6


def test_the_worked_example() -> None:
    pieces = worked_forest().envelope(WEIGHTS, [-1.0, 1.0])
    lines = [(one["text"], slope, intercept) for _, slope, intercept, one in pieces]
    assert lines == [
        ("cat", pytest.approx(-2.5), pytest.approx(2.95)),
        ("cat of the", pytest.approx(-2.0), pytest.approx(2.9)),
        ("cat of a", pytest.approx(-0.1), pytest.approx(2.65)),
        ("cats of a", pytest.approx(1.3), pytest.approx(2.15)),
        ("a cats", pytest.approx(2.4), pytest.approx(1.65)),
    ]
    begins = [from_ for from_, *_ in pieces]
    assert begins == pytest.approx([-math.inf, 0.1, 0.131579, 0.357143, 0.454545], abs=1e-6)


def test_the_sweep_of_the_worked_example() -> None:
    forests = Forests(FeatureSpace())
    forests.add(0, worked_forest())
    lines = ForestLines(forests)
    lines.along(np.array(WEIGHTS), np.array([-1.0, 1.0]), FAR)
    lists, sentences = lines.fresh()
    assert sentences.tolist() == [0]
    texts = [lists.text(i) for i in range(lists.hypotheses)]
    order = [row for _, row in lines.pieces(0)]
    assert [texts[row] for row in order] == ["cat", "cat of the", "cat of a", "cats of a", "a cats"]
    # Matches and totals of one and two words against "the cats".
    expected = np.array([[0, 1, 0, 0], [1, 3, 0, 2], [0, 3, 0, 2], [1, 3, 0, 2], [1, 2, 0, 1]], float)
    rows = metric_by_name("bleu").statistics(lists, references_of([["the cats"]]))
    np.testing.assert_array_equal(rows[:, [2, 6, 3, 7]][order], expected)
    lines.judge(np.ascontiguousarray(rows[:, [2, 6, 3, 7]]))

    def smoothed(sums: np.ndarray) -> np.ndarray:
        return np.sqrt(sums[:, 0] / sums[:, 1] * (sums[:, 2] + 1) / (sums[:, 3] + 1))

    np.testing.assert_allclose(smoothed(expected), [0, 1 / 3, 0, 1 / 3, 0.5], atol=1e-6)
    position, score = lines.best(0, smoothed)
    assert score == pytest.approx(0.5)
    assert position == pytest.approx(0.454545 + 1, abs=1e-6)


def hull(lines: list[tuple[float, float]], at: float) -> float:
    return max(intercept + at * slope for slope, intercept in lines)


@settings(max_examples=150)
@given(SEEDS)
def test_envelopes_are_those_of_all_derivations(seed: int) -> None:
    known, random = random_forest(seed), np.random.default_rng(seed)
    names = known.forest.feature_names()
    weights, direction = random.normal(size=(2, len(names)))
    all_lines = [
        (
            sum(direction[names.index(name)] * value for name, value in one.features.items()),
            sum(weights[names.index(name)] * value for name, value in one.features.items()),
        )
        for one in known.derivations(len(known.nodes) - 1)
    ]
    pieces = known.forest.envelope(weights.tolist(), direction.tolist())
    begins = [from_ for from_, *_ in pieces]
    assert begins == sorted(begins)
    for (from_, slope, intercept, one), to in zip(pieces, [*begins[1:], math.inf], strict=True):
        value = sum(weights[names.index(name)] * value for name, value in one["features"].items())
        assert one["score"] == pytest.approx(intercept) == pytest.approx(value)
        low, high = max(from_, -50.0), min(to, 50.0)
        for at in np.linspace(low, high, 5) if low < high else []:
            assert intercept + at * slope == pytest.approx(hull(all_lines, float(at)), abs=1e-6)


@settings(max_examples=60)
@given(SEEDS)
def test_within_reach_the_envelope_is_the_same(seed: int) -> None:
    known, random = random_forest(seed), np.random.default_rng(seed)
    weights, direction = random.normal(size=(2, len(known.forest.feature_names()))).tolist()
    whole = known.forest.envelope(weights, direction)
    cut = known.forest.envelope(weights, direction, reach=0.5)
    assert len(cut) <= len(whole)
    assert all(abs(from_) <= 0.5 for from_, *_ in cut[1:])

    def value(pieces: list[tuple[float, float, float, dict[str, object]]], at: float) -> float:
        return next(i + at * s for f, s, i, _ in reversed(pieces) if f <= at)

    for at in np.linspace(-0.5, 0.5, 21).tolist():
        assert value(cut, at) == pytest.approx(value(whole, at))


@pytest.mark.parametrize("reach", [-1.0, math.inf, math.nan])
def test_a_reach_must_be_finite(reach: float) -> None:
    with pytest.raises(UsageError, match="finite"):
        worked_forest().envelope(WEIGHTS, [-1.0, 1.0], reach)


def two_forests(seed: int) -> tuple[Forests, list[list[tuple[str, dict[str, float]]]]]:
    """Two sentences with two forests each, and all their derivations."""
    forests, listed = Forests(FeatureSpace()), []
    for sentence in range(2):
        listed.append([])
        for part in range(2):
            known = random_forest(seed + 10 * sentence + part)
            forests.add(sentence, known.forest)
            listed[-1] += [(" ".join(d.text), d.features) for d in known.derivations(len(known.nodes) - 1)]
    return forests, listed


@settings(max_examples=40)
@given(SEEDS)
def test_line_searches_are_those_of_lists_with_all_derivations(seed: int) -> None:
    forests, listed = two_forests(seed)
    names = forests.space.names(np.arange(len(forests.space)))
    weights, direction = np.random.default_rng(seed).normal(size=(2, len(names)))
    references = references_of([["a b a", "b b"]])
    metric = metric_by_name("chrf")
    stored = StoredForests(forests, references, metric)

    def brute(at: float) -> list[float]:
        """Of all ways to break ties between derivations."""
        there, best = weights + at * direction, []
        for derivations in listed:
            scores = [sum(there[names.index(n)] * v for n, v in f.items()) for _, f in derivations]
            top = max(scores) - 1e-9
            best.append({text for (text, _), score in zip(derivations, scores, strict=True) if score > top})
        return [corpus(texts) for texts in itertools.product(*best)]

    def corpus(texts: tuple[str, ...]) -> float:
        lists = Lists(FeatureSpace())
        for text in texts:
            lists.begin_sentence()
            lists.add(text, 0.0, [])
        return float(metric.score(metric.statistics(lists, references).sum(axis=0)))

    position, score = stored.search(weights, direction, 1e-6, 0)
    assert any(found == pytest.approx(score) for found in brute(position))
    assert all(min(brute(float(at))) <= score + 1e-6 for at in np.linspace(-30, 30, 101))
    assert any(found == pytest.approx(stored.score_of(weights)) for found in brute(0.0))


@settings(max_examples=40)
@given(SEEDS)
def test_further_lines_are_exact_with_what_earlier_ones_have_found(seed: int) -> None:
    forests, listed = two_forests(seed)
    names = forests.space.names(np.arange(len(forests.space)))
    random, lines = np.random.default_rng(seed), ForestLines(forests)
    texts: list[str] = []
    for _ in range(6):
        weights, direction = random.normal(size=(2, len(names)))
        lines.along(weights, direction, 40.0, threads=2)
        lists, _ = lines.fresh()
        texts += [lists.text(i) for i in range(lists.hypotheses)]
        lines.judge(np.zeros((lists.hypotheses, 1)))
        for sentence, derivations in enumerate(listed):
            pieces = lines.pieces(sentence)
            for at in np.linspace(-40, 40, 33):
                there = weights + at * direction
                scores = [sum(there[names.index(n)] * v for n, v in f.items()) for _, f in derivations]
                row = next(row for from_, row in reversed(pieces) if from_ <= at)
                best = max(s for s, (text, _) in zip(scores, derivations, strict=True) if text == texts[row])
                assert best == pytest.approx(max(scores), abs=1e-6)


def test_neighbors_keep_a_spike_from_being_chosen() -> None:
    # One word each: at 1.0 three become right, at 1.1 four wrong, then one after another right.
    changes = [(1.0, "x", "a")] * 3 + [(1.1, "a", "x")] * 4 + [(float(at), "x", "a") for at in (2, 3, 4, 5)]
    forests = Forests(FeatureSpace())
    for sentence, (at, left, right) in enumerate(changes):
        forest = Forest()
        ids = [forest.add_feature("constant"), forest.add_feature("moving")]
        forest.add_node(0, 1)
        forest.add_edge(forest.add_rule("s", left, [(ids[0], at)]), [], 0.0)
        forest.add_edge(forest.add_rule("s", right, [(ids[1], 1.0)]), [], 0.0)
        forests.add(sentence, forest)
    stored = StoredForests(forests, references_of([["a"] * len(changes)]), metric_by_name("wer"))
    constant, moving = np.eye(2)[[forests.space.find("constant"), forests.space.find("moving")]]
    position, score = stored.search(constant, moving, 1e-6, 0)
    assert 1.0 < position < 1.1
    smooth = stored.search(constant, moving, 1e-6, 1)
    assert smooth[0] == pytest.approx(6.0)
    assert smooth[1] == pytest.approx(score)


def test_forests_travel_between_processes() -> None:
    forests, _ = two_forests(7)
    weights = {name: float(i) for i, name in enumerate(forests.space.names(np.arange(len(forests.space))))}
    again = pickle.loads(pickle.dumps(forests))
    other = Forests(FeatureSpace())
    other.space.add("another")
    other.join(again)
    found = []
    for one in (forests, again, other):
        lines = ForestLines(one)
        names = one.space.names(np.arange(len(one.space)))
        vector = np.array([weights.get(name, 0.0) for name in names])
        lines.along(vector, np.flip(np.arange(len(names), dtype=float)) * (vector != 0), FAR)
        lists, sentences = lines.fresh()
        found.append(([lists.text(i) for i in range(lists.hypotheses)], sentences.tolist()))
    assert found[0] == found[1]
    assert sorted(other.space.names(np.arange(len(other.space)))) == sorted(["another", *weights])


def test_climbing_finds_the_best_translation_of_the_worked_example() -> None:
    forests = Forests(FeatureSpace())
    forests.add(0, worked_forest())
    stored = StoredForests(forests, references_of([["the cats"]]), metric_by_name("wer"))
    weights, score = ForestMERT().maximize(stored, np.array(WEIGHTS), seed=1)
    # "the cats" is on no line from these weights, but somewhere two or three lines away.
    assert score == 0.0
    assert np.abs(weights).sum() == pytest.approx(1.5)
