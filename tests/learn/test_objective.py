"""Whole objectives: gradients against finite differences, L-BFGS against another package."""

from itertools import pairwise

import numpy as np
import pytest
from planted import sets, stored
from scipy import sparse
from scipy.optimize import minimize
from small_lists import candidates, slope_by_differences

from rectrix.learn.losses.logistic import Logistic
from rectrix.learn.losses.risk import Risk
from rectrix.learn.objective import ListObjective, PairObjective
from rectrix.learn.regularizers.l2 import L2
from rectrix.learn.regularizers.monotone_neighbor import MonotoneNeighbor
from rectrix.learn.solvers.cccp import CCCP
from rectrix.learn.solvers.lbfgs import LBFGS


def test_gradients_of_whole_objectives():
    random = np.random.default_rng(1)
    rows = sparse.csr_array(random.normal(size=(20, 6)))
    penalties = (L2(0.3, origin=np.ones(4)), MonotoneNeighbor(((0, 1, 2, 3),), 2.0))
    pairs = PairObjective(rows, random.random(20), Logistic(), penalties, 0.7)
    lists = ListObjective(rows, random.random(20), np.array([0, 5, 5, 12, 20]), Risk(2.0), penalties, 0.7)
    point = random.normal(size=6)
    for objective in (pairs, lists):
        expected = slope_by_differences(lambda w, o=objective: o(w)[0], point)
        assert objective(point)[1] == pytest.approx(expected, abs=1e-6)


def test_risk_of_many_lists_is_the_sum_of_single_ones():
    task = stored(sets(sentences=5, candidates=4))
    scores, gains = np.random.default_rng(2).normal(size=(2, 20))
    begin = task.lists.list_begin
    parts = [slice(b, e) for b, e in pairwise(begin)]
    risk = Risk(1.5)
    assert risk.value(scores, gains, begin) == pytest.approx(
        sum(risk.value(scores[p], gains[p]) for p in parts)
    )
    single = np.concatenate([risk.slope(scores[p], gains[p]) for p in parts])
    assert risk.slope(scores, gains, begin) == pytest.approx(single)


def test_logistic_regression_as_another_package_solves_it():
    linear_model = pytest.importorskip("sklearn.linear_model")
    random = np.random.default_rng(3)
    rows = random.normal(size=(200, 5)) + np.array([1, 0, 0, -1, 0])
    objective = PairObjective(sparse.csr_array(rows), np.ones(200), Logistic(), (L2(2.0),))
    weights, value = LBFGS(tolerance=1e-10).minimize(objective, np.zeros(5))
    both, labels = np.vstack([rows, -rows]), np.repeat([1, 0], 200)
    other = linear_model.LogisticRegression(C=0.5 / 2.0, fit_intercept=False, tol=1e-10).fit(both, labels)
    assert weights == pytest.approx(other.coef_[0], abs=1e-4)
    assert value == pytest.approx(objective(weights)[0])


def test_lbfgs_finds_scipys_minimum():
    random = np.random.default_rng(8)
    rows = sparse.csr_array(random.normal(size=(80, 12)) * random.uniform(0.1, 10, 12))  # badly scaled
    objective = PairObjective(rows, np.ones(80), Logistic(), (L2(0.5),))
    weights, value = LBFGS(500, tolerance=1e-9).minimize(objective, random.normal(size=12))
    other = minimize(objective, np.zeros(12), jac=True, method="BFGS", options={"gtol": 1e-9})
    assert value == pytest.approx(other.fun, rel=1e-8)
    assert weights == pytest.approx(other.x, abs=1e-5)


def test_lbfgs_on_a_bent_valley():
    def rosenbrock(w):
        a, b = 1 - w[0], w[1] - w[0] ** 2
        return a * a + 100 * b * b, np.array([-2 * a - 400 * w[0] * b, 200 * b])

    weights, value = LBFGS(tolerance=1e-10).minimize(rosenbrock, np.array([-1.2, 1.0]))
    assert weights == pytest.approx([1.0, 1.0], abs=1e-5) and value < 1e-9
    assert LBFGS().minimize(lambda w: (0.0, np.zeros(0)), np.zeros(0))[1] == 0.0


def test_rampion_lowers_the_ramp():
    random = np.random.default_rng(4)
    lists = [candidates(random.normal(size=(8, 3)), random.random(8)) for _ in range(10)]
    solver = CCCP(rounds=5, passes=5, rate=0.02, cost=3.0)
    start = random.normal(size=3)
    weights, value = solver.minimize(lists, start)
    assert value == pytest.approx(solver.loss(lists, weights))
    assert value < solver.loss(lists, start)
