"""How lines of input become the words that a decoder sees, with what is demanded of their translation.

Demands come from three places: the caller, Moses' XML markup in the line, and a glossary, which gives way
where they overlap.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple, get_args

from rectrix._core import decode
from rectrix.base.errors import UnknownName, UsageError
from rectrix.decode.constraints import SentenceConstraints, SpanConstraint
from rectrix.decode.markup import XmlPolicy, parse
from rectrix.text import Prepared, TextPipeline
from rectrix.text.glossary import Policy, TermMatcher

# Of a glossary's translation as a rule of its own: low, so that the model's rules that have it come first.
TERM_PROBABILITY = 0.01


@dataclass(frozen=True)
class Taught:
    """What a line was confirmed to be: the words of its translation, and both texts as people write them."""

    words: str
    source: str
    target: str


class Asked(NamedTuple):
    """A line as the decoder wants it."""

    line: Prepared
    constraints: decode.Constraints | None
    taught: str | None = None  # what exactly this text was confirmed to be

    @property
    def text(self) -> str:
        """The words, space-separated."""
        return self.line.text


@dataclass(frozen=True)
class Demands:
    """Where demands come from, and how the texts of either side become words."""

    source: TextPipeline
    target: TextPipeline
    xml: XmlPolicy | None = None
    glossary: TermMatcher | None = None
    glossary_policy: Policy = "constraint"
    file: str = "-"  # that lines come from, for messages
    memory: Mapping[str, Taught] = field(default_factory=dict)  # confirmed lines, by their prepared text

    def __post_init__(self) -> None:
        if self.xml is not None and self.xml not in get_args(XmlPolicy):
            raise UnknownName("policy for markup", self.xml, get_args(XmlPolicy))

    def prepare(
        self,
        lines: Iterable[str],
        constraints: Iterable[SentenceConstraints | None] | None = None,
        first: int = 0,
    ) -> Iterator[Asked]:
        """Each line in its own words; constraints: the caller's, one or None for each line."""
        given = repeat(None) if constraints is None else iter(constraints)
        number = first
        for number, line in enumerate(lines, start=first + 1):
            try:
                own = next(given)
            except StopIteration:
                raise UsageError(
                    f"there are constraints for {number - 1} lines, not for line {number}"
                ) from None
            prepared, demanded = self._read(line, number, own or SentenceConstraints())
            if self.glossary is not None:
                demanded = demanded.with_spans(self._terms(self.glossary, prepared.text))
            taught = None if demanded else self.memory.get(prepared.text)
            if taught is not None:
                whole = SpanConstraint(0, len(prepared.words), taught.words)
                same = taught.target if taught.source == line else None
                yield Asked(prepared, SentenceConstraints((whole,)).core(), same)
                continue
            yield Asked(prepared, demanded.core() if demanded else None)
        if constraints is not None and next(given, self) is not self:
            raise UsageError(f"there are constraints for more than the {number} lines")

    def _read(self, line: str, number: int, own: SentenceConstraints) -> tuple[Prepared, SentenceConstraints]:
        if self.xml is None or self.xml == "pass-through":
            return self.source.apply(line), own
        marked = parse(line, self.xml, self.file, number).changed(self.source.normalize)
        policy = "exclusive" if self.xml == "ignore" else self.xml
        protection = self.source.protected(marked.text)
        marked = marked.moved(protection.text, protection.offset)
        if self.xml in ("exclusive", "constraint"):  # given translations have the items that they should have
            protection = protection.without_items([(one.begin, one.end) for one in marked.spans])
        words, found = marked.in_words(policy, self.source.words_of, self.target.given_words)
        return self.source.prepared(words, protection), SentenceConstraints(
            (*own.spans, *found.spans), (*own.walls, *found.walls), (*own.zones, *found.zones)
        )

    def _terms(self, glossary: TermMatcher, text: str) -> Iterator[SpanConstraint]:
        for found in glossary.find(text):
            yield SpanConstraint(
                found.begin, found.end, found.translation, self.glossary_policy, TERM_PROBABILITY
            )
