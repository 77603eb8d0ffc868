"""Records: named arrays and a few plain values in one file, written whole and mapped when read.

`RECTRIXR`, the length of a JSON head, the head, and the arrays one after another at multiples of 64 bytes.
"""

import json
import mmap
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rectrix.base.errors import DamagedFile, InputError
from rectrix.base.files import writing_path

_MAGIC = b"RECTRIXR"
_ALIGNED = 64
_LONGEST_HEAD = 1 << 26  # bytes; a longer one is damage
_TYPES = {"float64", "int64", "uint64", "uint8"}


@dataclass(frozen=True)
class Record:
    """What is in a file; arrays that were read are mapped, not copied."""

    head: Mapping[str, Any] = field(default_factory=dict)
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)  # where arrays lie in the file
    path: Path | None = None

    def copies(self, names: Sequence[str], begin: int, end: int) -> list[NDArray[Any]]:
        """A part of arrays, read into memory of its own: a mapped page would drag its neighbors in."""
        if self.path is None:
            return [self.arrays[name][begin:end] for name in names]
        file = os.open(self.path, os.O_RDONLY)
        try:
            return [self._copy(file, name, begin, end) for name in names]
        finally:
            os.close(file)

    def _copy(self, file: int, name: str, begin: int, end: int) -> NDArray[Any]:
        kind = self.arrays[name].dtype
        size, offset = (end - begin) * kind.itemsize, self.places[name] + begin * kind.itemsize
        read = os.pread(file, size, offset)
        if len(read) != size:
            raise DamagedFile(f"{self.path}: the file has become shorter; delete it to start anew")
        return np.frombuffer(read, kind)

    def write(self, path: Path) -> int:
        """Write the record; its size in bytes."""
        table, offset = [], 0
        for name, array in self.arrays.items():
            table.append([name, array.dtype.name, list(array.shape), offset])
            offset += _padded(array.nbytes)
        head = json.dumps({"head": dict(self.head), "arrays": table}).encode()
        begin = _padded(len(_MAGIC) + 8 + len(head))
        with writing_path(path, force=True) as temporary, temporary.open("wb") as file:
            file.write(_MAGIC + len(head).to_bytes(8, "little") + head)
            for array in self.arrays.values():
                file.write(bytes(_padded(file.tell()) - file.tell()))
                file.write(np.ascontiguousarray(array).data)
        return begin + offset

    @classmethod
    def read(cls, path: Path) -> "Record":
        """Map a record that was written whole."""
        try:
            with path.open("rb") as file:
                # The head is read, not mapped: touching a page would map its neighbors, too.
                start = file.read(len(_MAGIC) + 8)
                head = file.read(min(int.from_bytes(start[len(_MAGIC) :], "little"), _LONGEST_HEAD))
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise InputError.at(path, 0, f"cannot read: {error.strerror or error}") from None
        except ValueError:
            raise DamagedFile(f"{path}: the file is empty; delete it") from None
        try:
            return cls(*_parsed(start, head, data), path)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise DamagedFile(f"{path}: not a whole record ({error}); delete it to start anew") from None


def _parsed(
    start: bytes, head: bytes, data: mmap.mmap
) -> tuple[dict[str, Any], dict[str, NDArray[Any]], dict[str, int]]:
    if start[: len(_MAGIC)] != _MAGIC:
        raise ValueError("another kind of file")
    begin = _padded(len(start) + len(head))
    described = json.loads(head)
    arrays, places = {}, {}
    for name, kind, shape, offset in described["arrays"]:
        if kind not in _TYPES or min([*shape, offset]) < 0:
            raise ValueError(f"array {name}")
        count = int(np.prod(shape, dtype=np.int64))
        arrays[name] = np.frombuffer(data, kind, count, begin + offset).reshape(shape)
        places[name] = begin + offset
    return described["head"], arrays, places


def _padded(size: int) -> int:
    return -(-size // _ALIGNED) * _ALIGNED
