"""Regularizers: shrink weights lazily and exactly, hold features back, or add a penalty to an objective."""

from collections.abc import Callable

from rectrix.base.registry import Registry
from rectrix.learn.regularizer import Regularizer

REGULARIZERS: Registry[Callable[..., Regularizer]] = Registry(
    "regularizer",
    {
        "none": "rectrix.learn.regularizers.none:Unregularized",
        "l1": "rectrix.learn.regularizers.l1:L1",
        "l2": "rectrix.learn.regularizers.l2:L2",
        "cutoff": "rectrix.learn.regularizers.cutoff:Cutoff",
        "linear_neighbor": "rectrix.learn.regularizers.linear_neighbor:LinearNeighbor",
        "monotone_neighbor": "rectrix.learn.regularizers.monotone_neighbor:MonotoneNeighbor",
    },
)
