"""Checksums of a model's files: small files are read on every opening, large ones once per content.

What was found right is remembered by path, size, time and inode under $XDG_CACHE_HOME/rectrix/verified.
"""

import os
from hashlib import sha256
from pathlib import Path

from rectrix.base.errors import RectrixError
from rectrix.base.files import writing

SMALL = 8 << 20  # bytes that are read in some hundredths of a second

_LINE = "# sha256: "


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    found = sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            found.update(chunk)
    return found.hexdigest()


def matches(path: Path, expected: str, again: bool) -> bool:
    """Whether a file has this checksum; a large one that was right before is not read, unless asked to."""
    if not again and path.stat().st_size > SMALL and _memory(path) == _state(path, expected):
        return True
    if digest(path) != expected:
        return False
    remember(path, expected)
    return True


def remember(path: Path, checksum: str) -> None:
    """A file's content is known to be right."""
    if path.stat().st_size <= SMALL:
        return
    try:
        with writing(_place(path), force=True) as file:
            file.write(_state(path, checksum))
    except (RectrixError, OSError, RuntimeError):
        return  # no home, or one that cannot be written to: the file is read again next time


def carry(old: Path, new: Path, checksum: str) -> None:
    """A copy is right if nobody has written to what it was made of since that was found right."""
    if old.stat().st_size > SMALL and _memory(old) == _state(old, checksum):
        remember(new, checksum)


def sealed(text: str) -> str:
    """A text with its checksum as the last line."""
    return f"{text}{_LINE}{sha256(text.encode()).hexdigest()}\n"


def is_sealed(text: str) -> bool:
    """Whether the last line is a checksum."""
    return _LINE in text


def seal_holds(text: str) -> bool:
    """Whether the checksum in the last line is that of the lines before."""
    body, _, _ = text.rpartition(_LINE)
    return sealed(body) == text


def unsealed(text: str) -> str:
    """The lines before the checksum."""
    return text.rpartition(_LINE)[0] if is_sealed(text) else text


def _place(path: Path) -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "rectrix" / "verified" / sha256(os.fsencode(path.resolve())).hexdigest()[:32]


def _memory(path: Path) -> str:
    try:
        return _place(path).read_text()
    except (OSError, ValueError, RuntimeError):
        return ""


def _state(path: Path, checksum: str) -> str:
    stat = path.stat()
    return f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ino} {checksum}\n"
