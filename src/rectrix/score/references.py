"""Reference translations from files: one file per reference, one line per sentence."""

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from rectrix._core.score import References
from rectrix.base.files import open_bytes, shown


def read_references(paths: Path | str | Sequence[Path | str]) -> References:
    """The references of a file, or of several, which must have the same number of lines."""
    references = References()
    for path in [paths] if isinstance(paths, Path | str) else paths:
        with open_bytes(path) as file:
            references.read(file, shown(path))
    return references


def references_of(texts: Iterable[Sequence[str]]) -> References:
    """References from lines in memory: one sequence of lines for each reference."""
    references = References()
    for number, lines in enumerate(texts):
        text = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
        references.read(cast(BinaryIO, io.BytesIO(text)), f"reference {number}")
    return references
