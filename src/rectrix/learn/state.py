"""All that changes while learning: weights, what parts remember per feature, counters.

Parts are frozen; a State is the value they act on. It can be saved and loaded so that learning goes on
bit-identically, in this process or in another one.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix.base.errors import DamagedFile
from rectrix.learn.records import Record

Floats = NDArray[np.float64]


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

    def record(self, space: FeatureSpace) -> Record:
        """All that differs from what a new feature would have, in the order of keys."""
        differs = np.zeros(self._size, bool)
        for name, array in self._arrays.items():
            rows = array[: self._size] != self._fill[name]
            differs |= rows.any(axis=1) if rows.ndim > 1 else rows
        indexes = np.flatnonzero(differs)
        keys = space.keys()[indexes]
        order = np.argsort(keys)
        head = {
            "steps": self.steps,
            "clock": float(self.clock).hex(),
            "counters": {name: float(value).hex() for name, value in self.counters.items()},
            "fill": {name: float(value).hex() for name, value in self._fill.items()},
        }
        arrays = {f"state.{name}": array[indexes[order]] for name, array in self._arrays.items()}
        return Record(head, {"keys": keys[order], **arrays})

    @classmethod
    def of(cls, record: Record, space: FeatureSpace) -> "State":
        """The state again, over a space that its features join."""
        try:
            indexes = space.add_keys(np.ascontiguousarray(record.arrays["keys"]))
            state = cls(np.zeros(len(space)))
            for name, fill in record.head["fill"].items():
                values = record.arrays[f"state.{name}"]
                state.memory(name, float.fromhex(fill), *values.shape[1:])[indexes] = values
            state.steps, state.clock = int(record.head["steps"]), float.fromhex(record.head["clock"])
            state.counters = _numbers(record.head["counters"])
        except (KeyError, TypeError, ValueError) as error:
            raise DamagedFile(f"a saved state of learning is not whole ({error}); delete it") from None
        return state


def _numbers(values: Mapping[str, str]) -> dict[str, float]:
    return {name: float.fromhex(value) for name, value in values.items()}
