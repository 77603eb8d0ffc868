"""Files as people have them: bitexts in TSV, TMX, XLIFF and PO, term bases, documents to fill in."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rectrix.base.errors import UsageError
from rectrix.base.registry import Registry
from rectrix.text.formats.unit import Languages, ReadOptions, Unit

BITEXTS: Registry[Callable[[Path, Languages, ReadOptions], Iterator[Unit]]] = Registry(
    "bitext format",
    {
        "tsv": "rectrix.text.formats.tsv:read",
        "tmx": "rectrix.text.formats.tmx:read",
        "xliff": "rectrix.text.formats.xliff:read",
        "po": "rectrix.text.formats.po:read",
        "journal": "rectrix.text.formats.journal:read",
    },
)
DOCUMENTS: Registry[Callable[..., Any]] = Registry(
    "document format",
    {
        "po": "rectrix.text.formats.po_document:PoDocument",
        "xliff": "rectrix.text.formats.xliff_document:XliffDocument",
    },
)

ENDINGS = {
    ".tsv": "tsv",
    ".tab": "tsv",
    ".tmx": "tmx",
    ".xlf": "xliff",
    ".xliff": "xliff",
    ".po": "po",
    ".pot": "po",
    ".journal": "journal",
}
_COMPRESSED = frozenset({".gz", ".xz", ".zst"})


def format_of(path: Path) -> str | None:
    """The name of a format by a file's ending, whatever it is compressed with."""
    name = path.with_suffix("") if path.suffix.lower() in _COMPRESSED else path
    return ENDINGS.get(name.suffix.lower())


def require_format(path: Path, known: Registry[Any]) -> str:
    """The name of a format by a file's ending, one of the known."""
    name = format_of(path)
    if name is None or name not in known:
        endings = ", ".join(ending for ending, name in ENDINGS.items() if name in known)
        raise UsageError(f"{path}: its ending names no {known.kind}; known endings: {endings}")
    return name


def read_bitext(
    path: Path, languages: Languages, options: ReadOptions | None = None, format: str | None = None
) -> Iterator[Unit]:
    """The translation units of a file, streamed; its format is given by name or by the file's ending."""
    read = BITEXTS[format or require_format(path, BITEXTS)]
    units: Iterator[Unit] = read(path, languages, options or ReadOptions())
    return units


__all__ = [
    "BITEXTS",
    "DOCUMENTS",
    "ENDINGS",
    "Languages",
    "ReadOptions",
    "Unit",
    "format_of",
    "read_bitext",
    "require_format",
]
