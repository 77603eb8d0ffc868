"""Hope, fear and oracles of forests: worked examples, and random forests against all their derivations."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ..decode.random_forests import random_forest
from .worked import worked_forest

SEEDS = st.integers(0, 10**6)
THETAS = [1 / (2 * 0.7), 1 / (2 * 0.7 * 0.5)]  # N = 2, p = .7, r = .5
EXPECTED = {
    "the cats": 0.857143,
    "cats": -0.285714,
    "cat": -1.0,
    "the cat": -1.285714,
    "a cats": -1.285714,
    "cats of the": -1.571429,
    "a cat": -2.0,
    "cat of the": -2.285714,
    "cats of a": -2.285714,
    "cat of a": -3.0,
}


def gain(text: str, references: list[str], word: float, thetas: list[float]) -> float:
    words, total = text.split(), word * len(text.split())
    for n, theta in enumerate(thetas, start=1):
        known = {tuple(r.split()[i : i + n]) for r in references for i in range(len(r.split()) - n + 1)}
        total += theta * sum(tuple(words[i : i + n]) in known for i in range(len(words) - n + 1))
    return total


def test_gains_of_the_worked_example() -> None:
    found = worked_forest().oracles(["the cats"], [(0.0, 1.0)], -1.0, THETAS, each=20)
    assert {one["text"]: one["score"] for one in found} == pytest.approx(EXPECTED, abs=1e-6)
    assert found[0]["text"] == "the cats"


def test_hope_and_fear_of_the_worked_example() -> None:
    forest = worked_forest()
    hopes = forest.oracles(["the cats"], [(1.0, 1.0)], -1.0, THETAS, each=2)
    fears = forest.oracles(["the cats"], [(1.0, -1.0)], -1.0, THETAS, each=2)
    assert [(one["text"], one["score"]) for one in hopes] == [
        ("the cats", pytest.approx(2.757143, abs=1e-6)),
        ("cats", pytest.approx(2.164286, abs=1e-6)),
    ]
    assert [(one["text"], one["score"]) for one in fears] == [
        ("cat of a", pytest.approx(5.65, abs=1e-6)),
        ("cat of the", pytest.approx(5.185714, abs=1e-6)),
    ]
    hope, fear = hopes[0]["features"], fears[0]["features"]
    difference = np.array([hope[name] - fear[name] for name in ("f1", "f2")])
    np.testing.assert_allclose(difference, [-0.7, -0.1], atol=1e-6)
    loss = EXPECTED["the cats"] - EXPECTED["cat of a"] - difference @ np.array([1.0, 0.5])
    assert loss == pytest.approx(4.607143, abs=1e-6)
    assert loss / (difference @ difference) == pytest.approx(9.214286, abs=1e-5)
    np.testing.assert_allclose(np.array([1.0, 0.5]) + 0.01 * difference, [0.993, 0.499], atol=1e-6)


def test_states_make_hope_exact() -> None:
    thetas = [0.0, 4.285714]
    exact = worked_forest().oracles(["the cats"], [(1.0, 1.0)], -3.0, thetas)[0]
    assert (exact["text"], exact["score"]) == ("the cats", pytest.approx(0.185714, abs=1e-6))
    # One state for each node: B keeps "cat", the better of the two, and "the cats" is lost.
    rough = worked_forest().oracles(["the cats"], [(1.0, 1.0)], -3.0, thetas, states=1)[0]
    assert (rough["text"], rough["score"]) == ("cat", pytest.approx(-0.05, abs=1e-6))


@settings(max_examples=150)
@given(SEEDS, st.integers(1, 4))
def test_oracles_are_the_best_of_all_derivations(seed: int, order: int) -> None:
    known, random = random_forest(seed), np.random.default_rng(seed)
    thetas = random.uniform(-0.5, 1.0, order).tolist()
    references = [" ".join(random.choice(list("ab"), size)) for size in random.integers(1, 6, 2)]
    all_of_them = known.derivations(len(known.nodes) - 1)
    for model, worth in [(1.0, 1.0), (1.0, -1.0), (0.0, 1.0), (1.0, 0.0)]:
        expected: dict[str, float] = {}
        for one in all_of_them:
            text = " ".join(one.text)
            value = model * one.score + worth * gain(text, references, -0.3, thetas)
            expected[text] = max(expected.get(text, -math.inf), value)
        found = known.forest.oracles(references, [(model, worth)], -0.3, thetas, each=len(expected) + 1)
        assert {one["text"]: one["score"] for one in found} == pytest.approx(expected, abs=1e-6)
        assert found[0]["score"] == pytest.approx(max(expected.values()), abs=1e-6)


def test_samples_of_the_worked_example() -> None:
    forest = worked_forest()
    total, inside, _ = forest.sums()
    np.testing.assert_allclose(inside, [1.725939, 1.474077, 4.737351], atol=1e-6)
    assert total == pytest.approx(4.737351, abs=1e-6)
    probabilities = {
        "cat": 0.167403,
        "cat of the": 0.159239,
        "cat of a": 0.124015,
        "cats": 0.101535,
        "cats of the": 0.096583,
        "the cat": 0.096583,
        "a cat": 0.075219,
        "cats of a": 0.075219,
        "the cats": 0.058581,
        "a cats": 0.045623,
    }
    np.testing.assert_allclose(
        forest.posteriors()[[0, 2, 4, 5, 6]] / [1 - 0.268938, 1, 1, 1, 1],
        [0.562177, 0.622459, 0.276006, 0.455056, 0.268938],
        atol=1e-5,
    )
    np.testing.assert_allclose(forest.expectations(), [1.902490, 1.208329], atol=1e-6)
    exact = {one["text"]: math.exp(one["score"] - total) for one in forest.kbest(20)}
    assert exact == pytest.approx(probabilities, abs=1e-6)
    assert -sum(p * math.log(p) for p in exact.values()) == pytest.approx(2.230696, abs=1e-6)
    flat = worked_forest([w / math.hypot(1.0, 0.5) for w in (1.0, 0.5)])
    flat_exact = {one["text"]: math.exp(one["score"] - flat.sums()[0]) for one in flat.kbest(20)}
    assert flat_exact["cat"] == pytest.approx(0.159626, abs=1e-6)
    assert -sum(p * math.log(p) for p in flat_exact.values()) == pytest.approx(2.244498, abs=1e-6)
    # 10,000 draws: each frequency by itself, and all of them by chi-square (99.9 % of 9 degrees: 27.88).
    drawn = Counter(one["text"] for one in forest.sample(10_000, seed=1))
    for text, p in probabilities.items():
        assert abs(drawn[text] / 10_000 - p) < 4 * math.sqrt(p * (1 - p) / 10_000)
    assert sum((drawn[t] - 10_000 * p) ** 2 / (10_000 * p) for t, p in exact.items()) < 27.88
