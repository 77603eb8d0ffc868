"""Mixers: many shards' weights become one.

`mix(shards, sizes, previous)`: sparse weights of each shard, its number of sentences, and the weights that
the epoch began with. What is not listed is 0.
"""

from collections.abc import Callable

from rectrix.base.registry import Registry
from rectrix.learn.axes import Mixer

MIXERS: Registry[Callable[..., Mixer]] = Registry(
    "mixer",
    {
        "mean": "rectrix.learn.mixers.mean:Mean",
        "weighted_mean": "rectrix.learn.mixers.weighted_mean:WeightedMean",
        "top_k": "rectrix.learn.mixers.top_k:TopK",
        "interpolate": "rectrix.learn.mixers.interpolate:Interpolate",
    },
)
