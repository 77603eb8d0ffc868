"""Files: compressed or not by content, written whole or not at all, never overwritten unasked."""

import gzip
import io
import lzma
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, cast

from rectrix.base.errors import InputError, OutputExists, RunError

_MAGIC = {b"\x1f\x8b": "gz", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zst"}


def open_bytes(path: Path | str) -> BinaryIO:
    """Open a file for reading, decompressed by its content whatever its name; '-' is standard input."""
    try:
        raw = sys.stdin.buffer if str(path) == "-" else open(path, "rb")  # noqa: SIM115, PTH123
        buffered = cast(io.BufferedReader, raw)
        head = buffered.peek(6)[:6]
    except OSError as error:
        raise InputError.at(path, 0, f"cannot open: {error.strerror or error}") from None
    kind = next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), "plain")
    if kind == "gz":
        opened: IO[bytes] = cast(IO[bytes], gzip.open(buffered))  # noqa: SIM115
    elif kind == "xz":
        opened = lzma.open(buffered)  # noqa: SIM115
    elif kind == "zst":
        opened = cast(IO[bytes], _ZstReader(buffered))
    else:
        return buffered
    return cast(
        BinaryIO, io.BufferedReader(cast(io.RawIOBase, _Guarded(opened, Path(str(path)), buffered)), 1 << 18)
    )


class _ZstReader:
    """Zstandard frames one after another; unlike the package's own reader it notices a missing end."""

    def __init__(self, raw: IO[bytes]) -> None:
        import zstandard

        self._raw, self._decompressor = raw, zstandard.ZstdDecompressor()
        self._frame = self._decompressor.decompressobj()
        self._ready, self._fed = b"", False

    def read(self, size: int) -> bytes:
        while not self._ready:
            data = self._frame.unused_data if self._frame.eof else b""
            data = data or self._raw.read(1 << 17)
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
    """A decompressor whose errors name the file."""

    def __init__(self, inner: IO[bytes], path: Path, raw: IO[bytes]) -> None:
        self._inner, self._path, self._raw = inner, path, raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        try:
            data = self._inner.read(len(view))
        except (OSError, EOFError, lzma.LZMAError, ValueError) as error:
            raise InputError.at(self._path, 0, f"damaged compressed file: {error}") from None
        except Exception as error:  # zstandard raises its own class
            if type(error).__name__ != "ZstdError":
                raise
            raise InputError.at(self._path, 0, f"damaged compressed file: {error}") from None
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._inner.close()
            self._raw.close()
        super().close()


def open_text(path: Path | str) -> io.TextIOWrapper:
    """Open a UTF-8 text file for reading; bytes that are not UTF-8 come as lone surrogates."""
    return io.TextIOWrapper(open_bytes(path), encoding="utf-8", errors="surrogateescape", newline="\n")


def require_absent(path: Path, force: bool = False) -> None:
    """Raise OutputExists if path is there already, before any work is spent on it."""
    if not force and path.exists():
        raise OutputExists(path)


@contextmanager
def writing_path(path: Path | str, force: bool = False) -> Iterator[Path]:
    """A temporary path beside `path`: takes its place if the block ends well, vanishes otherwise."""
    path = Path(path)
    require_absent(path, force)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        temporary.replace(path)
    except OSError as error:
        if error.filename not in (None, str(temporary), str(path), str(path.parent)):
            raise  # about another file
        raise RunError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def writing_folder(path: Path | str, force: bool = False) -> Iterator[Path]:
    """A temporary folder beside `path`: takes its place if the block ends well, vanishes otherwise."""
    path = Path(path)
    require_absent(path, force)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    replaced = path.with_name(f".{path.name}.{os.getpid()}.old")
    try:
        temporary.mkdir(parents=True)
        yield temporary
        if path.exists():
            path.rename(replaced)
        temporary.rename(path)
    except OSError as error:
        if error.filename not in (None, str(temporary), str(path), str(path.parent)):
            raise  # about another file
        raise RunError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        if path.exists():
            _remove(replaced)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def writing(path: Path | str, force: bool = False) -> Iterator[IO[str]]:
    """A UTF-8 text file, written whole or not at all; compressed if the name ends in .gz, .xz or .zst.

    '-' is standard output.
    """
    if str(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    with (
        writing_path(path, force) as temporary,
        _open_for_writing(temporary, Path(path).suffix) as raw,
        io.TextIOWrapper(
            cast(BinaryIO, raw), encoding="utf-8", errors="surrogateescape", newline="\n"
        ) as file,
    ):
        yield file


def _open_for_writing(path: Path, suffix: str) -> IO[bytes]:
    if suffix == ".gz":
        # No name and no time in the header: same text, same bytes.
        return cast(IO[bytes], gzip.GzipFile(filename="", mode="wb", fileobj=path.open("wb"), mtime=0))
    if suffix == ".xz":
        return lzma.open(path, "wb")
    if suffix == ".zst":
        import zstandard

        return cast(IO[bytes], zstandard.ZstdCompressor().stream_writer(path.open("wb")))
    return path.open("wb")
