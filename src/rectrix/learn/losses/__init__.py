"""Losses: value and slope, and nothing of solvers.

A pair loss sees margins w·x and costs (metric differences), both arrays over pairs, and gives arrays over
pairs. A list loss (`risk`) sees model scores and gains over the hypotheses of one list.
"""

from collections.abc import Callable

from rectrix.base.registry import Registry
from rectrix.learn.axes import Loss

LOSSES: Registry[Callable[..., Loss]] = Registry(
    "loss",
    {
        "perceptron": "rectrix.learn.losses.perceptron:Perceptron",
        "hinge": "rectrix.learn.losses.hinge:Hinge",
        "squared_hinge": "rectrix.learn.losses.squared_hinge:SquaredHinge",
        "logistic": "rectrix.learn.losses.logistic:Logistic",
        "risk": "rectrix.learn.losses.risk:Risk",
    },
)
