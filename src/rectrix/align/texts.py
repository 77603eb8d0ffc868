"""Sentences for the core: a file, or lines that exist in Python."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes


class Reader(Protocol):
    """What the core reads from."""

    def read(self, size: int, /) -> bytes:
        """Some bytes, none at the end."""


class LineReader:
    """Lines of Python strings as a stream of bytes."""

    def __init__(self, lines: Iterable[str], name: str) -> None:
        self._lines, self._name = enumerate(lines, start=1), name

    def read(self, size: int, /) -> bytes:
        """Whole lines of about `size` bytes."""
        parts: list[bytes] = []
        while size > 0 and (item := next(self._lines, None)) is not None:
            number, line = item
            text = line.removesuffix("\n")
            if "\n" in text:
                raise InputError.at(self._name, number, "a sentence must not hold a line break")
            parts.append(text.encode("utf-8", "surrogateescape") + b"\n")
            size -= len(parts[-1])
        return b"".join(parts)


@contextmanager
def reading(text: Path | str | Iterable[str], name: str) -> Iterator[tuple[Reader, str]]:
    """A reader and its name: of a file if text is a path (also as a string), else of the given lines."""
    if isinstance(text, Path | str):
        with open_bytes(text) as file:
            yield file, str(text)
    else:
        yield LineReader(text, name), name
