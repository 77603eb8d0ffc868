"""XLIFF 1.2 and 2.0 files filled in: new targets with their state, no other byte changed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes
from rectrix.text.formats.document import Gap
from rectrix.text.formats.unit import Languages, direction
from rectrix.text.formats.xliff import UNITS, UNTRANSLATED, check_root, languages_of, mismatch
from rectrix.text.formats.xliff_text import XliffText
from rectrix.text.formats.xml import XmlReader

_TAG = re.compile(rb"<[^\s<>/\"']+(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*>")
_DECLARATION = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_SOURCES = ("source", "seg-source", "target")
_REVIEW = "rectrix:needs-review"


@dataclass
class _Element:
    """The bytes of an element."""

    begin: int
    inner: int = 0  # behind its start tag
    inner_end: int = 0
    end: int = 0
    state: str | None = None


@dataclass
class _Unit:
    """A trans-unit of 1.2 or a segment of 2.0."""

    line: int
    element: _Element
    modern: bool
    preserve_space: bool
    parts: dict[str, _Element]  # source, seg-source, target
    substate: str | None = None


class XliffDocument:
    """The bytes of an XLIFF file, and the units among them that have no translation."""

    def __init__(self, path: Path, languages: Languages | None = None, fuzzy: bool = False) -> None:
        self._path = path
        with open_bytes(path) as file:
            raw = file.read()
        self._encoding = _encoding(raw)
        self._content = _as_utf8(path, raw, self._encoding)
        parser = _Parser(path, languages, self._content)
        parser.feed(self._content, final=True)
        self._units = [unit for unit in parser.ready if self._is_open(unit, fuzzy)]
        self._texts = [self._text(unit) for unit in self._units]
        self.gaps = [
            Gap(f"{path}:{unit.line}", text.text) for unit, text in zip(self._units, self._texts, strict=True)
        ]

    def _inner(self, element: _Element) -> bytes:
        return self._content[element.inner : element.inner_end]

    def _text(self, unit: _Unit) -> XliffText:
        element = unit.parts.get("seg-source", unit.parts["source"])
        return XliffText.of(self._inner(element).decode(), unit.preserve_space)

    def _is_open(self, unit: _Unit, fuzzy: bool) -> bool:
        """Whether a unit has no translation; with fuzzy, whether it waits for review."""
        source, target = unit.parts.get("source"), unit.parts.get("target")
        if source is None or not self._text(unit).text.strip():
            return False
        if target is None or not self._inner(target).strip():
            return True
        state = target.state or ""
        if state in UNTRANSLATED and self._inner(target).strip() == self._inner(source).strip():
            return True
        return fuzzy and (state in UNTRANSLATED or state.startswith("needs-") or unit.substate == _REVIEW)

    def filled(self, translations: Sequence[str | None], failures: list[str]) -> bytes:
        """The file with translations in its gaps."""
        edits: list[tuple[int, int, bytes]] = []
        for unit, text, gap, translation in zip(
            self._units, self._texts, self.gaps, translations, strict=True
        ):
            if translation is None:
                continue
            xml = text.xml(translation)
            if xml is None:
                failures.append(f"{gap.where}: left untranslated: its tags are not well nested")
            elif (letter := _FORBIDDEN.search(xml)) is not None:
                failures.append(f"{gap.where}: left untranslated: XML cannot hold {letter[0]!r}")
            else:
                edits += self._edits(unit, xml.encode())
        parts, done = [], 0
        for begin, end, new in sorted(edits, key=lambda edit: edit[:2]):
            parts += [self._content[done:begin], new]
            done = end
        parts.append(self._content[done:])
        return _from_utf8(b"".join(parts), self._encoding)

    def _edits(self, unit: _Unit, xml: bytes) -> list[tuple[int, int, bytes]]:
        source, target = unit.parts["source"], unit.parts.get("target")
        edits = []
        if unit.modern:
            tag = self._content[unit.element.begin : unit.element.inner]
            edits.append(
                (
                    unit.element.begin,
                    unit.element.inner,
                    _with(_with(tag, "state", "translated"), "subState", _REVIEW),
                )
            )
        if target is None:
            match = re.match(rb"<((?:[^\s<>/:]+:)?)source", self._content[source.begin : source.inner])
            start = b"<%btarget>" % (match[1] if match else b"")
            place = unit.parts.get("seg-source", source).end
            before = self._content[unit.element.inner : source.begin]
            indent = before[before.rfind(b"\n") :] if before.strip() == b"" and b"\n" in before else b""
        else:
            start, place, indent = self._content[target.begin : target.inner], target.begin, b""
            start = re.sub(rb"\s*/>$", b">", start)
        if not unit.modern:
            start = _with(
                _with(start, "state", "needs-review-translation"), "state-qualifier", "leveraged-mt"
            )
        name = re.match(rb"<([^\s<>/]+)", start)
        assert name is not None
        edits.append((place, target.end if target else place, indent + start + xml + b"</%b>" % name[1]))
        return edits


_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _with(tag: bytes, name: str, value: str) -> bytes:
    """A start tag with an attribute set."""
    attribute = re.compile(rb"(\s%b\s*=\s*)(\"[^\"]*\"|'[^']*')" % name.encode())
    if attribute.search(tag):
        return attribute.sub(lambda match: match[1] + b'"%b"' % value.encode(), tag, count=1)
    return re.sub(
        rb"\s*(/?)>$", lambda match: b' %b="%b"%b>' % (name.encode(), value.encode(), match[1]), tag
    )


def _encoding(raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    match = _DECLARATION.search(raw[:200])
    return match[1].decode().lower() if match else "utf-8"


def _as_utf8(path: Path, raw: bytes, encoding: str) -> bytes:
    if encoding in ("utf-8", "us-ascii"):
        return raw
    try:
        return raw.decode(encoding).encode()
    except (LookupError, UnicodeError) as error:
        raise InputError.at(path, 1, f"the encoding that the file names does not fit: {error}") from None


def _from_utf8(content: bytes, encoding: str) -> bytes:
    if encoding == "utf-8":
        return content
    return content.decode().encode(encoding, "xmlcharrefreplace")


class _Parser(XmlReader[_Unit]):
    """Where units, sources and targets begin and end."""

    def __init__(self, path: Path, languages: Languages | None, content: bytes) -> None:
        super().__init__(path, "utf-8")
        self._languages, self._content = languages, content
        self._unit: _Unit | None = None
        self._elements: list[_Element] = []
        self._closed: list[bool] = []  # translate="no", for every element around
        self._preserved: list[bool] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        wrong = check_root(name) if len(self.open) == 1 else None
        if wrong:
            raise self.fail(wrong)
        if name in ("xliff", "file"):
            self._check_languages(languages_of(name, attributes))
        self._inherit(attributes)
        begin = self.parser.CurrentByteIndex
        match = _TAG.match(self._content, begin)
        element = _Element(begin, match.end() if match else begin, state=attributes.get("state"))
        self._elements.append(element)
        if name in UNITS:
            closed = self._closed[-1] or attributes.get("approved") == "yes"
            self._unit = (
                None if closed else _Unit(self.line, element, name == "segment", self._preserved[-1], {})
            )
            if self._unit:
                self._unit.substate = attributes.get("subState")
        elif name in _SOURCES and self._unit and self.open[-2] in UNITS:
            self._unit.parts[name] = element
            element.state = attributes.get("state", self._unit.element.state)
            self._unit.preserve_space |= self._preserved[-1]

    def end(self, name: str) -> None:
        element = self._elements.pop()
        self._closed.pop()
        self._preserved.pop()
        element.inner_end = self.parser.CurrentByteIndex
        if self._content[element.inner - 2 : element.inner] == b"/>":
            element.inner_end = element.end = element.inner
        else:
            element.end = self._content.find(b">", element.inner_end) + 1
        if name in UNITS and self._unit:
            self.ready.append(self._unit)
            self._unit = None

    def _inherit(self, attributes: dict[str, str]) -> None:
        closed = bool(self._closed) and self._closed[-1]
        self._closed.append({"no": True, "yes": False}.get(attributes.get("translate", ""), closed))
        preserved = bool(self._preserved) and self._preserved[-1]
        self._preserved.append(
            {"preserve": True, "default": False}.get(attributes.get("xml:space", ""), preserved)
        )

    def _check_languages(self, found: tuple[str, str] | None) -> None:
        if found and self._languages and direction(self._languages, *found) != "as is":
            raise mismatch(self.path, self.line, *found, self._languages)
