"""Solvers: minimize a whole batch objective.

MERT, which climbs on the metric itself, and CCCP, whose objective changes on its way, are not exchangeable
with these and belong to their recipes.
"""

from collections.abc import Callable

from rectrix.base.registry import Registry
from rectrix.learn.axes import Solver

SOLVERS: Registry[Callable[..., Solver]] = Registry(
    "solver",
    {
        "lbfgs": "rectrix.learn.solvers.lbfgs:LBFGS",
    },
)
