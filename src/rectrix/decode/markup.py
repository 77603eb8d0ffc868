"""Moses' XML markup in input: `<n translation="a||b" prob="0.4||0.6">words</n>`, `<wall/>`, `<zone>`.

The marks come out of the text, and what they say is kept by places in the text that is left, so that it can
be tokenized like any other. Unlike there, wrong markup is an error and never taken for words.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Literal, NoReturn

from rectrix.base.errors import InputError
from rectrix.decode.constraints import SentenceConstraints, SpanConstraint
from rectrix.text.glossary import Policy
from rectrix.text.lines import words

XmlPolicy = Literal["exclusive", "inclusive", "constraint", "ignore", "pass-through"]
TextChange = Callable[[str], str]

_TAG_BEGIN = re.compile(r"</?[^\W\d]")
# Possessive, so that a line of a megabyte without an end costs no more than reading it.
_TAG = re.compile(r"<(?P<close>/?)(?P<name>[^\s/<>=\"']++)(?P<rest>(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+)>")
_ATTRIBUTE = re.compile(r"\s+([^\s=\"'/]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_LAST_CHARACTER = 0x10FFFF
_SHOWN = 30  # letters of wrong markup that an error shows


@dataclass(frozen=True)
class MarkedSpan:
    """Translations of a stretch of the text."""

    begin: int
    end: int
    translations: tuple[tuple[str, float], ...]  # each with its probability


@dataclass(frozen=True)
class MarkedText:
    """A line without its marks, and what they say, by places in it."""

    text: str
    spans: tuple[MarkedSpan, ...] = ()
    walls: tuple[int, ...] = ()
    zones: tuple[tuple[int, int], ...] = ()

    def changed(self, change: TextChange) -> "MarkedText":
        """The same marks, all that stands between them changed."""
        cuts = self._cuts()
        parts = [change(self.text[begin:end]) for begin, end in pairwise(cuts)]
        places = dict(zip(cuts, accumulate(map(len, parts), initial=0), strict=True))
        return self.moved("".join(parts), places.__getitem__)

    def _cuts(self) -> list[int]:
        cuts = {0, len(self.text), *self.walls}
        cuts.update(place for one in self.spans for place in (one.begin, one.end))
        cuts.update(place for zone in self.zones for place in zone)
        return sorted(cuts)

    def moved(self, text: str, offset: Callable[[int], int]) -> "MarkedText":
        """The same marks in another text, in which each place has another offset."""
        return MarkedText(
            text,
            tuple(replace(one, begin=offset(one.begin), end=offset(one.end)) for one in self.spans),
            tuple(offset(wall) for wall in self.walls),
            tuple((offset(begin), offset(end)) for begin, end in self.zones),
        )

    def in_words(
        self, policy: Policy, source: TextChange, target: TextChange
    ) -> tuple[str, SentenceConstraints]:
        """The text's words, and the marks by places in them; source and target make words of a text."""
        line, place = _cut(self.text, self._cuts(), source)
        spans = [
            SpanConstraint(place[one.begin], place[one.end], target(text), policy, probability)
            for one in self.spans
            for text, probability in one.translations
        ]
        zones = tuple((place[begin], place[end]) for begin, end in self.zones)
        return line, SentenceConstraints(tuple(spans), tuple(place[wall] for wall in self.walls), zones)


def _cut(text: str, cuts: list[int], change: TextChange) -> tuple[str, dict[int, int]]:
    """The words of a text, and how many of them stand before each cut.

    A tokenizer sees the whole text if it leaves a word's end at every cut; otherwise it sees the parts.
    """
    line = change(text)
    ends = {end: number for number, end in enumerate(accumulate(map(len, words(line)), initial=0))}
    lengths = (sum(map(len, words(text[begin:end]))) for begin, end in pairwise(cuts))
    letters = dict(zip(cuts, accumulate(lengths, initial=0), strict=True))
    if max(ends) == letters[cuts[-1]] and all(letters[cut] in ends for cut in cuts):
        return line, {cut: ends[letters[cut]] for cut in cuts}
    parts = [words(change(text[begin:end])) for begin, end in pairwise(cuts)]
    places = dict(zip(cuts, accumulate(map(len, parts), initial=0), strict=True))
    return " ".join(word for part in parts for word in part), places


def parse(
    line: str, policy: Policy | Literal["ignore"], file: Path | str = "-", number: int = 0
) -> MarkedText:
    """Take the marks out of a line; InputError names file, line and column of what is wrong.

    `ignore` reads translations and forgets them.
    """
    reader = _Reader(line, policy, str(file), number)
    reader.read()
    return MarkedText("".join(reader.text), tuple(reader.spans), tuple(reader.walls), tuple(reader.zones))


@dataclass(frozen=True)
class _Open:
    """A tag that is not closed yet."""

    name: str
    column: int
    begin: int  # in the text
    letters: int
    translations: tuple[tuple[str, float], ...]


@dataclass
class _Reader:
    line: str
    policy: str
    file: str
    number: int
    text: list[str] = field(default_factory=list)
    length: int = 0
    letters: int = 0  # other than spaces
    open: list[_Open] = field(default_factory=list)
    spans: list[MarkedSpan] = field(default_factory=list)
    walls: list[int] = field(default_factory=list)
    zones: list[tuple[int, int]] = field(default_factory=list)

    def read(self) -> None:
        for at, tag in self._pieces():
            if isinstance(tag, str):
                self._say(tag)
                continue
            self._say(" ")  # a mark ends a word
            if tag["close"]:
                self._close(at, tag)
            else:
                self._begin(at, tag)
        if self.open:
            self._fail(self.open[-1].column, f"<{self.open[-1].name}> is not closed")

    def _pieces(self) -> Iterator[tuple[int, str | re.Match[str]]]:
        """Text and tags with their places in the line, one after the other."""
        at = 0
        while found := _TAG_BEGIN.search(self.line, at):
            yield at, self.line[at : found.start()]
            tag = _TAG.match(self.line, found.start())
            if tag is None:
                self._fail(found.start(), "a tag without its >; a < that is text is written &lt;")
            yield found.start(), tag
            at = tag.end()
        yield at, self.line[at:]

    def _say(self, text: str) -> None:
        self.text.append(decode_entities(text))
        self.length += len(self.text[-1])
        self.letters += sum(map(len, words(self.text[-1])))

    def _begin(self, at: int, tag: re.Match[str]) -> None:
        name, rest = tag["name"], tag["rest"]
        empty = rest.endswith("/")
        if name == "wall":
            if not empty:
                self._fail(at, "a wall is written <wall/>")
            if any(one.translations for one in self.open):
                self._fail(at, "a <wall/> within a span that has a translation")
            self.walls.append(self.length)
            return
        given = () if name == "zone" else self._translations(at, name, rest.removesuffix("/"))
        if (
            given
            and self.policy not in ("inclusive", "ignore")
            and any(one.translations for one in self.open)
        ):
            self._fail(at, f"<{name}> within another span; only inclusive ones may overlap")
        self.open.append(_Open(name, at, self.length, self.letters, given))
        if empty:
            self._end()

    def _close(self, at: int, tag: re.Match[str]) -> None:
        if not self.open:
            self._fail(at, f"</{tag['name']}> without a <{tag['name']}> before it")
        if self.open[-1].name != tag["name"]:
            self._fail(at, f"</{tag['name']}> where <{self.open[-1].name}> must be closed first")
        self._end()

    def _end(self) -> None:
        tag = self.open.pop()
        if tag.name == "zone":
            self.zones.append((tag.begin, self.length))
            return
        if self.letters == tag.letters:
            self._fail(tag.column, f"<{tag.name}> has no words")
        if self.policy != "ignore":
            self.spans.append(MarkedSpan(tag.begin, self.length, tag.translations))

    def _translations(self, at: int, name: str, rest: str) -> tuple[tuple[str, float], ...]:
        attributes = self._attributes(at, name, rest)
        if "span" in attributes:
            self._fail(at, f"<{name}>: span= is not supported; put the tag around the words")
        given = attributes.get("translation", attributes.get("english"))
        if given is None:
            self._fail(at, f'<{name}> needs an attribute: translation="..."')
        texts = given.split("||")
        if self.policy == "constraint" and not all(map(words, texts)):
            self._fail(at, f"<{name}>: an empty translation is part of every other; use --xml exclusive")
        probabilities = attributes.get("prob", "||".join("1" for _ in texts)).split("||")
        if len(probabilities) != len(texts):
            self._fail(at, f"<{name}>: {len(texts)} translations with {len(probabilities)} probabilities")
        return tuple(
            (text, self._probability(at, name, value))
            for text, value in zip(texts, probabilities, strict=True)
        )

    def _attributes(self, at: int, name: str, rest: str) -> dict[str, str]:
        found: dict[str, str] = {}
        end = 0
        for one in _ATTRIBUTE.finditer(rest):
            if one.start() != end:
                break
            end = one.end()
            found[one[1]] = decode_entities(one[2] if one[2] is not None else one[3])
        if rest[end:].strip():
            self._fail(at, f'<{name}>: cannot read {rest[end:].strip()!r}; attributes are name="value"')
        return found

    def _probability(self, at: int, name: str, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 < value <= 1:
            self._fail(at, f"<{name}>: the probability {text!r} is not above 0 and at most 1")
        return value

    def _fail(self, at: int, message: str) -> NoReturn:
        seen = self.line[at : at + _SHOWN] + ("…" if len(self.line) > at + _SHOWN else "")
        raise InputError.at(self.file, self.number, f"column {at + 1}: {message}; seen: {seen}")


def decode_entities(text: str) -> str:
    """&amp; &lt; &gt; &quot; &apos; and characters by number; any other & stays as it is."""

    def character(found: re.Match[str]) -> str:
        if found[1]:
            return _ENTITIES[found[1]]
        code = int(found[2]) if found[2] else int(found[3], 16)
        surrogate = 0xD800 <= code <= 0xDFFF
        return found[0] if code > _LAST_CHARACTER or surrogate or code < ord(" ") else chr(code)

    return _ENTITY.sub(character, text)
