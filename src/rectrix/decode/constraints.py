"""What a caller demands of one sentence's translation: spans with given translations, walls and zones.

The policies are Moses': `exclusive` uses no other translation that has words of the span; `inclusive` lets
them all compete; `constraint` keeps those of the whole span, or of more words, that a given translation is
part of. Several translations of the same span are alternatives.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite, log
from typing import get_args

from rectrix._core import decode
from rectrix.base.errors import UnknownName, UsageError
from rectrix.text.glossary import Policy

FORCED = "forced"  # the feature of given translations: the logarithm of their probability


@dataclass(frozen=True)
class SpanConstraint:
    """A translation of the source words begin to end, numbered from 0 in the model's own words."""

    begin: int
    end: int
    translation: str  # space-separated tokens; empty: the span is left out
    policy: Policy = "exclusive"
    probability: float = 1.0

    def __post_init__(self) -> None:
        if self.policy not in get_args(Policy):
            raise UnknownName("policy of a span", self.policy, get_args(Policy))
        if not 0 <= self.begin < self.end:
            raise UsageError(f"a span has at least one word, not those from {self.begin} to {self.end}")
        if not (isfinite(self.probability) and self.probability > 0):
            raise UsageError(f"the probability of a translation is positive, not {self.probability:g}")

    def overlaps(self, begin: int, end: int) -> bool:
        """Whether it has one of these words."""
        return self.begin < end and begin < self.end


@dataclass(frozen=True)
class SentenceConstraints:
    """All that is demanded of one sentence."""

    spans: tuple[SpanConstraint, ...] = ()
    walls: tuple[int, ...] = ()  # the word behind each: nothing from there on is translated before the rest
    zones: tuple[tuple[int, int], ...] = ()  # words that are translated without others in between

    def __bool__(self) -> bool:
        return bool(self.spans or self.walls or self.zones)

    def with_spans(self, more: Iterable[SpanConstraint]) -> "SentenceConstraints":
        """These and further spans, but for those that overlap one of these or cross a wall or zone."""
        free = [one for one in more if not self._hinders(one.begin, one.end)]
        return SentenceConstraints((*self.spans, *free), self.walls, self.zones)

    def _hinders(self, begin: int, end: int) -> bool:
        crossed = any(begin < wall < end for wall in self.walls) or any(
            begin < place < end and not (begin <= zone[0] and zone[1] <= end)
            for zone in self.zones
            for place in zone
        )
        return crossed or any(own.overlaps(begin, end) for own in self.spans)

    def core(self) -> decode.Constraints:
        """As the decoders want them."""
        made = decode.Constraints()
        for one in self.spans:
            policy = decode.SpanPolicy[one.policy]
            made.add_span(one.begin, one.end, one.translation, policy, log(one.probability))
        for wall in self.walls:
            made.add_wall(wall)
        for begin, end in self.zones:
            made.add_zone(begin, end)
        return made
