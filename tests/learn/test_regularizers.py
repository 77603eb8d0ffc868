"""Lazy equals eager, penalties against finite differences, published numbers."""

import numpy as np
import pytest
from small_lists import gradient, slope_by_differences

from rectrix.learn.regularizers.cutoff import Cutoff
from rectrix.learn.regularizers.l1 import L1
from rectrix.learn.regularizers.l2 import L2
from rectrix.learn.regularizers.linear_neighbor import LinearNeighbor
from rectrix.learn.regularizers.monotone_neighbor import MonotoneNeighbor
from rectrix.learn.state import State
from rectrix.learn.updates.adagrad import AdaGrad
from rectrix.learn.updates.sgd import SGD


def lazily(update, regularizer, steps, size):
    """Weights after each step, settled only where a gradient is about to come."""
    state = State(np.zeros(size))
    for ids, values in steps:
        regularizer.settle(state, ids)
        rates = update.step(state, gradient(values, ids=ids))
        regularizer.shrink(state, rates)
    regularizer.settle(state)
    return state


def eagerly(update, regularizer, steps, size):
    """The same with every feature settled after every step."""
    state = State(np.zeros(size))
    for ids, values in steps:
        rates = update.step(state, gradient(values, ids=ids))
        regularizer.shrink(state, rates)
        regularizer.settle(state)
    return state


def test_adagrad_with_lazy_l1_gives_the_published_numbers():
    update, regularizer, state = AdaGrad(0.02, 1e-3), L1(0.1), State(np.zeros(2))
    steps = {0: -1.0, 1: -1.0, 4: -2.0, 5: 0.5}
    seen = []
    for time in range(6):
        ids = np.array([0 if time in steps else 1])
        regularizer.settle(state, ids)
        regularizer.shrink(state, update.step(state, gradient([steps.get(time, 1.0)], ids=ids)))
        if time in steps:
            seen.append(state.weights[0])
        else:
            regularizer.settle(state)
            seen.append(state.weights[0])
    assert seen == pytest.approx([0.0179820, 0.0307009, 0.0292877, 0.0278745, 0.0433816, 0.0385835], abs=5e-8)


@pytest.mark.parametrize("regularizer", [L1(0.3), L2(0.5)])
@pytest.mark.parametrize("update", [AdaGrad(0.1), SGD(0.1, "inverse", 0.2), SGD(0.2)])
def test_lazy_equals_eager(update, regularizer):
    random = np.random.default_rng(8)
    steps = []
    for _ in range(60):
        ids = np.sort(random.choice(12, 3, replace=False))
        steps.append((ids, random.normal(size=3)))
    lazy, eager = lazily(update, regularizer, steps, 12), eagerly(update, regularizer, steps, 12)
    assert lazy.weights == pytest.approx(eager.weights, abs=1e-12)
    assert isinstance(regularizer, L2) or (lazy.weights == 0).tolist() == (eager.weights == 0).tolist()


def test_l1_crosses_zero_like_eager_shrinking():
    # The deferred penalty eats the positive weight before a gradient of the other sign comes.
    steps = [
        (np.array([0]), np.array([-1.0])),
        *[(np.array([1]), np.array([1.0]))] * 9,
        (np.array([0]), np.array([1.0])),
    ]
    regularizer = L1(0.5)
    lazy = lazily(SGD(0.1), regularizer, steps, 2)
    assert lazy.weights == pytest.approx(eagerly(SGD(0.1), regularizer, steps, 2).weights, abs=1e-15)
    assert lazy.weights[0] == pytest.approx(-0.05)


def test_l2_draws_to_its_origin():
    penalty = L2(2.0, origin=np.array([1.0]))
    value, slope = penalty.penalty(np.array([3.0, 1.0]))
    assert value == pytest.approx(5.0) and slope == pytest.approx([4.0, 2.0])


def test_monotone_neighbor_numbers():
    part = MonotoneNeighbor(((0, 1, 2),), strength=1.0, gamma=2)
    for (a, c, b), value, slope in (
        ((0, 1.5, 1), 0.863690, (-0.610500, 2.233759, -1.623258)),
        ((1, 0.2, 0.5), 0.274200, (0.369254, -1.212576, 0.843321)),
        ((1, 1.3, 1), 0.09, (-0.3, 0.6, -0.3)),
    ):
        seen, gradient_ = part.penalty(np.array([a, c, b], float))
        assert seen == pytest.approx(value, abs=1e-6)
        assert gradient_ == pytest.approx(slope, abs=1e-6)
    assert part.penalty(np.array([0, 0.6, 1.0]))[0] == pytest.approx(1.5176e-5, rel=1e-4)
    assert LinearNeighbor(((0, 1, 2),)).penalty(np.array([0, 1.5, 1.0]))[0] == pytest.approx(1.0)


@pytest.mark.parametrize("kind", [LinearNeighbor, MonotoneNeighbor])
def test_neighbor_gradients_are_full(kind):
    random = np.random.default_rng(6)
    chains = ((0, 1, 2, 3, 4), (7, 5, 6), (8, 9))
    part = kind(chains, strength=3.0)
    point = random.normal(size=11)
    expected = slope_by_differences(lambda w: part.penalty(w)[0], point)
    assert part.penalty(point)[1] == pytest.approx(expected, abs=1e-6)
    assert kind(chains, strength=3.0, partial=True).penalty(point)[1][[0, 4]] == pytest.approx([0, 0])


def test_cutoff_waits_for_enough_different_sentences():
    state, part = State(np.zeros(4)), Cutoff(2)
    present, ids = np.array([0, 1, 3]), np.array([0, 1])
    assert part.admit(state, 0, present, ids).tolist() == [False, False]
    assert part.admit(state, 0, present, ids).tolist() == [False, False]  # the same sentence again
    assert part.admit(state, 5, np.array([1, 3]), ids).tolist() == [False, True]
    assert part.admit(state, 6, present, ids).tolist() == [True, True]
    assert Cutoff(1).admit(state, 0, present, ids) is None
