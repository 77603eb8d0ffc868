"""XLIFF 1.2 (trans-unit) and 2.0 (unit, segment): pairs of source and target."""

from collections.abc import Iterator
from pathlib import Path

from rectrix.base.errors import InputError
from rectrix.text.formats.inline import InlineText
from rectrix.text.formats.unit import Languages, ReadOptions, Unit, direction
from rectrix.text.formats.xml import XmlReader

UNITS = frozenset({"trans-unit", "segment"})  # what holds a source and a target
# Their target is no translation yet.
UNTRANSLATED = frozenset({"new", "needs-translation", "initial"})


def read(path: Path, languages: Languages, options: ReadOptions) -> Iterator[Unit]:
    """The translated units."""
    yield from _Reader(path, languages, options).read()


def check_root(name: str) -> str | None:
    """What is wrong with the name of a document's element."""
    return None if name == "xliff" else f"the document's element is <{name}>, not <xliff>"


def mismatch(path: Path, line: int, source: str, target: str, wanted: Languages) -> InputError:
    """The error of a file in other languages."""
    return InputError.at(
        path,
        line,
        f"is from {source} to {target or 'no language'}, not from {wanted.source} to {wanted.target}",
    )


def languages_of(name: str, attributes: dict[str, str]) -> tuple[str, str] | None:
    """The languages that a <file> (1.2) or <xliff> (2.0) element names."""
    source = attributes.get("source-language" if name == "file" else "srcLang")
    target = attributes.get("target-language" if name == "file" else "trgLang")
    return None if source is None else (source, target or "")


class _Reader(XmlReader[Unit]):
    def __init__(self, path: Path, languages: Languages, options: ReadOptions) -> None:
        super().__init__(path)
        self._languages, self._options = languages, options
        self._swapped = False
        self._texts: dict[str, str] = {}
        self._state: str | None = None
        self._text: InlineText | None = None
        self._line = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._text is not None:
            self._text.start(name, attributes)
            return
        wrong = check_root(name) if len(self.open) == 1 else None
        if wrong:
            raise self.fail(wrong)
        if name in ("xliff", "file"):
            self._check_languages(languages_of(name, attributes))
        elif name in UNITS:
            self._texts, self._line, self._state = {}, self.line, attributes.get("state")
        elif name in ("source", "target") and self.open[-2] in UNITS:
            self._state = attributes.get("state", self._state)
            self._text = InlineText(self._options.codes)

    def end(self, name: str) -> None:
        if self._text is not None:
            if name in ("source", "target") and self.open[-2] in UNITS:
                self._texts[name], self._text = self._text.result(), None
            else:
                self._text.end(name)
        elif name in UNITS and self._texts.get("target", "").strip() and self._state not in UNTRANSLATED:
            source, target = self._texts.get("source", ""), self._texts["target"]
            pair = (target, source) if self._swapped else (source, target)
            self.ready.append(Unit(*pair, f"{self.path}:{self._line}"))

    def text(self, data: str) -> None:
        if self._text is not None:
            self._text.text(data)
            self.longest(self._text.length)

    def _check_languages(self, found: tuple[str, str] | None) -> None:
        if found is None:
            return
        way = direction(self._languages, *found)
        if way is None:
            raise mismatch(self.path, self.line, *found, self._languages)
        self._swapped = way == "swapped"
