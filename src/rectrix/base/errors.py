"""Every error that Rectrix raises on purpose.

RectrixError
├── InputError          a file or text has wrong content; the message names file and line
│   └── DamagedFile     a binary file of ours is truncated, corrupted or from a newer version
├── UsageError          a call or an option makes no sense
│   ├── UnknownName     a name that is not registered; the message lists the known ones
│   ├── ConfigError     wrong keys or values in a configuration, all of them at once
│   └── OutputExists    an output is already there and --force was not given
└── RunError            the work itself failed: disk full, a limit reached, training collapsed
    └── Locked          another run writes to the same place

Libraries raise; only the command line prints and exits, with `exit_status`.
"""

from collections.abc import Callable, Iterable
from pathlib import Path


class RectrixError(Exception):
    """The root of all errors that Rectrix raises on purpose."""

    exit_status = 1

    def __reduce__(self) -> "tuple[Callable[..., RectrixError], tuple[type[RectrixError], str]]":
        """Errors travel between processes as what they say, whatever they were made of."""
        return _again, (type(self), str(self))


class InputError(RectrixError):
    """A file or text has wrong content."""

    exit_status = 2

    @classmethod
    def at(cls, file: Path | str, line: int, message: str) -> "InputError":
        """An error that names the file and, if line is not 0, the line (counted from 1)."""
        return cls(f"{file}:{line}: {message}" if line else f"{file}: {message}")


class DamagedFile(InputError):
    """A binary file of ours is truncated, corrupted, of another kind or from a newer version."""


class UsageError(RectrixError):
    """A call or an option makes no sense, whatever the files hold."""

    exit_status = 2


class UnknownName(UsageError):
    """A name that is not registered."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} {name!r}; known: {', '.join(sorted(known))}")


class ConfigError(UsageError):
    """Wrong keys or values in a configuration."""


class OutputExists(UsageError):
    """An output is already there."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} exists already; choose another name or overwrite it with --force")


class RunError(RectrixError):
    """The work itself failed."""


class Locked(RunError):
    """Another run writes to the same place."""


def _again(kind: type[RectrixError], text: str) -> RectrixError:
    error = kind.__new__(kind)
    error.args = (text,)
    return error
