"""Updates: a gradient becomes a step.

`step(state, gradient)` changes the weights of `gradient.ids` and returns the rates it used, as a base rate
for all features and a scale for each of these. It adds the base rate to `state.clock` and 1 to `state.steps`:
what a feature that was not touched would have been shrunk by in the meantime follows from the clock alone.
"""

from collections.abc import Callable

from rectrix.base.registry import Registry
from rectrix.learn.axes import Update

UPDATES: Registry[Callable[..., Update]] = Registry(
    "update",
    {
        "sgd": "rectrix.learn.updates.sgd:SGD",
        "passive_aggressive": "rectrix.learn.updates.passive_aggressive:PassiveAggressive",
        "mira": "rectrix.learn.updates.mira:Mira",
        "adagrad": "rectrix.learn.updates.adagrad:AdaGrad",
        "arow": "rectrix.learn.updates.arow:AROW",
    },
)
