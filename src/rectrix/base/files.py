"""Files: compressed or not by content, written whole or not at all, never overwritten unasked."""

import bz2
import gzip
import io
import lzma
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, BinaryIO, cast

from rectrix.base.arriving import Arriving
from rectrix.base.compressed import MAGIC, decompressed, kind_of
from rectrix.base.errors import InputError, OutputExists, RunError, UsageError
from rectrix.base.locks import holding, is_there
from rectrix.base.places import put, recover, remove, temporary_beside


@cache
def standard_input() -> Arriving:
    """Standard input; bytes that were read ahead of one reader are there for the next."""
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return Arriving(sys.stdin.fileno())


@cache
def _pipe(path: str, device: int, inode: int) -> Arriving:
    """A named pipe, or what a shell makes of <(COMMAND): opened once, since what was read of it is gone."""
    return Arriving(os.open(path, os.O_RDONLY | os.O_CLOEXEC))


def arriving(path: Path | str) -> Arriving | None:
    """Standard input ('-') or a pipe as it is read, which can be asked whether it waits; None for a file."""
    if str(path) == "-":
        return standard_input()
    if not is_device(Path(path)):
        return None
    facts = Path(path).stat()
    return _pipe(str(path), facts.st_dev, facts.st_ino)


def open_bytes(path: Path | str) -> BinaryIO:
    """Open a file for reading, decompressed by its content whatever its name; '-' is standard input.

    A pipe may be looked into before it is read, but is read once: what asks for it again is refused.
    """
    try:
        if stream := arriving(path):
            if stream.taken and str(path) != "-":
                require_file(path)
            raw, kind = cast(BinaryIO, stream), _kind_arriving(stream)
        else:
            buffered = open(path, "rb")  # noqa: SIM115, PTH123
            raw, kind = buffered, kind_of(buffered.peek(6))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.at(path, 0, f"cannot open: {reason}") from None
    return decompressed(kind, raw, Path(str(path))) if kind else raw


def _kind_arriving(stream: Arriving) -> str | None:
    """Waits for as many bytes as it takes to tell, and no more: the writer may be waiting for an answer."""
    for size in range(1, max(map(len, MAGIC)) + 1):
        head = stream.wait_for(size)
        if (kind := kind_of(head)) or not any(magic.startswith(head) for magic in MAGIC):
            return kind
    return None


def open_text(path: Path | str) -> io.TextIOWrapper:
    """Open a UTF-8 text file for reading; bytes that are not UTF-8 come as lone surrogates."""
    return io.TextIOWrapper(open_bytes(path), encoding="utf-8", errors="surrogateescape", newline="\n")


def shown(path: Path | str) -> str:
    """A path for messages and settings, which are UTF-8, as names of files need not be."""
    return os.fsencode(path).decode("utf-8", "replace")


def require_file(path: Path | str) -> None:
    """Refuse a pipe where a text is read more than once."""
    if is_device(Path(path)):
        advice = "a pipe can be read only once, and is needed again: write it to a file first"
        raise InputError.at(path, 0, advice)


def count_lines(path: Path | str) -> int:
    """Lines of a text, the last one also without its end."""
    count, last = 0, b"\n"
    with open_bytes(path) as file:
        while block := file.read(1 << 20):
            count += block.count(b"\n")
            last = block[-1:]
    return count + (last != b"\n")


def require_lines(source: Path, others: Iterable[Path]) -> int:
    """How many lines all files have; one that has another number is refused, and a pipe, to be read again."""
    others = list(others)
    for path in (source, *others):
        require_file(path)
    lines = count_lines(source)
    for path in others:
        if (count := count_lines(path)) != lines:
            raise InputError.at(path, 0, f"{count} lines, but {source} has {lines}")
    return lines


def require_absent(path: Path, force: bool = False) -> None:
    """Raise OutputExists if path is there already, before any work is spent on it."""
    if is_there(path) and not force and not is_device(path):
        raise OutputExists(path)


@contextmanager
def writing_path(path: Path | str, force: bool = False) -> Iterator[Path]:
    """A temporary path beside `path`: takes its place if the block ends well, vanishes otherwise."""
    path = Path(path)
    if is_device(path):
        yield path  # a pipe or /dev/null is written to, never replaced
        return
    with _placing(path, force) as temporary:
        yield temporary


@contextmanager
def writing_folder(path: Path | str, force: bool = False) -> Iterator[Path]:
    """A temporary folder beside `path`: takes its place if the block ends well, vanishes otherwise."""
    path = Path(path)
    require_absent(path, force)
    if is_there(path) and Path.cwd().is_relative_to(path.absolute()):
        raise UsageError(f"cannot replace {path}: this runs in it; name a folder in it, or go elsewhere")
    with holding(path), _placing(path, force) as temporary:
        temporary.mkdir()
        yield temporary


@contextmanager
def _placing(path: Path, force: bool) -> Iterator[Path]:
    require_absent(path, force)
    temporary = temporary_beside(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        recover(path)
        yield temporary
        put(temporary, path, force)
    except FileExistsError as error:
        if error.filename != str(path):
            raise
        raise OutputExists(path) from None
    except OSError as error:
        if not _about(error, temporary, path):
            raise
        raise RunError(f"cannot write {path}: {error.strerror or error}") from error
    except RunError as error:
        if str(temporary) not in str(error):
            raise
        raise RunError(str(error).replace(str(temporary), str(path))) from error
    finally:
        remove(temporary)


def _about(error: OSError, temporary: Path, path: Path) -> bool:
    """Whether an error is about an output, and not about a file that was read for it."""
    named = error.filename
    known = (None, str(temporary), str(path), str(path.parent))
    return named in known or (isinstance(named, str) and Path(named).is_relative_to(temporary))


def is_device(path: Path) -> bool:
    """Whether a path is there and neither a file nor a folder: a pipe, /dev/null."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def writing(path: Path | str, force: bool = False) -> Iterator[IO[str]]:
    """A UTF-8 text file, written whole or not at all; compressed if the name ends in .gz, .xz, .zst or .bz2.

    '-' is standard output.
    """
    if str(path) == "-":
        if sys.stdout is None:
            raise RunError("standard output is closed")
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


class _Gzip(gzip.GzipFile):
    """Closes the file below it, too, so that an error of that is heard; no name and no time in the header."""

    def __init__(self, path: Path) -> None:
        self._below = path.open("wb")
        super().__init__(filename="", mode="wb", fileobj=self._below, mtime=0)

    def close(self) -> None:
        super().close()
        self._below.close()


def _open_for_writing(path: Path, suffix: str) -> IO[bytes]:
    if suffix == ".gz":
        return cast(IO[bytes], _Gzip(path))
    if suffix == ".xz":
        return lzma.open(path, "wb")
    if suffix == ".bz2":
        return cast(IO[bytes], bz2.open(path, "wb"))
    if suffix == ".zst":
        import zstandard

        return cast(IO[bytes], zstandard.ZstdCompressor().stream_writer(path.open("wb")))
    return path.open("wb")
