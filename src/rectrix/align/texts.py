"""Sentences for the core: a file, or lines that exist in Python."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes, shown


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


@dataclass(frozen=True)
class PairSide:
    """One side of a file of `source ||| target` lines."""

    path: Path
    side: int  # 0: source, 1: target


Text = Path | str | PairSide | Iterable[str]


class _SideReader:
    """One side of such a file as a stream of bytes."""

    def __init__(self, file: BinaryIO, pairs: PairSide) -> None:
        self._lines, self._pairs = enumerate(file, start=1), pairs

    def read(self, size: int, /) -> bytes:
        """Whole lines of about `size` bytes."""
        parts: list[bytes] = []
        while size > 0 and (item := next(self._lines, None)) is not None:
            parts.append(self._side(*item) + b"\n")
            size -= len(parts[-1])
        return b"".join(parts)

    def _side(self, number: int, line: bytes) -> bytes:
        sides = line.split(b"|||")
        if len(sides) != 2:
            raise InputError.at(
                self._pairs.path, number, f"{len(sides)} fields; a line must read `source ||| target`"
            )
        return sides[self._pairs.side].strip()


def lines_of(text: Text, name: str) -> Iterator[str]:
    """The sentences of a text one by one."""
    if isinstance(text, Path | str | PairSide):
        with reading(text, name) as (reader, _):
            rest = b""
            while chunk := reader.read(1 << 16):
                *whole, rest = (rest + chunk).split(b"\n")
                yield from (line.decode("utf-8", "surrogateescape").removesuffix("\r") for line in whole)
            if rest:
                yield rest.decode("utf-8", "surrogateescape")
    else:
        yield from (line.removesuffix("\n") for line in text)


@contextmanager
def reading(text: Text, name: str) -> Iterator[tuple[Reader, str]]:
    """A reader and its name: of a file if text is a path (also as a string) or half of one, else of lines."""
    if isinstance(text, Path | str):
        with open_bytes(text) as file:
            yield file, shown(text)
    elif isinstance(text, PairSide):
        with open_bytes(text.path) as file:
            yield _SideReader(file, text), f"{shown(text.path)} ({name})"
    else:
        yield LineReader(text, name), name
