"""TBX: term bases, with the elements of version 2 (termEntry, langSet) or 3 (conceptEntry, langSec)."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rectrix.text.formats.unit import Languages, speaks
from rectrix.text.formats.xml import XmlReader

_ENTRIES = frozenset({"termEntry", "conceptEntry"})
_LANGUAGES = frozenset({"langSet", "langSec"})
_TERMS = frozenset({"tig", "ntig", "termSec"})
# Values of administrativeStatus: their terms are found in sources but never written.
_AVOIDED = ("deprecated", "superseded", "obsolete")


class TbxTerm(NamedTuple):
    """A term and its translation."""

    source: str
    target: str
    file: str
    line: int


class _Variant(NamedTuple):
    language: str
    text: str
    status: str


def read(path: Path, languages: Languages) -> Iterator[TbxTerm]:
    """Every source term of a concept with the concept's best target term: a preferred one, else the first."""
    yield from _Reader(path, languages).read()


class _Reader(XmlReader[TbxTerm]):
    def __init__(self, path: Path, languages: Languages) -> None:
        super().__init__(path)
        self._languages = languages
        self._variants: list[_Variant] = []
        self._language = ""
        self._term, self._status = "", ""
        self._collected: list[str] | None = None
        self._line = self._length = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) == 1 and name not in ("martif", "tbx"):
            raise self.fail(f"the document's element is <{name}>, neither <martif> nor <tbx>")
        if name in _ENTRIES:
            self._variants, self._line = [], self.line
        elif name in _LANGUAGES:
            self._language = attributes.get("xml:lang") or attributes.get("lang") or ""
        elif name in _TERMS:
            self._term = self._status = ""
        elif name == "term" or (name == "termNote" and attributes.get("type") == "administrativeStatus"):
            self._collected, self._length = [], 0

    def end(self, name: str) -> None:
        if name in ("term", "termNote") and self._collected is not None:
            text = " ".join("".join(self._collected).split())
            self._collected = None
            if name == "term":
                self._term = text
            else:
                self._status = text
        elif name in _TERMS and self._term:
            self._variants.append(_Variant(self._language, self._term, self._status))
        elif name in _ENTRIES:
            self._emit()

    def text(self, data: str) -> None:
        if self._collected is not None:
            self._collected.append(data)
            self._length += len(data)
            self.longest(self._length)

    def _emit(self) -> None:
        targets = [
            v
            for v in self._variants
            if speaks(self._languages.target, v.language) and not v.status.startswith(_AVOIDED)
        ]
        if not targets:
            return
        best = next((v for v in targets if v.status.startswith("preferred")), targets[0])
        for variant in self._variants:
            if speaks(self._languages.source, variant.language):
                self.ready.append(TbxTerm(variant.text, best.text, str(self.path), self._line))
