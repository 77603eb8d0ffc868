"""Updates against hand-computed steps, and MIRA against a general solver of the same quadratic program."""

import numpy as np
import pytest
from scipy.optimize import minimize
from small_lists import candidates, gradient

from rectrix.learn import averaging
from rectrix.learn.candidates import Gradient, PairBatch
from rectrix.learn.losses.hinge import Hinge
from rectrix.learn.pairs.oracle import Oracle
from rectrix.learn.state import State
from rectrix.learn.updates import UPDATES
from rectrix.learn.updates.arow import AROW
from rectrix.learn.updates.mira import Mira
from rectrix.learn.updates.passive_aggressive import PassiveAggressive
from rectrix.learn.updates.sgd import SGD


@pytest.mark.parametrize("name", UPDATES)
def test_a_step_descends_and_ticks_once(name):
    list_ = candidates([[1, 0], [0, 2]], [1.0, 0.0])
    batch = PairBatch(list_, np.array([0]), np.array([1]))
    state = State(np.zeros(3))
    rates = UPDATES[name]().step(state, Gradient(np.array([0, 1]), np.array([-1.0, 2.0]), 1.0, (batch,)))
    assert state.weights[0] > 0 > state.weights[1] and state.weights[2] == 0
    assert state.steps == 1 and state.clock == rates.base > 0
    assert rates.ids.tolist() == [0, 1]


def test_passive_aggressive_on_the_papers_example():
    hope, fear = [-4, -2, 3], [-5, -1, 4]
    for start, expected in (([0.1, 0.3, 0.2], [0.11, 0.29, 0.19]), ([0.5, 0.3, -0.1], [0.5, 0.3, -0.1])):
        batch = PairBatch(candidates([hope, fear], [0.42, 0.15], start), np.array([0]), np.array([1]))
        loss = Hinge(margin=0.0, scale=1.0)
        value = float(loss.value(batch.margins, batch.costs)[0])
        slope = batch.combine(loss.slope(batch.margins, batch.costs))
        state = State(np.array(start))
        PassiveAggressive(cap=0.01).step(state, Gradient(np.arange(3), slope, value))
        assert state.weights == pytest.approx(expected)
    assert Hinge(0.0, 1.0).value(np.array([-0.4 - 0.0]), np.array([0.27]))[0] == pytest.approx(0.67)


def test_mira_with_one_constraint_is_passive_aggressive():
    list_ = candidates([[-4, -2, 3], [-5, -1, 4]], [0.42, 0.15], [0.1, 0.3, 0.2])
    batch = PairBatch(list_, np.array([0]), np.array([1]))
    for cap in (0.01, 1.0):
        state = State(np.array([0.1, 0.3, 0.2]))
        Mira(cap=cap).step(state, Gradient(np.arange(3), np.zeros(3), 0.67, (batch,)))
        step = min(cap, 0.67 / 3)
        assert state.weights == pytest.approx(np.array([0.1, 0.3, 0.2]) + step * np.array([1, -1, -1]))


@pytest.mark.parametrize("seed", range(5))
def test_mira_solves_the_quadratic_program(seed):
    random = np.random.default_rng(seed)
    weights = random.normal(size=4)
    list_ = candidates(random.normal(size=(7, 4)), random.random(7) * 3, weights)
    batch = Oracle(constraints=7).choose(list_, random)
    cap = 0.7
    state = State(weights)
    Mira(cap=cap, rounds=100, passes=1000, tolerance=1e-9).step(
        state, Gradient(np.arange(4), np.zeros(4), 0, (batch,))
    )

    def objective(new):
        slack = np.maximum(0, batch.costs - batch.rows @ new).max()
        return 0.5 * np.sum((new - weights) ** 2) + cap * slack

    # As a smooth program with the slack as a variable.
    best = minimize(
        lambda z: 0.5 * np.sum((z[:4] - weights) ** 2) + cap * z[4],
        np.append(weights, 10.0),
        method="SLSQP",
        constraints=[
            {"type": "ineq", "fun": lambda z: batch.rows @ z[:4] - batch.costs + z[4]},
            {"type": "ineq", "fun": lambda z: z[4]},
        ],
        options={"ftol": 1e-12, "maxiter": 500},
    )
    assert objective(state.weights) == pytest.approx(best.fun, abs=1e-6)
    assert state.weights == pytest.approx(best.x[:4], abs=1e-4)


def test_arow_follows_the_matrix_form():
    random = np.random.default_rng(2)
    state, weights, sigma = State(np.zeros(3)), np.zeros(3), np.eye(3)
    for _ in range(5):
        x = random.normal(size=3)
        loss = max(0.0, 1 - weights @ x)
        AROW(r=0.5).step(state, gradient(-x, loss=loss))
        beta = 1 / (x @ sigma @ x + 0.5)
        if loss > 0:
            weights = weights + loss * beta * sigma @ x
            sigma = np.diag(np.diag(sigma - beta * np.outer(sigma @ x, sigma @ x)))
        assert state.weights == pytest.approx(weights)


@pytest.mark.parametrize(
    ("schedule", "decay", "expected"),
    [("constant", 0, 1), ("inverse", 0.5, 1 / 2.5), ("root", 1, 0.5), ("exponential", 0.5, 0.125)],
)
def test_rate_schedules_after_three_steps(schedule, decay, expected):
    assert SGD(1.0, schedule, decay).rate_at(3) == pytest.approx(expected)


def test_lazy_average_is_the_mean_of_all_steps():
    random = np.random.default_rng(4)
    state, update, history = State(random.normal(size=6)), SGD(0.3), []
    averaging.begin(state)
    for _ in range(25):
        ids = np.sort(random.choice(6, 2, replace=False))
        rates = update.step(state, gradient(random.normal(size=2), ids=ids))
        averaging.note(state, rates.ids)
        history.append(state.weights.copy())
    assert averaging.mean(state) == pytest.approx(np.mean(history, axis=0))
