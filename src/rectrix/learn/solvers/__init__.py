"""Solvers: minimize a whole batch objective."""

from rectrix.base.registry import Registry

SOLVERS = Registry(
    "solver",
    {
        "lbfgs": "rectrix.learn.solvers.lbfgs:LBFGS",
        "mert": "rectrix.learn.solvers.mert:MERT",
        "cccp": "rectrix.learn.solvers.cccp:CCCP",
    },
)
