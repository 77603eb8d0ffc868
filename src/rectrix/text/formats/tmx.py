"""TMX 1.4: translation memories, a variant for each language in every unit."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from rectrix import __version__
from rectrix.base.errors import InputError
from rectrix.base.files import writing
from rectrix.text.formats.inline import InlineText
from rectrix.text.formats.unit import Languages, ReadOptions, Unit, speaks
from rectrix.text.formats.xml import XmlReader

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read(path: Path, languages: Languages, options: ReadOptions) -> Iterator[Unit]:
    """The units that have both languages."""
    reader = _Reader(path, languages, options)
    found = False
    for unit in reader.read():
        found = True
        yield unit
    if not found and reader.seen:
        seen = ", ".join(f"{code} ({count:,})" for code, count in reader.seen.most_common(10))
        raise InputError.at(
            path, 0, f"no unit has both {languages.source} and {languages.target}; languages seen: {seen}"
        )


def write(path: Path, units: Iterable[Unit], languages: Languages, force: bool = False) -> int:
    """Write units as a translation memory; gives their number."""
    count, tool = 0, f'creationtool="rectrix" creationtoolversion="{__version__}" o-tmf="rectrix"'
    kind = f'segtype="sentence" adminlang="en" srclang={quoteattr(languages.source)} datatype="plaintext"'
    with writing(path, force) as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n')
        file.write(f"<header {tool} {kind}/>\n<body>\n")
        for unit in units:
            if found := _FORBIDDEN.search(unit.source + unit.target):
                raise InputError(f"{unit.origin}: XML cannot hold the character U+{ord(found[0]):04X}")
            sides = zip(languages, unit[:2], strict=True)
            file.write(f"<tu>{''.join(_written(code, text) for code, text in sides)}</tu>\n")
            count += 1
        file.write("</body>\n</tmx>\n")
    return count


def _written(language: str, text: str) -> str:
    return f"<tuv xml:lang={quoteattr(language)}><seg>{escape(text)}</seg></tuv>"


class _Reader(XmlReader[Unit]):
    def __init__(self, path: Path, languages: Languages, options: ReadOptions) -> None:
        super().__init__(path)
        self._languages, self._options = languages, options
        self.seen: Counter[str] = Counter()
        self._variants: dict[str, str] = {}
        self._language = ""
        self._segment: InlineText | None = None
        self._line = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._segment is not None:
            self._segment.start(name, attributes)
        elif name == "tu":
            self._variants, self._line = {}, self.line
        elif name == "tuv":
            self._language = attributes.get("xml:lang") or attributes.get("lang") or ""
            if not self._language:
                raise self.fail("a tuv without xml:lang")
            if self._language in self.seen or len(self.seen) < 1000:
                self.seen[self._language] += 1
        elif name == "seg" and self.open[-2:-1] == ["tuv"]:
            self._segment = InlineText(self._options.codes)
        elif len(self.open) == 1 and name != "tmx":
            raise self.fail(f"the document's element is <{name}>, not <tmx>")

    def end(self, name: str) -> None:
        if self._segment is not None:
            if name == "seg":
                self._variants.setdefault(self._language, self._segment.result())
                self._segment = None
            else:
                self._segment.end(name)
        elif name == "tu":
            source, target = (self._variant(code) for code in self._languages)
            if source is not None and target is not None:
                self.ready.append(Unit(source, target, f"{self.path}:{self._line}"))

    def text(self, data: str) -> None:
        if self._segment is not None:
            self._segment.text(data)
            self.longest(self._segment.length)

    def _variant(self, wanted: str) -> str | None:
        """The text in a language: exactly that one if there is, else the first of its variants."""
        exact = self._variants.get(wanted)
        if exact is not None:
            return exact
        return next((text for code, text in self._variants.items() if speaks(wanted, code)), None)
