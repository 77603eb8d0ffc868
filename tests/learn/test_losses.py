"""Every registered loss: slopes against finite differences, and the kinks as the papers have them."""

import numpy as np
import pytest
from small_lists import slope_by_differences

from rectrix.base.errors import UnknownName
from rectrix.learn.losses import LOSSES
from rectrix.learn.losses.hinge import Hinge
from rectrix.learn.losses.perceptron import Perceptron
from rectrix.learn.losses.risk import Risk

# Every loss that is registered, and some with other fields than their defaults.
OPTIONS = [
    *((name, {}) for name in LOSSES),
    ("hinge", {"margin": 0.0, "scale": 2.0}),
    ("squared_hinge", {"margin": 0.0, "scale": 2.0}),
    ("risk", {"scale": 3.0}),
]


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_slope_is_the_derivative(name, options):
    loss = LOSSES[name](**options)
    random = np.random.default_rng(1)
    margins, costs = random.normal(size=40) * 3, random.random(40)
    expected = slope_by_differences(lambda m: float(np.sum(loss.value(m, costs))), margins)
    assert loss.slope(margins, costs) == pytest.approx(expected, abs=1e-6)


def test_logistic_survives_large_margins():
    loss = LOSSES["logistic"]()
    far = np.array([-1e4, 1e4])
    assert loss.value(far, far) == pytest.approx([1e4, 0.0])
    assert loss.slope(far, far) == pytest.approx([-1.0, 0.0])


def test_perceptron_counts_an_undecided_pair_as_wrong():
    assert Perceptron().slope(np.zeros(1), np.ones(1))[0] == -1
    assert Hinge(margin=0.0).slope(np.zeros(1), np.ones(1))[0] == 0


def test_risk_ignores_a_shift_of_all_scores():
    scores, gains = np.array([1.0, 2.0, -1.0]), np.array([0.1, 0.4, 0.9])
    assert Risk().value(scores + 1e5, gains) == pytest.approx(Risk().value(scores, gains))


def test_unknown_loss_lists_the_known_ones():
    with pytest.raises(UnknownName, match="hinge, logistic, perceptron, risk, squared_hinge"):
        LOSSES["hing"]
