"""How a command ends: 0 done, 1 failed, 2 wrong use or input, 130 interrupted, 141 nobody reads the output,
143 terminated.

Whatever went wrong is one sentence. RECTRIX_TRACEBACK=1 in the environment shows where it happened.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, TextIO, cast

from rectrix.base.errors import RectrixError, RunError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class Interrupted(Exception):
    """Ctrl-C; Typer would end the run without a word."""


class Terminated(SystemExit):
    """SIGTERM or SIGHUP, of this number: the run cleans up as one that fails does."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)


class ReaderGone(Exception):
    """The reader of our output has gone (`rectrix ... | head`); Typer would call it a failure."""


class _Closed:
    """A standard output that is closed: an error for whoever needs it, and for nobody else."""

    def write(self, text: str) -> int:
        raise RunError("standard output is closed")

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


class _Output(FileIO):
    """Standard output that has a name when it is full."""

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = "standard output"
            raise


def prepare_streams() -> None:
    """Text is UTF-8 whatever the locale; a closed stream never becomes the number of a file that we open."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123
    if sys.stdout is None:
        sys.stdout = cast(TextIO, _Closed())
    elif isinstance(sys.stdout, TextIOWrapper) and sys.stdout.fileno() == 1:
        raw = BufferedWriter(_Output(1, "w", closefd=False))
        sys.stdout = TextIOWrapper(raw, line_buffering=sys.stdout.line_buffering)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def run(command: Callable[[], object]) -> int:
    """The command's exit status; why it failed is said on standard error."""
    try:
        command()
        sys.stdout.flush()
    except SystemExit as end:
        return _status(end)
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get("RECTRIX_TRACEBACK"):
            raise
        message, status = explain(Interrupted() if isinstance(error, KeyboardInterrupt) else error)
        with suppress(OSError, ValueError):
            print(message, file=sys.stderr, flush=True)
        _give_up_output()
        return status
    return 0


def _status(end: SystemExit) -> int:
    try:
        sys.stdout.flush()
    except OSError as error:
        print(explain(error)[0], file=sys.stderr)
        _give_up_output()
        return explain(error)[1]
    if isinstance(end, Terminated):
        with suppress(OSError):  # of SIGHUP the terminal may be gone
            print("terminated: run the same command to go on", file=sys.stderr, flush=True)
    return end.code if isinstance(end.code, int) else 0 if end.code is None else 1


def explain(error: Exception) -> tuple[str, int]:
    """One sentence and the exit status."""
    if isinstance(error, RectrixError):
        return f"error: {error}", error.exit_status
    if isinstance(error, Interrupted):
        return "interrupted: run the same command to go on", 130
    if isinstance(error, ReaderGone | BrokenPipeError):
        return "", 141
    if isinstance(error, MemoryError) or (isinstance(error, SystemError | ImportError) and _memory_limited()):
        return "error: out of memory; fewer --threads, shorter lines or smaller lists need less", 1
    if isinstance(error, OSError):
        where = error.filename if error.filename is not None else "cannot read or write"
        return f"error: {where}: {error.strerror or error}", 1
    if isinstance(error, UnicodeDecodeError):
        return f"error: names that are not UTF-8: {error}; make the file again", 2
    kind = type(error).__name__
    return (
        f"error: a defect in Rectrix: {kind}: {error}; RECTRIX_TRACEBACK=1 shows where, please report it",
        1,
    )


def _memory_limited() -> bool:
    """Whether there is a limit (ulimit -v), within which libraries that are loaded fail as they like."""
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _give_up_output() -> None:
    """What standard output still holds cannot be written; Python would try again and complain."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.close(null)
