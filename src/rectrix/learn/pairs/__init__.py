"""Pairs: which hypotheses of a list to compare.

`choose(candidates, random)` gives index arrays (better, worse); costs of the chosen pairs are positive unless
the part says otherwise.
"""

from rectrix.base.registry import Registry

PAIRS = Registry(
    "pairs",
    {
        "multipartite": "rectrix.learn.pairs.multipartite:Multipartite",
        "sampled": "rectrix.learn.pairs.sampled:Sampled",
        "every": "rectrix.learn.pairs.every:Every",
        "oracle": "rectrix.learn.pairs.oracle:Oracle",
    },
)
