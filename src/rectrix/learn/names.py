"""The names of features by key, in files: written by who met a feature, read for the few that are kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import zstandard
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix.base.errors import DamagedFile
from rectrix.learn.records import Record
from rectrix.learn.sparse import Keys


def _write(path: Path, keys: Keys, names: Sequence[str]) -> None:
    texts = [name.encode("utf-8", "surrogateescape") for name in names]
    begin = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(text) for text in texts], out=begin[1:])
    text = np.frombuffer(zstandard.ZstdCompressor().compress(b"".join(texts)), np.uint8)
    Record({}, {"keys": keys, "begin": begin, "text": text}).write(path)


def write_new_names(path: Path, space: FeatureSpace, known: int) -> None:
    """The names that a space has of its features but the first `known`."""
    indexes = space.named(known)
    keys = space.keys()[indexes]
    order = np.argsort(keys)
    _write(path, keys[order], space.names(indexes[order]))


def find_names(path: Path, wanted: Keys) -> dict[int, str]:
    """The names of these keys, as far as the file has them."""
    keys, begin, text = _read(path)
    places = np.searchsorted(keys, wanted)
    there = places < len(keys)
    there[there] = keys[places[there]] == wanted[there]
    found = {}
    for key, place in zip(wanted[there].tolist(), places[there].tolist(), strict=True):
        found[key] = text[begin[place] : begin[place + 1]].decode("utf-8", "surrogateescape")
    return found


def _read(path: Path) -> tuple[Keys, NDArray[np.int64], bytes]:
    """Keys, where their names begin, and the text of all names."""
    arrays = Record.read(path).arrays
    try:
        keys, begin = arrays["keys"], arrays["begin"]
        text = zstandard.ZstdDecompressor().decompress(arrays["text"].tobytes(), int(begin[-1]) + 1)
    except (KeyError, IndexError, zstandard.ZstdError) as error:
        raise DamagedFile(f"{path}: not a file of names ({error}); delete it to start anew") from None
    if len(begin) != len(keys) + 1 or begin[-1] != len(text):
        raise DamagedFile(f"{path}: not a file of names; delete it to start anew")
    return keys, begin, text


@dataclass
class NameTable:
    """One table a run, which grows by a file whenever features are kept that were not kept before."""

    folder: Path
    known: dict[int, str] = field(default_factory=dict)

    def restore(self) -> None:
        """What an earlier run has found out."""
        for path in sorted(self.folder.glob("names-*")):
            self.known |= find_names(path, _read(path)[0])

    def missing(self, keys: Keys) -> Keys:
        """Those that have no name here."""
        return np.array([key for key in keys.tolist() if key not in self.known], np.uint64)

    def learn_all(self, files: Sequence[Path]) -> None:
        """Keep all names of files."""
        for path in files:
            self.learn(_read(path)[0], [path])

    def learn(self, keys: Keys, files: Sequence[Path]) -> None:
        """Find the names that are missing in files of names, and keep them."""
        missing, found = self.missing(keys), dict[int, str]()
        for path in files:
            if not len(missing):
                break
            found |= (more := find_names(path, missing))
            missing = np.array([key for key in missing.tolist() if key not in more], np.uint64)
        if found:
            order = sorted(found)
            number = len(list(self.folder.glob("names-*")))
            path = self.folder / f"names-{number:04}"
            _write(path, np.array(order, np.uint64), [found[key] for key in order])
            self.known |= found

    def add(self, names: Iterable[str]) -> None:
        """Names that are known from elsewhere, and will be the next time."""
        space = FeatureSpace()
        for name in names:
            self.known[space.key(space.add(name))] = name

    def add_from(self, space: FeatureSpace, keys: Keys) -> None:
        """The names of these keys in a space."""
        missing = self.missing(keys)
        self.known |= zip(missing.tolist(), space.names(space.find_keys(missing)), strict=True)

    def __getitem__(self, key: int) -> str:
        return self.known[key]


def save_space(path: Path, space: FeatureSpace) -> None:
    """A space's features in their order."""
    _write(path, space.keys(), space.names(np.arange(len(space))))


def load_space(path: Path) -> FeatureSpace:
    """The same features in the same order."""
    (keys, begin, text), space = _read(path), FeatureSpace()
    for place in range(len(keys)):
        space.add(text[begin[place] : begin[place + 1]].decode("utf-8", "surrogateescape"))
    return space
