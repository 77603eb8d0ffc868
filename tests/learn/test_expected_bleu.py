"""Expected corpus BLEU: the gradient that Travatar's own test has, and finite differences."""

from collections import Counter

import numpy as np
import pytest
from scipy import sparse
from small_lists import slope_by_differences

from rectrix.learn.expected_bleu import ExpectedBleu, smooth_bleu
from rectrix.learn.losses.risk import Risk


def row(hypothesis, reference):
    """BLEU statistics of one hypothesis."""
    words, other = hypothesis.split(), reference.split()
    matches, totals = [], []
    for n in range(1, 5):
        here = Counter(zip(*(words[i:] for i in range(n)), strict=False))
        there = Counter(zip(*(other[i:] for i in range(n)), strict=False))
        matches.append(sum((here & there).values()))
        totals.append(sum(here.values()))
    return [len(words), len(other), *matches, *totals]


def travatar():
    """Two lists with an indicator feature per hypothesis of the first: a, b, c, d."""
    texts = [("a b", "a b"), ("a", "a b"), ("a b c", "a b"), ("c", "a b"), ("a b c d", "a b c d")]
    features = np.vstack([np.eye(4), np.zeros((1, 4))])
    return ExpectedBleu(
        sparse.csr_array(features), np.array([row(*text) for text in texts], float), np.array([0, 4, 5])
    )


def test_the_gradient_of_travatars_test():
    value, slope = travatar()(np.zeros(4))
    assert -value == pytest.approx(0.893226, abs=1e-6)
    assert -slope == pytest.approx([0.0261355, -0.0163770, 0.0172520, -0.0270106], abs=1e-6)


def test_gradients_by_finite_differences():
    random = np.random.default_rng(2)
    objective = travatar()
    point = random.normal(size=4)
    assert objective(point)[1] == pytest.approx(
        slope_by_differences(lambda w: objective(w)[0], point), abs=1e-6
    )
    for sums in ([10.0, 9.5, 7, 5, 3, 2, 10, 8, 6, 4], [9.0, 9.5, 7, 5, 3, 2, 10, 8, 6, 4]):
        expected = slope_by_differences(lambda s: smooth_bleu(s)[0], np.array(sums))
        assert smooth_bleu(np.array(sums))[1] == pytest.approx(expected, abs=1e-6)


def test_a_sharp_softmax_is_plain_bleu_of_the_best():
    objective = travatar()
    sharp = ExpectedBleu(objective.features, objective.statistics, objective.begin, Risk(1000.0))
    best = objective.statistics[[0, 4]].sum(axis=0)
    assert -sharp(np.array([1.0, 0, 0, 0]))[0] == pytest.approx(smooth_bleu(best)[0])
