"""What loops promise to the one who drives them, and what they say of an epoch."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from rectrix.learn.candidates import Floats
from rectrix.learn.sparse import Sparse


@dataclass(frozen=True)
class EpochReport:
    """Everything but the objective may be unknown."""

    objective: float
    facts: dict[str, float] = field(default_factory=dict)
    sums: Floats | None = None  # the metric's statistics of the tuning set, where they were found on the way


# What a turn of a loop is called: a pass over the sentences, or decoding and optimizing on all lists so far.
Unit = Literal["epoch", "round"]


def unit_of(entry: Mapping[str, object]) -> Unit:
    """What a log's entry is about."""
    return "round" if "round" in entry else "epoch"


class Loop(Protocol):
    """Epochs, or rounds, that change weights."""

    unit: Unit

    def epoch(self, number: int) -> EpochReport: ...

    def weights(self) -> Sparse:
        """The weights of this moment, by key."""

    def save(self, folder: Path) -> None:
        """All that changes, for a checkpoint."""

    def restore(self, folder: Path) -> None:
        """What `save` wrote."""

    def settled(self) -> bool:
        """Whether another epoch would change nothing."""
