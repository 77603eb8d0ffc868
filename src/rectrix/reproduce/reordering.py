"""Where two systems order the same words otherwise, and who is right (Green et al. 2013, section 5.3).

Words that are unique in an output and in the reference say where they belong; an order is right if all pairs
of them that the two outputs share stand as in the reference.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Reorderings:
    """Sentences that two systems order differently, by who is right."""

    sentences: int  # looked at
    first: tuple[int, ...]  # numbers of lines where the first alone has the reference's order
    second: tuple[int, ...]
    neither: tuple[int, ...]

    @property
    def different(self) -> int:
        """How many are ordered differently."""
        return len(self.first) + len(self.second) + len(self.neither)


def reorderings(first: Sequence[str], second: Sequence[str], references: Sequence[str]) -> Reorderings:
    """Compare line by line; numbers count from 1."""
    found: dict[str, list[int]] = {"first": [], "second": [], "neither": []}
    for number, (one, other, reference) in enumerate(zip(first, second, references, strict=True), start=1):
        if verdict := _judged(one.split(), other.split(), reference.split()):
            found[verdict].append(number)
    return Reorderings(len(references), *(tuple(lines) for lines in found.values()))


def _judged(one: list[str], other: list[str], reference: list[str]) -> str:
    """Whose order of shared words is the reference's; empty: they do not differ."""
    shared = [word for word in reference if all(text.count(word) == 1 for text in (one, other, reference))]
    wrong = [_inversions(text, shared) for text in (one, other)]
    if wrong[0] == wrong[1]:
        return ""
    if not wrong[0]:
        return "first"
    return "neither" if wrong[1] else "second"


def _inversions(text: list[str], order: list[str]) -> frozenset[tuple[str, str]]:
    """Pairs of words, in the reference's order, that stand the other way round."""
    places = {word: place for place, word in enumerate(text)}
    return frozenset(pair for pair in combinations(order, 2) if places[pair[0]] > places[pair[1]])
