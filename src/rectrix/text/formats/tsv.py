"""Tab-separated values: two columns of each line."""

from collections.abc import Iterator
from pathlib import Path

from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import open_bytes
from rectrix.text.formats.unit import Languages, ReadOptions, Unit

_BOM = b"\xef\xbb\xbf"
LONGEST = 1 << 24  # bytes of a line


def read(path: Path, languages: Languages, options: ReadOptions) -> Iterator[Unit]:
    """The two columns of every line; bytes that are not UTF-8 come as lone surrogates."""
    if min(options.columns) < 1:
        raise UsageError(f"columns are counted from 1, not {min(options.columns)}")
    for number, cells in rows(path, max(options.columns)):
        source, target = (cells[column - 1] for column in options.columns)
        yield Unit(source, target, f"{path}:{number}")


def rows(path: Path, columns: int) -> Iterator[tuple[int, list[str]]]:
    """Line numbers and cells; a line with fewer than so many columns is an error."""
    with open_bytes(path) as file:
        number = 0
        while line := file.readline(LONGEST):
            number += 1
            if len(line) == LONGEST and not line.endswith(b"\n"):
                raise InputError.at(path, number, f"a line of more than {LONGEST:,} bytes")
            line = line.removeprefix(_BOM) if number == 1 else line
            cells = line.rstrip(b"\r\n").decode("utf-8", "surrogateescape").split("\t")
            if len(cells) < columns:
                raise InputError.at(path, number, f"{len(cells)} columns, but column {columns} is wanted")
            yield number, cells
