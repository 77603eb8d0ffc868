"""A stream read as it arrives: one can ask whether the next line is there or would have to be waited for."""

import io
import select
from collections.abc import Iterator
from typing import BinaryIO

_BYTES = 1 << 16
_LINE = 1 << 21  # bytes without a line's end that are looked ahead at: there may be no end


class Arriving(io.BufferedIOBase):
    """A pipe, a terminal or a file behind a descriptor, which is not closed."""

    def __init__(self, descriptor: int) -> None:
        self._raw: BinaryIO | io.RawIOBase = open(  # noqa: SIM115
            descriptor, "rb", buffering=0, closefd=False
        )
        self._held, self._ended = bytearray(), False
        self.taken = False  # whether anything was read that is not there any more

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        """Nothing: standard input can be asked for again."""

    def waits(self) -> bool:
        """Whether reading the next line would wait for the writer; of an over-long one, enough is there."""
        searched = 0
        while self._held.find(b"\n", searched) < 0 and not self._ended and len(self._held) < _LINE:
            if not select.select([self._raw], [], [], 0)[0]:
                return True
            searched = len(self._held)
            self._fill()
        return False

    def peek(self, size: int = 1) -> bytes:
        """What is there, and at least one byte of it unless the stream is at its end."""
        if not self._held:
            self._fill()
        return bytes(self._held[: max(size, 1)])

    def wait_for(self, size: int) -> bytes:
        """The next bytes, fewer only at the end; they stay to be read."""
        while len(self._held) < size and not self._ended:
            self._fill()
        return bytes(self._held[:size])

    def read(self, size: int | None = -1, /) -> bytes:
        """As any file's."""
        whole = size is None or size < 0
        while not self._ended and (whole or len(self._held) < (size or 0)):
            self._fill()
        return self._take(len(self._held) if whole else size or 0)

    def read1(self, size: int = -1, /) -> bytes:
        """What is there."""
        self.peek()
        return self._take(size if size >= 0 else len(self._held))

    def readline(self, size: int | None = -1, /) -> bytes:
        """As any file's."""
        limit = -1 if size is None else size
        searched = 0
        while (end := self._held.find(b"\n", searched)) < 0 and not self._ended:
            if 0 <= limit <= len(self._held):
                break
            searched = len(self._held)
            self._fill()
        length = end + 1 if end >= 0 else len(self._held)
        return self._take(length if limit < 0 else min(length, limit))

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.readline, b"")

    def _fill(self) -> None:
        data = self._raw.read(_BYTES)
        self._ended = not data
        self._held += data or b""

    def _take(self, size: int) -> bytes:
        taken = bytes(self._held[:size])
        self.taken = self.taken or bool(taken)
        del self._held[:size]
        return taken
