"""Reading compressed files: the kind is found by content, damage names the file, bombs are refused."""

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, BinaryIO, cast

from rectrix.base.errors import InputError

MAGIC = {b"\x1f\x8b": "gz", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zst", b"BZh": "bz2"}

# A file that yields more than this many bytes must not be smaller than a 200th of them: text compresses to a
# third or a tenth, and what a few kilobytes blow up to terabytes was made to fill a disk or a memory.
EXPANSION_FREE, EXPANSION_LIMIT = 1 << 30, 200
_ZST_BYTES = 1 << 12  # fed at once: a frame of zeros grows 32,768-fold, and its reader knows no bounds


def kind_of(head: bytes) -> str | None:
    """The compression that a file with this beginning has; None: it is not compressed."""
    return next((kind for magic, kind in MAGIC.items() if head.startswith(magic)), None)


def decompressed(kind: str, raw: BinaryIO, path: Path) -> BinaryIO:
    """The content of a compressed file; closing it closes raw."""
    counted = _Counted(raw)
    source = cast(BinaryIO, counted)
    readers: dict[str, Callable[[], object]] = {
        "gz": lambda: gzip.open(source),  # noqa: SIM115
        "xz": lambda: lzma.open(source),  # noqa: SIM115
        "bz2": lambda: bz2.open(source),  # noqa: SIM115
        "zst": lambda: _ZstReader(source),
    }
    guarded = _Guarded(cast(IO[bytes], readers[kind]()), path, counted)
    return cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, guarded), 1 << 18))


class _Counted:
    """A file that counts what is read from it."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw, self.bytes = raw, 0

    def read(self, size: int = -1) -> bytes:
        data = self._raw.read(size)
        self.bytes += len(data)
        return data

    def close(self) -> None:
        self._raw.close()


class _ZstReader:
    """Zstandard frames one after another; unlike the package's own reader it notices a missing end."""

    def __init__(self, raw: BinaryIO) -> None:
        import zstandard

        self._raw, self._decompressor = raw, zstandard.ZstdDecompressor()
        self._frame = self._decompressor.decompressobj()
        self._ready, self._fed = b"", False

    def read(self, size: int) -> bytes:
        while not self._ready:
            data = self._frame.unused_data if self._frame.eof else b""
            data = data or self._raw.read(_ZST_BYTES)
            if not data:
                if self._fed and not self._frame.eof:
                    raise EOFError("it ends in the middle")
                return b""
            if self._frame.eof:
                self._frame = self._decompressor.decompressobj()
            self._ready, self._fed = self._frame.decompress(data), True
        taken, self._ready = self._ready[:size], self._ready[size:]
        return taken

    def close(self) -> None:
        self._raw.close()


class _Guarded(io.RawIOBase):
    """A decompressor whose errors name the file, and which stops at a bomb."""

    def __init__(self, inner: IO[bytes], path: Path, raw: _Counted) -> None:
        self._inner, self._path, self._raw, self._bytes = inner, path, raw, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        try:
            data = self._inner.read(len(view))
        except (OSError, EOFError, lzma.LZMAError, zlib.error, ValueError) as error:
            raise InputError.at(self._path, 0, f"damaged compressed file: {error}") from None
        except Exception as error:  # zstandard raises its own class
            if type(error).__name__ != "ZstdError":
                raise
            raise InputError.at(self._path, 0, f"damaged compressed file: {error}") from None
        view[: len(data)] = data
        self._bytes += len(data)
        if self._bytes > max(EXPANSION_FREE, EXPANSION_LIMIT * self._raw.bytes):
            message = f"its first {self._raw.bytes:,} bytes expand to more than {self._bytes - len(data):,}"
            raise InputError.at(
                self._path, 0, f"{message}; text does not: decompress it yourself if it is right"
            )
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._inner.close()
            self._raw.close()
        super().close()
