"""The journal of corrections: lines of JSON, each on disk before anybody hears that it was learned.

A line is a confirmed pair, or {"undo": id}. A last line without its end was cut off by a crash before it was
answered, and is dropped. One process writes at a time; any may read.
"""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from rectrix.adapt.lesson import Entry
from rectrix.base.errors import InputError, RunError, UsageError
from rectrix.base.locks import holding

_KEYS = {"id": int, "source": str, "target": str, "model": str, "links": str, "changes": dict, "time": str}


@dataclass(frozen=True)
class Content:
    """What a journal says."""

    entries: tuple[Entry, ...]  # without those that were undone
    last: int  # the highest id that was ever given
    size: int  # bytes of whole lines


class Journal:
    """A file that only grows; held from the first line written until it is closed."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._held = ExitStack()
        self._file: BinaryIO | None = None
        self._size = 0

    def read(self) -> Content:
        """All that is in force; a file that is not there is empty."""
        content = _content(self.path)
        self._size = content.size
        return content

    def add(self, entry: Entry) -> None:
        """Append a pair; when this returns, it is on disk."""
        self._append(asdict(entry))

    def undo(self, id: int) -> None:
        """Append that a pair does not count any longer."""
        self._append({"undo": id})

    def close(self) -> None:
        """Let others write."""
        self._file = None
        self._held.close()

    def _append(self, values: dict[str, Any]) -> None:
        try:
            file = self._file or self._open()
            file.write(json.dumps(values, ensure_ascii=False).encode("utf-8", "surrogateescape") + b"\n")
            file.flush()
            os.fsync(file.fileno())
            self._size = file.tell()
        except OSError as error:
            self.close()
            raise RunError(f"cannot write {self.path}: {error.strerror or error}") from error

    def _open(self) -> BinaryIO:
        self._held.enter_context(holding(self.path))
        try:
            if _content(self.path).size != self._size:
                raise RunError(f"{self.path}: another process has written to it; open it again")
            new = not self.path.exists()
            file = self._held.enter_context(self.path.open("r+b" if not new else "x+b"))
            file.truncate(self._size)  # what a crash has cut off
            file.seek(self._size)
            if new:
                _sync_folder(self.path.parent)
        except BaseException:
            self._held.close()
            raise
        self._file = file
        return file


def _sync_folder(path: Path) -> None:
    """So that the name of a new file is on disk, too."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _content(path: Path) -> Content:
    entries: dict[int, Entry] = {}
    last = size = 0
    for number, line in enumerate(_lines(path), start=1):
        size += len(line)
        values = _parsed(path, number, line)
        if "undo" in values:
            if entries.pop(values["undo"], None) is None:
                raise InputError.at(path, number, f"there is no pair {values['undo']!r} to undo")
            continue
        entry = Entry(**values)
        if entry.id <= last:
            raise InputError.at(path, number, f"pair {entry.id} comes behind pair {last}")
        entries[entry.id], last = entry, entry.id
    return Content(tuple(entries.values()), last, size)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield line
    except FileNotFoundError:
        return
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None


def _parsed(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        values = json.loads(line.decode("utf-8", "surrogateescape"))
        whole = isinstance(values, dict) and (
            (values.keys() == {"undo"} and isinstance(values["undo"], int))
            or (values.keys() == _KEYS.keys() and all(isinstance(values[k], t) for k, t in _KEYS.items()))
        )
    except (ValueError, RecursionError):
        whole = False
    if not whole:
        raise InputError.at(path, number, "not a line of a journal of corrections; mend or remove it")
    return dict(values)
