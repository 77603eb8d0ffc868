"""Protection: what must not be translated leaves the text before translation and comes back after it.

An item (placeholder, address, file name, …) becomes one character that names its class, so that rules and
language model see the class and the decoder moves it as a word. Inline tags and the mark of an accelerator
(`~File`, `_File`, `&File`) are taken out. `restore` undoes it in a translation, by its word alignment.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rectrix.text.accelerators import Accelerator, find_accelerator
from rectrix.text.patterns import CLASSES, DEFAULT_KINDS, Kind, hints, pattern

# Known to stand alone in well-formed text; any other lone opening tag, as in `Open <name>`, is a placeholder.
_ELEMENT = re.compile(
    "abbr|big|blockquote|body|br|center|cite|code|div|font|h[1-6r]|head|html|img|input|kbd|label|link|meta|option|pre|"
    "samp|select|small|span|strike|strong|table|tbody|thead|var|wbr|[abgipqsux]|d[dflt]|bdo|del|dfn|em|ins|li|"
    "[ou]l|su[bp]|t[dhrt]|bpt|bx|cp|ec|ept|ex|hi|it|mrk|pc|ph|sc|sm|ut",
    re.IGNORECASE,
)
_GIVEN = tuple(map(chr, range(0x10FE00, 0x10FEFF)))  # below the class tokens
_DEEPEST = 64  # pairs nested deeper are treated as tags without a partner
_TAG_NAME = re.compile(r"</?([\w:.-]+)")


class Item(NamedTuple):
    """Text that passes through translation; its class token stands for it."""

    at: int  # of the class token in the protected text
    kind: str
    text: str


class Tag(NamedTuple):
    """An inline tag that was taken out of the text."""

    at: int  # where it stood, as an offset in the protected text
    text: str
    partner: int | None = None  # the index of the other half among the tags
    blank: bool = False  # a space was put in its place, lest two words become one


@dataclass(frozen=True)
class Protection:
    """A text without what must not be translated, and all that restores it."""

    text: str
    items: tuple[Item, ...] = ()
    tags: tuple[Tag, ...] = ()
    accelerator: Accelerator | None = None

    def __bool__(self) -> bool:
        return bool(self.items or self.tags or self.accelerator)

    def without_items(self, spans: Iterable[tuple[int, int]]) -> "Protection":
        """The same, but items within spans of this text do not come back."""
        kept = [item for item in self.items if not any(begin <= item.at < end for begin, end in spans)]
        return replace(self, items=tuple(kept))

    def offset(self, place: int) -> int:
        """Where a place of the original text is in this one; within what was taken out, where that begins."""
        taken = [(item.at, len(item.text), 1) for item in self.items]
        taken += [(tag.at, len(tag.text), int(tag.blank)) for tag in self.tags]
        if self.accelerator:
            taken.append((self.accelerator.at, len(self.accelerator.text), 0))
        shift = 0  # of the original against this text
        for at, before, after in sorted(taken, key=lambda one: (one[0], one[2])):
            if at + shift >= place:
                break
            if at + shift + before > place:
                return at
            shift += before - after
        return place - shift


class _Found(NamedTuple):
    """A piece of the text as people wrote it."""

    begin: int
    end: int
    kind: str


def protect(text: str, kinds: frozenset[Kind] = DEFAULT_KINDS) -> Protection:
    """Take items, tags and the accelerator's mark out of a text."""
    first, second = hints(kinds)
    if not (first(text) or second(text)):
        return Protection(text)
    found = [_Found(*match.span(), match.lastgroup or "") for match in pattern(kinds).finditer(text)]
    partners: dict[int, int] = {}
    if "tag" in kinds:
        found, partners = _pair(text, found)
    mark = find_accelerator(text, [piece[:2] for piece in found]) if "accelerator" in kinds else None
    return _build(text, found, partners, mark)


def protected_lines(lines: Iterable[str], kinds: frozenset[Kind] = DEFAULT_KINDS) -> list[str]:
    """The protected texts of many lines, of which most have nothing to protect."""
    first, second = hints(kinds)
    return [protect(line, kinds).text if first(line) or second(line) else line for line in lines]


def given_items(words: Sequence[str]) -> dict[str, str]:
    """Words of an output that are items themselves, from given translations; each with its own character.

    Blanks are set around that character as around any item, and nothing takes it for an item of the source.
    """
    first, second = hints(DEFAULT_KINDS)
    text = " ".join(words)
    if not (first(text) or second(text)):
        return {}
    free = (token for token in _GIVEN if token not in text)
    pieces = pattern(DEFAULT_KINDS)
    items = dict.fromkeys(word for word in words if len(word) > 1 and pieces.fullmatch(word))
    return dict(zip(items, free, strict=False))


def _pair(text: str, found: list[_Found]) -> tuple[list[_Found], dict[int, int]]:
    """Tags with the place of their other half in the list; lone ones may be placeholders instead."""
    partners: dict[int, int] = {}
    open_: list[tuple[str, int]] = []
    for number, piece in enumerate(found):
        if piece.kind != "tag":
            continue
        name, role = _read_tag(text[piece.begin : piece.end])
        if role == "open":
            open_.append((name, number))
        elif role == "close":
            near = range(len(open_) - 1, max(len(open_) - 1 - _DEEPEST, -1), -1)
            depth = next((d for d in near if open_[d][0] == name), None)
            if depth is not None:
                partner = open_[depth][1]
                del open_[depth:]  # what was opened in between and not closed stands alone
                if depth < _DEEPEST:
                    partners |= {partner: number, number: partner}
    return [_reclassified(text, piece, number in partners) for number, piece in enumerate(found)], partners


def _reclassified(text: str, piece: _Found, paired: bool) -> _Found:
    if piece.kind != "tag" or paired:
        return piece
    name, role = _read_tag(text[piece.begin : piece.end])
    return piece if role != "open" or _ELEMENT.fullmatch(name) else piece._replace(kind="placeholder")


def _read_tag(tag: str) -> tuple[str, Literal["open", "close", "alone"]]:
    match = _TAG_NAME.match(tag)
    assert match is not None, tag
    if tag.startswith("</"):
        return match[1], "close"
    return match[1], "alone" if tag.endswith("/>") else "open"


class _Builder:
    """The protected text, piece by piece, with the offsets of what was taken out."""

    def __init__(self, text: str, mark: tuple[int, int] | None) -> None:
        self._text, self._mark = text, mark
        self._pieces: list[str] = []
        self._length = self._done = 0  # of the protected text, and of the text itself
        self.items: list[Item] = []
        self.tags: list[Tag] = []
        self.accelerator: Accelerator | None = None

    def copy(self, upto: int) -> None:
        """Take over the text up to a place, without the accelerator's mark."""
        mark = self._mark
        if mark and self._done <= mark[0] and mark[1] <= upto:
            self._add(self._text[self._done : mark[0]])
            content = self._text[slice(*mark)]
            letter = content[-2] if content.endswith(")") else self._text[mark[1]]
            self.accelerator = Accelerator(self._length, content, letter, len(self.tags))
            self._done = mark[1]
        self._add(self._text[self._done : upto])
        self._done = upto

    def take_item(self, piece: _Found) -> None:
        """Put the class token in the place of an item."""
        self.items.append(Item(self._length, piece.kind, self._text[piece.begin : piece.end]))
        self._add(CLASSES[piece.kind])
        self._done = piece.end

    def take_tag(self, piece: _Found, partner: int | None, blank: bool) -> None:
        """Leave a tag out; blank: put one in its place."""
        self.tags.append(Tag(self._length, self._text[piece.begin : piece.end], partner, blank))
        self._add(" " * blank)
        self._done = piece.end

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def protection(self) -> Protection:
        """The result."""
        return Protection("".join(self._pieces), tuple(self.items), tuple(self.tags), self.accelerator)


def _build(
    text: str, found: list[_Found], partners: dict[int, int], mark: tuple[int, int] | None
) -> Protection:
    builder = _Builder(text, mark)
    numbers = {place: number for number, place in enumerate(_places(found, "tag"))}
    for place, piece in enumerate(found):
        builder.copy(piece.begin)
        if piece.kind == "tag":
            partner = numbers[partners[place]] if place in partners else None
            builder.take_tag(piece, partner, _would_join(text, found, partners, place))
        else:
            builder.take_item(piece)
    builder.copy(len(text))
    return builder.protection()


def _places(found: list[_Found], kind: str) -> Iterator[int]:
    return (place for place, piece in enumerate(found) if piece.kind == kind)


def _would_join(text: str, found: list[_Found], partners: dict[int, int], place: int) -> bool:
    """Whether tags that begin here divide two words: a<br/>b, <td>a</td><td>b</td>, but not <b>a</b>b."""
    begin, end = found[place].begin, found[place].end
    if begin == 0 or not text[begin - 1].isalnum():
        return False
    last = place
    while last + 1 < len(found) and found[last + 1].kind == "tag" and found[last + 1].begin == end:
        last, end = last + 1, found[last + 1].end
    return text[end : end + 1].isalnum() and (last > place or place not in partners)
