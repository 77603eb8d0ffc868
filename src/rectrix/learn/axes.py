"""The axes of learning: what a part of each kind promises. A part is frozen; what changes is in the State.

A new part is a frozen dataclass in a file of its own, whose fields are its options, and a line in the table
of its axis (`rectrix.learn.losses.LOSSES`...). Regularizers have a base class: most do one thing only.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rectrix.learn.candidates import Candidates, Floats, Gradient, PairBatch
from rectrix.learn.rates import Rates
from rectrix.learn.sparse import Sparse
from rectrix.learn.state import State

Objective: TypeAlias = Callable[[Floats], tuple[float, Floats]]  # value and gradient at some weights


class Pairs(Protocol):
    """Which hypotheses of a list to compare."""

    def choose(self, candidates: Candidates, random: np.random.Generator) -> PairBatch:
        """Pairs, the better hypothesis first."""


class PairLoss(Protocol):
    """Of margins w·x and costs (differences of gains), arrays over pairs."""

    def value(self, margins: Floats, costs: Floats) -> Floats:
        """The loss of each pair."""

    def slope(self, margins: Floats, costs: Floats) -> Floats:
        """Its derivative by the margin."""


class ListLoss(ABC):
    """Of the scores and gains of whole lists: needs no pairs. `begin`: where each list begins; None: one."""

    @abstractmethod
    def value(self, scores: Floats, gains: Floats, begin: NDArray[np.int64] | None = None) -> float:
        """The loss, summed."""

    @abstractmethod
    def slope(self, scores: Floats, gains: Floats, begin: NDArray[np.int64] | None = None) -> Floats:
        """Its derivative by each hypothesis' score."""


Loss: TypeAlias = PairLoss | ListLoss


class Update(Protocol):
    """A gradient becomes a step."""

    def step(self, state: State, gradient: Gradient) -> Rates:
        """Change the weights; the rates that were used, for regularizers."""


class Mixer(Protocol):
    """The weights of many shards become one."""

    def mix(self, shards: Sequence[Sparse], sizes: Sequence[int], previous: Sparse) -> Sparse:
        """sizes: sentences of each shard; previous: the weights that all began with."""


class Solver(Protocol):
    """Minimizes a whole batch objective."""

    def minimize(self, objective: Objective, start: Floats) -> tuple[Floats, float]:
        """The minimum found and the objective there."""
