"""Splitting of compounds by a log-linear score of their parts (after Dyer 2009).

p(cut | word) ∝ exp Σ over parts w·f(part); the word uncut is one of the cuts. The features are few, so that
weights learned from some hundred words serve a language; here the best cut is taken, not a lattice of cuts.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, log

Count = Callable[[str], int]  # how often a part was seen

MIN_LETTERS = 3  # of a part
MAX_LETTERS = 60  # longer words are not looked into
FILLERS = ("", "s", "es")
FEATURES = (
    "whole",
    "whole_frequency",
    "part",
    "part_frequency",
    "very_frequent",
    "rare",
    "letters_3",
    "letters_4",
    "letters_5",
    "letters_6",
    "filler",
)
_VERY_FREQUENT = 3e-4  # of all words: prepositions and the like, which look like prefixes
_RARE = 5  # times


def part_features(part: str, filler: str, count: int, total: int, whole: bool) -> tuple[float, ...]:
    """What is known of a part, with a filler before it, by its count among `total` words; whole: uncut."""
    frequency = log((count + 0.5) / (total + 0.5)) + 10
    if whole:
        return (1.0, frequency, *(0.0 for _ in FEATURES[2:]))
    return (
        0.0,
        0.0,
        1.0,
        frequency,
        float(count > _VERY_FREQUENT * total),
        float(count < _RARE),
        *(float(len(part) == length) for length in (3, 4, 5, 6)),
        float(filler != ""),
    )


@dataclass(frozen=True)
class PartScores:
    """Weights of the features; the defaults are from German words cut by hand (benchmarks/compounds.py)."""

    weights: tuple[float, ...] = (2.03, 0.5, 1.37, -0.01, -0.97, -0.85, -3.75, -1.69, -0.82, -0.08, 2.1)

    def score(self, part: str, filler: str, count: int, total: int, whole: bool = False) -> float:
        """The score of one part, or of a word uncut."""
        found = part_features(part, filler, count, total, whole)
        return sum(weight * value for weight, value in zip(self.weights, found, strict=True))

    def split(self, word: str, count: Count, total: int) -> list[str]:
        """The most probable parts of a word, without fillers; the word itself if it is best left alone."""
        if len(word) > MAX_LETTERS:
            return [word]
        best: list[tuple[float, list[str]]] = [(0.0, []), *((-inf, []) for _ in word)]
        for begin, filler, end, seen in parts_of(word, count):
            score = best[begin][0] + self.score(
                word[begin + len(filler) : end], filler, seen, total, end - begin == len(word)
            )
            if score > best[end][0]:
                best[end] = (score, [*best[begin][1], word[begin + len(filler) : end]])
        return best[-1][1]


def parts_of(word: str, count: Count) -> Iterator[tuple[int, str, int, int]]:
    """Where a filler may begin, the filler, where the part behind it ends, its count; by rising ends.

    Parts are known, but for the word itself.
    """
    yield 0, "", len(word), count(word)
    for end in range(MIN_LETTERS, len(word) + 1):
        for at in range(end - MIN_LETTERS + 1):
            seen = count(word[at:end]) if end - at < len(word) else 0
            if seen < 2:
                continue
            for filler in FILLERS if at else ("",):
                begin = at - len(filler)
                if word[begin:at] == filler and (begin or not filler):
                    yield begin, filler, end, seen
