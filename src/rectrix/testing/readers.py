"""A reader on damaged files: it reads them, or refuses them with an error of ours that names the file."""

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rectrix.base.errors import RectrixError

_PIECES = [
    *(b"", b"\n", b"\r", b"\0", b"\xff", b"\xed\xa0\x80", b"=", b"[", b"]", b'"', b"{", b"<", b">", b"&"),
    *(b"-1", b"1e999", b"nan", b"99999999999999999999", b"\t", b" " * 70, b"x" * 5000, b"<!DOCTYPE a>"),
    *(b"|||", b"[" * 3000),
]  # fmt: skip


def check_reader(
    read: Callable[[Path], Any], good: bytes, trials: int = 300, name: str = "file", seed: int = 1
) -> int:
    """How many of so many damaged copies of a good file a reader took; the others it refused with a sentence.

    read: what it gives may be a generator; it is run to its end. name: of the file, where readers go by it.
    """
    taken = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(good)
        _run(read, path)
        for content in _damaged(good, trials, random.Random(seed)):
            path.write_bytes(content)
            try:
                _run(read, path)
                taken += 1
            except RectrixError as error:
                said = str(error)
                assert name in said, f"an error that does not name the file: {said}"
            except Exception as error:
                raise AssertionError(f"{type(error).__name__} ({error}) for {content[:200]!r}") from error
        path.unlink()
        try:
            _run(read, path)
        except RectrixError as error:
            assert name in str(error), f"an error that does not name the missing file: {error}"
        else:
            raise AssertionError("a missing file passes")
    return taken


def _run(read: Callable[[Path], Any], path: Path) -> None:
    found = read(path)
    if isinstance(found, Iterator):
        for _ in found:
            pass


def _damaged(good: bytes, trials: int, rng: random.Random) -> Iterator[bytes]:
    yield b""
    for _ in range(trials - 1):
        content = good
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            begin, end = sorted(rng.randrange(len(content) + 1) for _ in range(2))
            if rng.random() < 0.7:  # mostly small holes: large ones leave nothing to misread
                end = min(end, begin + rng.randrange(4))
            piece = rng.choice(_PIECES) if rng.random() < 0.7 else rng.randbytes(rng.randrange(8))
            content = content[:begin] + piece + content[end:]
        yield content if rng.random() < 0.9 else content[: rng.randrange(len(content) + 1)]
