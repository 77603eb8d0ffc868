"""The journal of corrections: lines of JSON, each on disk before anybody hears that it was learned.

One process writes at a time; any may read.
"""

import json
import os
from contextlib import ExitStack, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from rectrix.base.errors import RunError
from rectrix.base.locks import holding
from rectrix.text.formats.journal import Content, JournalEntry, read_journal


class Journal:
    """A file that only grows; held from `hold`, or the first line written, until it is closed."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._held = ExitStack()
        self._file: BinaryIO | None = None
        self._size = 0

    def read(self) -> Content:
        """All that is in force; a file that is not there is empty."""
        content = read_journal(self.path)
        self._size = content.size
        return content

    def hold(self) -> None:
        """Keep others from writing from now on."""
        if self._file is None:
            self._open()

    def add(self, entry: JournalEntry) -> None:
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
            self._require_size(os.fstat(file.fileno()).st_size)
            file.write(json.dumps(values, ensure_ascii=False).encode("utf-8", "surrogateescape") + b"\n")
            file.flush()
            os.fsync(file.fileno())
            self._size = file.tell()
        except OSError as error:
            self._take_back()
            raise RunError(f"cannot write {self.path}: {error.strerror or error}") from error

    def _take_back(self) -> None:
        """What could not be written whole is not there: nobody was told that it was learned."""
        if self._file:
            with suppress(OSError):
                os.ftruncate(self._file.fileno(), self._size)
            self._file.raw.close()  # type: ignore[attr-defined]  # without the bytes it still holds
        self.close()

    def _open(self) -> BinaryIO:
        self._held.enter_context(
            holding(self.path, advice="one process learns at a time: end the other first")
        )
        try:
            self._require_size(read_journal(self.path).size)
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

    def _require_size(self, size: int) -> None:
        """A lock is a thread's own as often as it likes: that nobody else writes is looked at, too."""
        if size != self._size:
            raise RunError(f"{self.path}: others have written to it since it was read; open it again")


def _sync_folder(path: Path) -> None:
    """So that the name of a new file is on disk, too."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
