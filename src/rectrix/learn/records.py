"""Records: named arrays and a few plain values in one file, written whole and mapped when read.

`RECTRIXR`, the length of a JSON head, the head, and the arrays one after another at multiples of 64 bytes.
"""

import json
import mmap
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rectrix.base.errors import DamagedFile, InputError
from rectrix.base.files import writing_path

_MAGIC = b"RECTRIXR"
_ALIGNED = 64
_TYPES = {"float64", "int64", "uint64", "uint8"}


@dataclass(frozen=True)
class Record:
    """What is in a file; arrays that were read are mapped, not copied."""

    head: Mapping[str, Any] = field(default_factory=dict)
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)  # where arrays lie in the file
    path: Path | None = None

    def copy(self, name: str, begin: int, end: int) -> NDArray[Any]:
        """A part of an array, read into memory of its own: a mapped page would drag its neighbors in."""
        array = self.arrays[name]
        if self.path is None:
            return array[begin:end]
        offset = self.places[name] + begin * array.dtype.itemsize
        return np.fromfile(self.path, array.dtype, end - begin, offset=offset)

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
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise InputError.at(path, 0, f"cannot read: {error.strerror or error}") from None
        except ValueError:
            raise DamagedFile(f"{path}: the file is empty; delete it") from None
        try:
            return cls(*_parsed(data), path)
        except (ValueError, KeyError, TypeError) as error:
            raise DamagedFile(f"{path}: not a whole record ({error}); delete it to start anew") from None


def _parsed(data: mmap.mmap) -> tuple[dict[str, Any], dict[str, NDArray[Any]], dict[str, int]]:
    if data[: len(_MAGIC)] != _MAGIC:
        raise ValueError("another kind of file")
    length = int.from_bytes(data[len(_MAGIC) : len(_MAGIC) + 8], "little")
    begin = _padded(len(_MAGIC) + 8 + length)
    described = json.loads(data[len(_MAGIC) + 8 : len(_MAGIC) + 8 + length])
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
