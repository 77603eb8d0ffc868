"""A confirmed pair: what a caller hears of it, and what the journal keeps."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Changes = Mapping[str, Mapping[str, float]]  # by array (weights, what an update remembers) and feature


@dataclass(frozen=True)
class Lesson:
    """What was learned, and how long it took."""

    id: int
    seconds: float
    rules: int  # phrases or rules that the pair gave
    message: str  # what a person should know of it; empty: nothing
    source: str = ""
    target: str = ""


@dataclass(frozen=True)
class Entry:
    """All that learning the pair again needs: nothing is searched for when a journal is replayed."""

    id: int
    source: str  # as people write it
    target: str
    model: str  # a hash of the model that links and changes belong to
    links: str  # in Pharaoh format, between the words of the prepared texts
    changes: Changes = field(default_factory=dict)
    time: str = ""
