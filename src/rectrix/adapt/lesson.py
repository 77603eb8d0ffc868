"""What a caller hears of a confirmed pair."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """What was learned, and how long it took."""

    id: int
    seconds: float
    rules: int  # phrases or rules that the pair gave
    message: str  # what a person should know of it; empty: nothing
    source: str = ""
    target: str = ""
