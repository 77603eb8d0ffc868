"""One run at a time writes to a place: the lock beside it says who holds it, and since when.

The lock of OUT is the file .OUT.lock with host, process and time. It is held with flock as well, so a dead
holder on this machine is found out by the kernel; one on another machine cannot be, and is taken at its word.
A thread that holds a lock may take it again.
"""

import errno
import fcntl
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from rectrix.base.errors import Locked, RunError, UsageError
from rectrix.base.places import HOST, alive, recover, short_name, temporary_beside

_PAUSE = 0.5  # seconds between two looks at a lock that is waited for
_HELD: set[tuple[Path, int]] = set()  # by this process, with the thread: what a lock means is per process
_UNSUPPORTED = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)


@dataclass(frozen=True)
class Holder:
    """Who holds a lock."""

    host: str
    process: int
    since: str

    @classmethod
    def this(cls) -> "Holder":
        """The running process."""
        return cls(HOST, os.getpid(), datetime.now().astimezone().isoformat(timespec="seconds"))

    @classmethod
    def read(cls, descriptor: int) -> "Holder | None":
        """What a lock says; None if it says nothing that makes sense."""
        try:
            values = json.loads(os.pread(descriptor, 4096, 0))
            return cls(str(values["host"]), int(values["process"]), str(values["since"]))
        except (ValueError, KeyError, TypeError, RecursionError):
            return None

    def write(self, descriptor: int) -> None:
        """Into an open lock."""
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, json.dumps(asdict(self)).encode() + b"\n", 0)


@contextmanager
def holding(
    path: Path | str,
    wait: bool = False,
    say: Callable[[str], None] | None = None,
    advice: str = "wait for it with --wait, or choose another name",
) -> Iterator[None]:
    """Hold the lock of an output; another run that holds it is an error with advice, or waited for."""
    path = Path(path)
    is_there(path)
    lock = path.with_name(f".{short_name(path)}.lock")
    key = (path.parent.resolve() / path.name, threading.get_ident())
    if key in _HELD:
        yield
        return
    descriptor = _waited_for(path, lock, wait, say, advice)
    _HELD.add(key)
    try:
        recover(lock)  # what a run left that was killed while it made its own
        yield
    finally:
        _HELD.discard(key)
        lock.unlink(missing_ok=True)
        os.close(descriptor)


def is_there(path: Path) -> bool:
    """Whether an output is there already; a name that none can have is an error."""
    if not path.absolute().name:
        raise UsageError(f"cannot write {path}: it is the root of all folders; name one in it")
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
    return True


def _waited_for(path: Path, lock: Path, wait: bool, say: Callable[[str], None] | None, advice: str) -> int:
    told = False
    while (descriptor := _take(lock)) is None:
        message = _held(path, lock)
        if not wait:
            raise Locked(f"{message}; {advice}")
        if not told and say:
            say(f"{message}: waiting")
        told = True
        time.sleep(_PAUSE)
    return descriptor


def _take(lock: Path) -> int | None:
    """The lock's descriptor if it is ours now."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        return _make(lock)
    except FileExistsError:
        return _take_over(lock)
    except OSError as error:
        raise RunError(f"cannot write in {lock.parent}: {error.strerror or error}") from error


def _make(lock: Path) -> int:
    """A new lock, which is seen by others with its content and held."""
    temporary = temporary_beside(lock)
    descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
    try:
        Holder.this().write(descriptor)
        _flock(descriptor)
        _appear(temporary, lock)
    except BaseException:
        os.close(descriptor)
        raise
    finally:
        temporary.unlink(missing_ok=True)
    return descriptor


def _appear(temporary: Path, lock: Path) -> None:
    try:
        lock.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if lock.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(lock)) from None
        temporary.rename(lock)


def _take_over(lock: Path) -> int | None:
    """A lock that is there already, if its holder died on this machine."""
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return None  # let go just now: the next look makes it
    except OSError as error:
        raise RunError(f"cannot open {lock}: {error.strerror or error}") from error
    if _flock(descriptor) and _dead(Holder.read(descriptor)) and _same(descriptor, lock):
        Holder.this().write(descriptor)
        return descriptor
    os.close(descriptor)
    return None


def _dead(holder: Holder | None) -> bool:
    """Whether the holder of a lock that nobody on this machine holds by flock is gone."""
    return holder is None or holder.host == HOST


def _flock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        holder = Holder.read(descriptor)
        return holder is None or not alive(holder.process) or holder.process == os.getpid()
    return True


def _same(descriptor: int, lock: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), lock.stat())
    return False


def _held(path: Path, lock: Path) -> str:
    with suppress(OSError):
        descriptor = os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
        try:
            holder = Holder.read(descriptor)
        finally:
            os.close(descriptor)
        if holder and holder.host != HOST:
            who = f"process {holder.process} on {holder.host} since {holder.since}"
            return f"{path} is being written by {who} (if that is dead, remove {lock})"
        if holder:
            return f"{path} is being written by process {holder.process} since {holder.since}"
    return f"{path} is being written by another process"
