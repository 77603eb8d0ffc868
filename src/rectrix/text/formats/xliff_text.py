"""The content of an XLIFF source as text with numbered tags, and a translation of that text as XML again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from xml.sax.saxutils import escape

from rectrix.text.formats.inline import CLOSING, NATIVE, OPENING

_TOKEN = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|</?[^\s<>/\"']+(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*>|[^<]+",
    re.DOTALL,
)
_NAME = re.compile(r"</?(?:[^\s<>/:\"']+:)?([^\s<>/\"']+)")
_REFERENCE = re.compile(r"&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot|apos));")
_PREDEFINED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_SHARED = re.compile(r"\b(?:rid|startRef|id)\s*=\s*[\"']([^\"']*)")


class _Piece(NamedTuple):
    kind: str  # text, open, close, alone, or half: an opening or closing code whose other half is elsewhere
    name: str
    content: str  # the text, or the XML of a code


@dataclass(frozen=True)
class XliffText:
    """Text in which tags such as <g1>…</g1> and <x2/> stand for codes."""

    text: str
    codes: dict[str, str]  # tag → XML

    @classmethod
    def of(cls, xml: str, preserve_space: bool) -> "XliffText":
        """The content of a source element. Without preserve_space runs of white space are single spaces."""
        pieces = list(_pieces(xml))
        plain = "".join(piece.content for piece in pieces if piece.kind == "text")
        name = "g"
        while f"<{name}" in plain or f"</{name}" in plain:  # no tag of ours may stand in the text already
            name += "g"
        parts: list[str] = []
        codes: dict[str, str] = {}
        for piece, tag in zip(pieces, _tags(pieces, name, name + "x"), strict=True):
            if tag is None:
                parts.append(piece.content if preserve_space else re.sub(r"\s+", " ", piece.content))
            else:
                parts.append(tag)
                codes[tag] = piece.content
        return cls("".join(parts), codes)

    def xml(self, translation: str) -> str | None:
        """The XML of a translation; None if it has not every tag once, or they are not well nested."""
        if not self.codes:
            return escape(translation)
        tags = re.compile("|".join(map(re.escape, self.codes)))
        found = tags.findall(translation)
        if sorted(found) != sorted(self.codes) or not _nested(found):
            return None
        texts = tags.split(translation)
        return escape(texts[0]) + "".join(
            self.codes[tag] + escape(text) for tag, text in zip(found, texts[1:], strict=True)
        )


def _pieces(xml: str) -> Iterator[_Piece]:
    """Texts and codes; a code with native content is one piece with all of it."""
    tokens = _TOKEN.findall(xml)
    place = 0
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if token.startswith("<![CDATA["):
            yield _Piece("text", "", token[9:-3])
        elif token.startswith(("<!--", "<?")):
            continue
        elif not token.startswith("<"):
            yield _Piece("text", "", _REFERENCE.sub(_character, token))
        else:
            match = _NAME.match(token)
            assert match is not None, token
            name, end = match[1], place
            if name in NATIVE and not token.endswith("/>"):
                end = _behind(tokens, place, name)
            yield _Piece(_kind(token, name), name, "".join([token, *tokens[place:end]]))
            place = end


def _behind(tokens: list[str], place: int, name: str) -> int:
    """The place behind the end tag of an element whose content begins at `place`."""
    depth = 1
    while depth and place < len(tokens):
        token = tokens[place]
        match = _NAME.match(token)
        if match and match[1] == name and not token.endswith("/>"):
            depth += -1 if token.startswith("</") else 1
        place += 1
    return place


def _kind(token: str, name: str) -> str:
    if name in OPENING or name in CLOSING:
        return "half"
    if name in NATIVE or token.endswith("/>"):
        return "alone"
    return "close" if token.startswith("</") else "open"


def _character(match: re.Match[str]) -> str:
    if match[3]:
        return _PREDEFINED[match[3]]
    return chr(int(match[1], 16) if match[1] else int(match[2]))


def _tags(pieces: list[_Piece], pair: str, lone: str) -> Iterator[str | None]:
    """The tag of each piece; None for text. Halves that belong together and nest well become a pair."""
    numbers = _pair_numbers(pieces)
    for place, piece in enumerate(pieces):
        if piece.kind == "text":
            yield None
        elif place not in numbers:
            yield f"<{lone}{place}/>"
        else:
            first = numbers[place]
            yield f"<{pair}{first}>" if first == place else f"</{pair}{first}>"


def _pair_numbers(pieces: list[_Piece]) -> dict[int, int]:
    """For each half of a pair, opening or closing, the place of the opening one."""
    numbers: dict[int, int] = {}
    open_: list[tuple[str, int]] = []
    for place, piece in enumerate(pieces):
        if piece.kind == "open" or (piece.kind == "half" and piece.name in OPENING):
            open_.append((_identity(piece), place))
        elif piece.kind == "close" and open_:
            while open_ and open_[-1][0]:
                open_.pop()  # a half within an element that ends before the other half
            if open_:
                first = open_.pop()[1]
                numbers |= {first: first, place: first}
        elif piece.kind == "half" and open_ and open_[-1][0] == _identity(piece):
            first = open_.pop()[1]
            numbers |= {first: first, place: first}
    return numbers


def _identity(piece: _Piece) -> str:
    """What both halves of a code share; empty for an element."""
    if piece.kind != "half":
        return ""
    head = piece.content[: piece.content.find(">")]
    by_name = {match[0].partition("=")[0].strip(): match[1] for match in _SHARED.finditer(head)}
    return "#" + (by_name.get("rid") or by_name.get("startRef") or by_name.get("id") or "")


def _nested(tags: list[str]) -> bool:
    open_: list[str] = []
    for tag in tags:
        if tag.startswith("</"):
            if not open_ or open_.pop() != "<" + tag[2:]:
                return False
        elif not tag.endswith("/>"):
            open_.append(tag)
    return not open_
