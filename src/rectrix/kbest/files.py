"""N-best files of any system: found by content or named, read whole or streamed, and written."""

import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np

from rectrix._core import kbest as core
from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists, Reader, lines
from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes, shown, writing
from rectrix.kbest import foreign
from rectrix.kbest.foreign_list import ForeignList
from rectrix.kbest.formats import CORE, FORMATS
from rectrix.kbest.speech import espnet

_ALL = 1 << 60
_SENTENCES_AT_ONCE = 100
_LONGEST_LOOK = 1 << 20  # bytes of the first line that are looked at


def read(
    path: Path | str, format: str = "auto", space: FeatureSpace | None = None, sentences: int | None = None
) -> Lists:
    """All lists of a file.

    format: one of FORMATS; 'auto' looks at the first line. space: where the features get their indexes, a
    new one by default. sentences: how many there must be at least: a decoder that failed on the last ones
    leaves no trace in its file, and their lists are added empty; not where sentences have names.
    """
    space = FeatureSpace() if space is None else space
    lists = next(stream(path, format, space, _ALL), None) or Lists(space)
    while len(lists) < (sentences or 0) and not lists.ids:
        lists.begin_sentence()
    return lists


def read_merged(paths: Sequence[Path | str], format: str = "auto", sentences: int = 0) -> Lists:
    """The lists of several files (of several iterations of tuning), sentence by sentence, as one."""
    lists = read(paths[0], format, sentences=sentences)
    for path in paths[1:]:
        lists = merge(lists, read(path, format, lists.space, max(sentences, len(lists))))
    return lists


def merge(first: Lists, second: Lists) -> Lists:
    """The hypotheses of both, sentence by sentence, without repetitions of the same words and features."""
    return core.merge(first, second)[0]


def stream(
    path: Path | str,
    format: str = "auto",
    space: FeatureSpace | None = None,
    sentences: int = _SENTENCES_AT_ONCE,
) -> Iterator[Lists]:
    """The lists of a file, at most so many sentences at once: what fits in memory is one batch."""
    space = FeatureSpace() if space is None else space
    if format == "espnet" or (format == "auto" and str(path) != "-" and Path(path).is_dir()):
        yield from _batches(espnet(Path(path)), path, space, sentences)
        return
    with open_bytes(path) as file:
        start = b""
        if format == "auto":
            start = _first_line(file)
            format = _guess(start, path)
        if format in CORE:
            reader = Reader(cast(BinaryIO, _Again(start, file)), shown(path), CORE[format])
            while len(batch := reader.read(space, sentences)):
                yield batch
            return
        make = foreign.reader(format, path)
        binary = io.BufferedReader(cast(io.RawIOBase, _Again(start, file)), 1 << 16)
        text = io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape", newline="\n")
        yield from _batches(make(text), path, space, sentences)


def _first_line(file: BinaryIO) -> bytes:
    """The bytes up to the end of the first line that is not blank, and perhaps more."""
    start = b""
    while chunk := file.read(1 << 12):
        start += chunk
        if b"\n" in start.lstrip() or len(start) > _LONGEST_LOOK:
            break
    return start


def _guess(start: bytes, path: Path | str) -> str:
    line = start.lstrip(b"\r\n").partition(b"\n")[0].decode("utf-8", "surrogateescape").rstrip("\r")
    if line.lstrip().startswith("{"):
        return "json"
    if "|||" in line or not line:
        return "moses"
    found = foreign.guess(line)
    if not found:
        raise InputError.at(
            path,
            1,
            f"not an n-best list that can be told by its first line: {line[:60]!r}; give --format, one of "
            f"{', '.join(FORMATS[1:])}",
        )
    return found


class _Again(io.RawIOBase):
    """A file of which some bytes were looked at already."""

    def __init__(self, start: bytes, file: BinaryIO) -> None:
        self._start, self._file = start, file

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if self._start:
            size = len(self._start) if size < 0 else size
            given, self._start = self._start[:size], self._start[size:]
            return given
        return self._file.read(size)

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        given = self.read(len(view))
        view[: len(given)] = given
        return len(given)


def _batches(
    lists: Iterator[ForeignList], path: Path | str, space: FeatureSpace, sentences: int
) -> Iterator[Lists]:
    while batch := list(islice(lists, sentences)):
        yield lists_from(batch, space, path)


def lists_from(given: Sequence[ForeignList], space: FeatureSpace, path: Path | str) -> Lists:
    """Lists of sentences in memory; path: for messages."""
    lists = Lists(space)
    columns: dict[str, list[float]] = {}
    for sentence in given:
        lists.begin_sentence(sentence.id)
        for hypothesis in sentence.hypotheses:
            features = [(space.add(name), value) for name, value in hypothesis.features.items()]
            lists.add(hypothesis.text, hypothesis.score, features)
            for name, text in hypothesis.notes.items():
                lists.note(name, text)
            for name, value in hypothesis.columns.items():
                columns.setdefault(name, []).append(value)
    for name, values in columns.items():
        if len(values) != lists.hypotheses:
            raise InputError.at(path, 0, f"column {name!r} is missing from some hypotheses")
        lists.set_column(name, np.array(values))
    return lists


def write(
    path: Path | str, batches: Lists | Iterable[Lists], format: str = "moses", force: bool = False
) -> None:
    """Write lists, or a stream of them, to a file; sentences are numbered from 0.

    Only json holds everything: names of sentences, columns, word scores. Moses' lists have an alignment at
    the end of a line if there is one.
    """
    first = 0
    with writing(path, force=force) as file:
        for lists in [batches] if isinstance(batches, Lists) else batches:
            for begin in range(0, len(lists), _SENTENCES_AT_ONCE):
                end = min(begin + _SENTENCES_AT_ONCE, len(lists))
                file.write(lines(lists, begin, end, format, first))
            first += len(lists)
