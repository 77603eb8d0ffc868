"""Glossaries as tab-separated values: a term, its translation; lines that begin with # are comments."""

from collections.abc import Iterator
from pathlib import Path

from rectrix.base.errors import InputError
from rectrix.text.formats.tbx import Term
from rectrix.text.formats.tsv import rows
from rectrix.text.formats.unit import Languages


def read(path: Path, languages: Languages) -> Iterator[Term]:
    """The first two columns of every line."""
    for number, cells in rows(path, 1):
        if cells[0].startswith("#") or not any(cell.strip() for cell in cells):
            continue
        source, target = (" ".join(cell.split()) for cell in (*cells, "")[:2])
        if not source or not target:
            raise InputError.at(
                path, number, "a term without a translation; expected two columns divided by a tab"
            )
        if any("\ud800" <= letter <= "\udfff" for letter in source + target):
            raise InputError.at(path, number, "is not UTF-8")
        yield Term(source, target, f"{path}:{number}")
