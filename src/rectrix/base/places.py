"""Outputs take their place in one step and for good: synced, renamed or exchanged, and mended after a crash.

While an output is made it lies beside its place under `.NAME.HOST.PID.START-THREAD.tmp`. What a run leaves
that was killed is removed by the next one that writes there; where a file system cannot exchange two names,
what was there before waits as `.old` and comes back if the new one never came.
"""

import ctypes
import errno
import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

_NOREPLACE, _EXCHANGE = 1, 2  # of renameat2
_AT_FDCWD = -100
_NAME_BYTES = 120  # of an output's name in its temporary's: all in all at most 255
_FORGOTTEN = 7 * 24 * 3600  # seconds after which what another machine left is nobody's

EXPERIMENT = "experiment.json"  # in the folder of an experiment from its beginning: the folder is ours

HOST = "".join(c if c.isalnum() else "-" for c in socket.gethostname())[:64]
_START = f"{time.time_ns():x}"  # a process of the same number may have been here before


def temporary_beside(path: Path, suffix: str = "tmp") -> Path:
    """A name that no other thread of any process on any machine chooses."""
    began = f"{_START}-{threading.get_ident():x}"
    return path.with_name(f".{short_name(path)}.{HOST}.{os.getpid()}.{began}.{suffix}")


def alive(process: int) -> bool:
    """Whether a process of this number is running on this machine."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def sync(path: Path) -> None:
    """A file, or a folder with all files in it, is on the disk when this returns."""
    if path.is_dir():
        for inner in path.iterdir():
            sync(inner)
    _sync_one(path)


def _sync_one(path: Path) -> None:
    """A file's content, or a folder's list of names."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some network file systems cannot sync a folder; they order renames by themselves.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP) or not path.is_dir():
            raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        os.close(descriptor)


def put(temporary: Path, path: Path, replace: bool) -> None:
    """A temporary file or folder takes its place; FileExistsError if that is taken and must stay."""
    sync(temporary)
    if not replace:
        if not _rename(temporary, path, _NOREPLACE):
            if path.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
            temporary.rename(path)
    elif temporary.is_dir() and path.exists():
        if not _rename(temporary, path, _EXCHANGE):
            _swap_in_steps(temporary, path)
        remove(temporary)
    else:
        temporary.replace(path)
    _sync_one(path.parent)


def _swap_in_steps(temporary: Path, path: Path) -> None:
    old = temporary_beside(path, "old")
    path.rename(old)
    temporary.rename(path)
    old.rename(temporary)


def _rename(old: Path, new: Path, flag: int) -> bool:
    """renameat2; False where there is no such call for these names."""
    call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if call is None:
        return False
    if call(_AT_FDCWD, os.fsencode(old), _AT_FDCWD, os.fsencode(new), ctypes.c_uint(flag)) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        return False
    raise OSError(number, os.strerror(number), str(new))


def recover(path: Path) -> None:
    """Put back what a killed run had moved away, and remove what it left."""
    for left, suffix in list(_left_behind(path)):
        if suffix == "old" and not path.exists():
            left.rename(path)
        else:
            remove(left)


def _left_behind(path: Path) -> Iterator[tuple[Path, str]]:
    start = f".{short_name(path)}."
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return  # no such folder yet; or one we may not look into: the writing itself will say so
    for name in names:
        parts = name.removeprefix(start).split(".")
        if not name.startswith(start) or len(parts) != 4 or parts[3] not in ("tmp", "old"):
            continue
        host, process, began, suffix = parts
        left = path.with_name(name)
        if process.isdigit() and _dead(left, host, int(process), began):
            yield left, suffix


def _dead(left: Path, host: str, process: int, began: str) -> bool:
    if host == HOST:
        return began.partition("-")[0] != _START if process == os.getpid() else not alive(process)
    try:
        return time.time() - left.lstat().st_mtime > _FORGOTTEN
    except OSError:
        return False


def remove(path: Path) -> None:
    """A file or a folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def short_name(path: Path) -> str:
    """A path's name, short enough that more fits into the 255 bytes of one."""
    raw = os.fsencode(path.name)
    if len(raw) <= _NAME_BYTES:
        return path.name
    return raw[:_NAME_BYTES].decode("utf-8", "ignore") + sha256(raw).hexdigest()[:8]
