"""Pairs: which hypotheses of a list to compare.

`choose(candidates, random)` gives index arrays (better, worse); costs of the chosen pairs are positive unless
the part says otherwise.
"""

from collections.abc import Callable

from rectrix.base.registry import Registry
from rectrix.learn.axes import Pairs

PAIRS: Registry[Callable[..., Pairs]] = Registry(
    "pairs",
    {
        "multipartite": "rectrix.learn.pairs.multipartite:Multipartite",
        "sampled": "rectrix.learn.pairs.sampled:Sampled",
        "every": "rectrix.learn.pairs.every:Every",
        "oracle": "rectrix.learn.pairs.oracle:Oracle",
    },
)
