"""Clark, Dyer & Lavie 2014: PRO on discretized features with neighbor regularization.

The features are made by `features.discretize` before tuning; this recipe finds the bins by their names
(`feature:low_high`) and regularizes neighbors: none, linear (LNR) or monotone (MNR). Departures: the
penalty's full gradient (partial=True: the published one); the strength is for the mean loss per pair.
"""

from typing import Literal

from rectrix.features.discretize import chains_in
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers.l2 import L2
from rectrix.learn.regularizers.linear_neighbor import LinearNeighbor
from rectrix.learn.regularizers.monotone_neighbor import MonotoneNeighbor
from rectrix.learn.tuning import Stored
from rectrix.recipes.pro import Pro


class Clark2014(Pro):
    """PRO with neighbors."""

    neighbors: Literal["none", "linear", "monotone"] = "monotone"
    strength: float = 1.0  # β; sweep it, as the paper did
    gamma: int = 2  # γ
    partial: bool = False  # the gradient of the published code

    def penalties(self, stored: Stored) -> tuple[Regularizer, ...]:
        l2 = L2(self.l2)
        chains = chains_in(stored.space)
        if self.neighbors == "linear":
            return l2, LinearNeighbor(chains, self.strength, self.partial)
        if self.neighbors == "monotone":
            return l2, MonotoneNeighbor(chains, self.strength, self.gamma, self.partial)
        return (l2,)
