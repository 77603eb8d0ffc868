"""K-best lists on their way between processes: flat arrays, features by key, names only of those that are
new to the receiver."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.learn.candidates import Floats
from rectrix.learn.records import Record
from rectrix.learn.sparse import Keys

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class PackedLists:
    """Lists and the statistics of their hypotheses."""

    list_begin: Integers
    token_begin: Integers
    tokens: Integers
    words: tuple[str, ...]
    scores: Floats
    feature_begin: Integers
    places: Integers  # of features in `keys`
    values: Floats
    keys: Keys
    names: dict[int, str]  # by place in `keys`: those of features that the receiver may not know
    statistics: Floats

    @classmethod
    def of(cls, lists: Lists, statistics: Floats, known: int = 0) -> "PackedLists":
        """All that a receiver needs who knows the first `known` features of the space by key."""
        space = lists.space
        used, places = np.unique(lists.feature_ids.astype(np.int64), return_inverse=True)
        if known == 0:  # all of them, in the space's order
            used, places = np.arange(len(space)), lists.feature_ids.astype(np.int64)
        new = np.flatnonzero(used >= known)
        names = dict(zip(new.tolist(), space.names(used[new]), strict=True))
        return cls(
            lists.list_begin,
            lists.token_begin,
            lists.tokens.astype(np.int64),
            tuple(lists.words.text(word) for word in range(len(lists.words))),
            lists.scores,
            lists.feature_begin,
            places,
            lists.feature_values.astype(np.float64),
            space.keys()[used],
            names,
            statistics,
        )

    def own_space(self) -> FeatureSpace:
        """A space with the features in the order they had."""
        space = FeatureSpace()
        for place in range(len(self.keys)):
            space.add(self.names[place])
        return space

    def lists(self, space: FeatureSpace) -> Lists:
        """The lists again, with their features in a space."""
        lists = Lists(space)
        self.add_to(lists)
        return lists

    def add_to(self, lists: Lists) -> None:
        """Append the sentences to other lists."""
        for name in self.names.values():
            lists.space.add(name)
        indexes = lists.space.add_keys(self.keys)
        lists.extend(
            self.list_begin,
            self.token_begin,
            self.tokens.astype(np.uint32),
            list(self.words),
            self.scores,
            self.feature_begin,
            indexes[self.places].astype(np.uint32),
            self.values.astype(np.float32),
        )

    def write(self, path: Path) -> None:
        """As a record."""
        arrays = {name: np.ascontiguousarray(getattr(self, name)) for name in _ARRAYS}
        names = {str(place): name for place, name in self.names.items()}
        Record({"words": self.words, "names": names}, arrays).write(path)

    @classmethod
    def read(cls, path: Path) -> "PackedLists":
        """What was written."""
        record = Record.read(path)
        names = {int(place): name for place, name in record.head["names"].items()}
        arrays = {name: np.array(record.arrays[name]) for name in _ARRAYS}
        return cls(words=tuple(record.head["words"]), names=names, **arrays)


_ARRAYS = (
    "list_begin",
    "token_begin",
    "tokens",
    "scores",
    "feature_begin",
    "places",
    "values",
    "keys",
    "statistics",
)


def joined(parts: Sequence[PackedLists], space: FeatureSpace) -> tuple[Lists, Floats]:
    """The lists of all parts as one, in their order."""
    lists = Lists(space)
    for part in parts:
        part.add_to(lists)
    return lists, np.concatenate([part.statistics for part in parts])
