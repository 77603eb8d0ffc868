"""Where something between two source words belongs in a translation: where the fewest links cross it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

Link = tuple[int, int]  # a source word and a target word, from 0
_NEAR = 16  # source words on either side whose links are asked


@dataclass(frozen=True)
class Links:
    """The word alignment of a sentence pair; links out of range are not there."""

    pairs: frozenset[Link]
    source_words: int
    target_words: int

    @classmethod
    def of(cls, pairs: Iterable[Link], source_words: int, target_words: int) -> "Links":
        """Links between sentences of so many words."""
        inside = frozenset((s, t) for s, t in pairs if 0 <= s < source_words and 0 <= t < target_words)
        return cls(inside, source_words, target_words)

    @cached_property
    def _targets(self) -> list[list[int]]:
        targets: list[list[int]] = [[] for _ in range(self.source_words)]
        for source, target in sorted(self.pairs):
            targets[source].append(target)
        return targets

    def targets(self, source: int) -> list[int]:
        """The target words of a source word, ascending."""
        return self._targets[source]

    def place(self, boundary: int, after: int | None = None) -> int:
        """The number of target words before something that stands after so many source words.

        after: source words before this one stand behind it (the boundary itself, or one more for something
        that stands for a word of its own). Of places that equally many links cross, the one next to the
        translation of the nearest linked word to the left wins, else the one before that to the right.
        """
        after = boundary if after is None else after
        before = [(s, t) for s in range(max(0, boundary - _NEAR), boundary) for t in self.targets(s)]
        behind = [
            (s, t) for s in range(after, min(self.source_words, after + _NEAR)) for t in self.targets(s)
        ]
        if not before and not behind:
            return min(boundary, self.target_words)
        preferred = before[-1][1] + 1 if before else behind[0][1]

        def crossed(place: int) -> tuple[int, bool, int]:
            links = sum(t >= place for _, t in before) + sum(t < place for _, t in behind)
            return links, place != preferred, place

        return min({t + 1 for _, t in before} | {t for _, t in behind}, key=crossed)
