"""Clark, Dyer & Lavie 2014: PRO on discretized features with neighbor regularization.

    for each real-valued rule feature                 features/discretize:DiscretizeSettings
      count its values over the tuning set's rules    pipeline/source:ModelSource.value_counts
      cut them into 2^bits bins, equally populated    features/discretize:Discretizer
      replace the value by the indicator of its bin   decode:Decoder.discretized
    optimize by PRO, with one more penalty R(w)       recipes/pro:Pro.optimize
      LNR: β Σ (½ (w[j-1] + w[j+1]) - w[j])²          learn/regularizers/linear_neighbor:LinearNeighbor
      MNR: the same, nearly 0 where w[j] lies         learn/regularizers/monotone_neighbor:MonotoneNeighbor
           between its neighbors: any monotone curve is free

With a decoder the recipe has each rule's scores discretized; lists from files may have bins among their
features, named `feature:low_high`. Departures: the penalty's full gradient (partial=True: the published
one); the strength is for the mean loss per pair; bins start from the line that the score's own weight drew.
"""

from typing import Literal

from pydantic import Field

from rectrix.base.bounds import Count, NotNegative
from rectrix.features.settings import DiscretizeSettings
from rectrix.learn.journey import Journey
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.regularizers.linear_neighbor import LinearNeighbor
from rectrix.learn.regularizers.monotone_neighbor import MonotoneNeighbor
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource
from rectrix.recipes.pro import Pro

Variant = Literal["raw", "log", "discretized", "overlapping", "lnr", "mnr"]


class Clark2014(Pro):
    """PRO with neighbors; the variants are the rows of the paper's table 3."""

    variant: Variant = "mnr"  # raw, log: probabilities or their logarithms, without bins
    bits: int = Field(default=8, ge=1, le=16)  # the paper: 4, 8 and 12
    overlap: int = Field(default=1, ge=1)  # of the variant overlapping
    columns: tuple[str, ...] = ()  # scores; none: all features with more than two values
    keep_scores: bool = False  # discretized scores stay features beside their bins
    strength: NotNegative = 1.0  # β, of neighbors; sweep it, as the paper did
    gamma: Count = 2  # γ, the power of the damping
    partial: bool = False  # the gradient of the published code

    def discretization(self) -> DiscretizeSettings | None:
        if self.variant == "log":
            return None
        return DiscretizeSettings(
            bits=self.bits,
            overlap=self.overlap if self.variant == "overlapping" else 0,
            columns=self.columns,
            keep=self.keep_scores,
            probabilities=self.variant == "raw",
        )

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        if self.variant not in ("raw", "log") and not source.chains:
            journey.site.progress.say(
                "warning: no feature is discretized (named like p:-2.3_-1.6), so clark2014 is the same as pro"
            )
        return super().learn(source, start, journey)

    def penalties(self, stored: StoredLists) -> tuple[Regularizer, ...]:
        shrinking, chains = super().penalties(stored), _indexes(stored)
        if self.variant == "lnr":
            return *shrinking, LinearNeighbor(chains, self.strength, self.partial)
        if self.variant == "mnr":
            return *shrinking, MonotoneNeighbor(chains, self.strength, self.gamma, self.partial)
        return shrinking


def _indexes(stored: StoredLists) -> tuple[tuple[int, ...], ...]:
    """The bins that occur in the lists, by index, in order."""
    places = ([stored.space.find(name) for name in chain] for chain in stored.chains)
    return tuple(tuple(place for place in chain if place is not None) for chain in places)
