"""Minimum Bayes risk on forests: worked examples, and random forests against all their derivations."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectrix.decode import Forest

from ..decode.random_forests import random_forest

SEEDS = st.integers(0, 10**6)
LIST = {
    "the cat sat on mat": -1.0,
    "a cat sat on the mat": -1.2,
    "the cat sat on the mat": -1.3,
    "a dog sat": -1.1,
}
THETAS = [0.3125, 0.520833333, 0.868055556, 1.446759259]  # p = .8, r = .6


def list_forest() -> Forest:
    """A forest of one edge for each line."""
    forest = Forest()
    forest.add_node(0, 1)
    for text, score in LIST.items():
        forest.add_edge(forest.add_rule("s", text, []), [], score)
    return forest


def ngrams(words: tuple[str, ...], order: int) -> Counter[str]:
    return Counter(" ".join(words[i : i + n]) for n in range(1, order + 1) for i in range(len(words) - n + 1))


def test_posteriors_and_expected_counts_of_the_list() -> None:
    counts, present, length, capped = list_forest().expected()
    assert capped == 0
    assert present["the"] == pytest.approx(0.738817, abs=1e-6)
    assert counts["the"] == pytest.approx(0.952656, abs=1e-6)
    assert present["the cat"] == pytest.approx(0.502490, abs=1e-6)
    assert present["on mat"] == pytest.approx(0.288651, abs=1e-6)
    assert length == pytest.approx(4.927801, abs=1e-6)


@pytest.mark.parametrize(
    ("counts", "gains"),
    [
        (False, [-0.109645, 0.025597, 0.855747, -1.951622]),
        (True, [-0.042820, 0.092421, 0.989396, -1.951622]),
    ],
)
def test_lattice_mbr_of_the_list(counts: bool, gains: list[float]) -> None:
    forest = list_forest()
    best = forest.consensus(-1.0, THETAS, counts=counts)
    assert best["text"] == "the cat sat on the mat"
    assert best["score"] == pytest.approx(max(gains), abs=1e-6)
    # A large weight of the model's score takes its best, whose gain is what remains.
    first = forest.consensus(-1.0, THETAS, model=1000.0, counts=counts)
    assert first["text"] == "the cat sat on mat"
    assert first["score"] + 1000 == pytest.approx(gains[0], abs=1e-6)


def test_fast_consensus_of_the_list() -> None:
    found = {one["text"]: value for value, one in list_forest().expected_bleu(4)}
    assert [found[text] for text in LIST] == pytest.approx([0.673577, 0.615935, 0.641753, 0.346119], abs=1e-6)


@settings(max_examples=100)
@given(SEEDS, st.integers(1, 4))
def test_expectations_are_those_of_all_derivations(seed: int, order: int) -> None:
    known, scale = random_forest(seed), 0.7
    derivations = known.derivations(len(known.nodes) - 1)
    weights = np.exp(scale * np.array([one.score for one in derivations]))
    weights /= weights.sum()
    expected: Counter[str] = Counter()
    there: Counter[str] = Counter()
    for one, weight in zip(derivations, weights, strict=True):
        for ngram, count in ngrams(one.text, order).items():
            expected[ngram] += weight * count
            there[ngram] += weight
    counts, present, length, _ = known.forest.expected(order, scale)
    # Nodes that the goal does not reach have n-grams, too.
    assert {ngram: c for ngram, c in counts.items() if c} == pytest.approx(dict(expected))
    assert {ngram: p for ngram, p in present.items() if p > 1e-12} == pytest.approx(dict(there))
    assert length == pytest.approx(sum(w * len(d.text) for w, d in zip(weights, derivations, strict=True)))


@settings(max_examples=60)
@given(SEEDS)
def test_the_consensus_is_the_best_of_all_derivations(seed: int) -> None:
    known = random_forest(seed)
    thetas = [0.4, 0.8, 1.2]
    derivations = known.derivations(len(known.nodes) - 1)
    for counts in (False, True):
        amounts = known.forest.expected(3, 0.7)[0 if counts else 1]
        best = -math.inf
        for one in derivations:
            value = -len(one.text) + 0.2 * 0.7 * one.score
            for ngram, count in ngrams(one.text, 3).items():
                value += thetas[len(ngram.split()) - 1] * count * amounts[ngram]
            best = max(best, value)
        found = known.forest.consensus(-1.0, thetas, scale=0.7, model=0.2, counts=counts)
        assert found["score"] == pytest.approx(
            best, abs=2e-3
        )  # rare n-grams' counts stand for their probabilities
