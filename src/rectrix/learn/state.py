"""All that changes while learning: weights, what parts remember per feature, counters.

Parts are frozen; a State is the value they act on. It can be saved and loaded so that learning goes on
bit-identically.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix.base.errors import DamagedFile, InputError
from rectrix.base.files import writing_path

Floats = NDArray[np.float64]
_FORMAT = 1


class State:
    """Weights over the dense feature indexes, growing, and named arrays of the same length beside them."""

    def __init__(self, weights: Floats | None = None) -> None:
        start = np.zeros(0) if weights is None else np.array(weights, np.float64)
        self._size = len(start)
        self._arrays: dict[str, NDArray[Any]] = {"weights": start}
        self._fill: dict[str, float] = {"weights": 0.0}
        self.steps = 0  # updates made
        self.clock = 0.0  # sum of the updates' base rates: what lazy regularizers read
        self.counters: dict[str, float] = {}  # numbers that parts and loops keep

    @property
    def size(self) -> int:
        """How many features have a place."""
        return self._size

    @property
    def weights(self) -> Floats:
        """A view of the weights, writable; stale after `grow`."""
        return self._arrays["weights"][: self._size]

    @weights.setter
    def weights(self, values: Floats) -> None:
        self.grow(len(values))
        self.weights[: len(values)] = values
        self.weights[len(values) :] = 0

    def memory(self, name: str, fill: float = 0.0, width: int = 0) -> NDArray[Any]:
        """A view of the array that a part keeps under `name`, made of `fill` where nothing was written yet.

        With a width the array has that many columns. Stale after `grow`.
        """
        if name not in self._arrays:
            capacity = len(self._arrays["weights"])
            self._arrays[name] = np.full((capacity, width) if width else capacity, fill)
            self._fill[name] = fill
        return self._arrays[name][: self._size]

    def remembers(self, name: str) -> bool:
        """Whether a part has kept something under this name."""
        return name in self._arrays

    def grow(self, size: int) -> None:
        """Make room for features up to `size`; amortized, so that a new feature costs little."""
        if size <= self._size:
            return
        capacity = len(self._arrays["weights"])
        if size > capacity:
            wanted = max(size, 2 * capacity)
            for name, array in self._arrays.items():
                larger = np.full((wanted, *array.shape[1:]), self._fill[name])
                larger[: self._size] = array[: self._size]
                self._arrays[name] = larger
        self._size = size

    def copy(self) -> "State":
        """An independent state of equal value."""
        twin = State()
        twin._size = self._size
        twin._arrays = {name: array[: self._size].copy() for name, array in self._arrays.items()}
        twin._fill = dict(self._fill)
        twin.steps, twin.clock, twin.counters = self.steps, self.clock, dict(self.counters)
        return twin

    def save(self, path: Path, space: FeatureSpace, info: dict[str, Any] | None = None) -> None:
        """Write everything, with names in index order, so that a resumed run sums in the same order."""
        known = min(self._size, len(space))
        head = {
            "format": _FORMAT,
            "steps": self.steps,
            "clock": self.clock.hex(),
            "counters": {name: float(value).hex() for name, value in self.counters.items()},
            "fill": self._fill,
            "info": info or {},
        }
        names = "\n".join(space.name(index) for index in range(len(space)))
        arrays = {f"array.{name}": array[:known] for name, array in self._arrays.items()}
        keys = np.array([space.key(index) for index in range(len(space))], np.uint64)
        with writing_path(path, force=True) as temporary, temporary.open("wb") as file:
            np.savez(
                file,
                allow_pickle=False,
                head=np.frombuffer(json.dumps(head).encode(), np.uint8),
                names=np.frombuffer(names.encode("utf-8", "surrogateescape"), np.uint8),
                keys=keys,
                **arrays,
            )

    @classmethod
    def load(cls, path: Path, space: FeatureSpace) -> tuple["State", dict[str, Any]]:
        """The saved state and info; features are added to the space, whose order must fit the file's."""
        try:
            with np.load(path, allow_pickle=False) as file:
                head = json.loads(file["head"].tobytes())
                names = file["names"].tobytes().decode("utf-8", "surrogateescape")
                keys = file["keys"]
                arrays = {name[6:]: file[name] for name in file.files if name.startswith("array.")}
        except OSError as error:
            raise InputError.at(path, 0, f"cannot read the checkpoint: {error.strerror or error}") from None
        except (ValueError, KeyError, zipfile.BadZipFile, EOFError) as error:
            raise DamagedFile(f"{path}: not a whole checkpoint ({error}); delete it to start anew") from None
        if head.get("format") != _FORMAT:
            raise DamagedFile(f"{path}: checkpoint format {head.get('format')}; this version reads {_FORMAT}")
        for index, name in enumerate(names.split("\n") if len(keys) else []):
            if space.add(name) != index or space.key(index) != int(keys[index]):
                raise InputError.at(
                    path, 0, f"feature {name!r} has another index here: the checkpoint is of other data"
                )
        state = cls(arrays.pop("weights"))
        for name, array in arrays.items():
            state._arrays[name], state._fill[name] = array, head["fill"][name]
        state.steps, state.clock = head["steps"], float.fromhex(head["clock"])
        state.counters = {name: float.fromhex(value) for name, value in head["counters"].items()}
        return state, head["info"]
