"""How models tuned on different text weigh paired spellings (Green et al. 2013, table 7)."""

from collections.abc import Mapping
from dataclasses import dataclass

_RULE = "id:"


@dataclass(frozen=True)
class Spelling:
    """The weighted rules whose target side has a word, in each of two models."""

    word: str
    first: int  # rules that weigh more than 0 in the first model
    second: int
    first_sum: float  # of all their weights
    second_sum: float


def spelling(word: str, first: Mapping[str, float], second: Mapping[str, float]) -> Spelling:
    """Of rule identifiers, `id:source|target`; other features do not count."""
    chosen = [[value for name, value in weights.items() if _has(name, word)] for weights in (first, second)]
    counts = [sum(value > 0 for value in values) for values in chosen]
    return Spelling(word, counts[0], counts[1], sum(chosen[0]), sum(chosen[1]))


def _has(name: str, word: str) -> bool:
    target = name.rpartition("|")[2]
    return name.startswith(_RULE) and word in target.split("_")
