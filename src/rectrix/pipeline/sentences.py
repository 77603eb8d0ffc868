"""The sentences of a tuning set and their references: in files, or drawn from a training bitext.

Frozen and small: any process can read the part it works on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Protocol

import numpy as np

from rectrix._core.grammar import BitextIndex
from rectrix.learn.records import Record
from rectrix.text import read_sentences


@dataclass(frozen=True)
class TextPart:
    """Some consecutive sentences."""

    source: list[str]
    references: list[list[str]]  # one list of lines for each reference
    numbers: list[int]  # in the training bitext; none: the sentences are not of it


class TuningText(Protocol):
    """Prepared as the model's training text was."""

    @property
    def bitext(self) -> Path | None:
        """The index of the training bitext that they are of; None: they are not of it."""

    def __len__(self) -> int: ...

    def read(self, part: range) -> TextPart: ...

    def fingerprint(self) -> str:
        """A hash of sentences and references."""

    def source_fingerprint(self) -> str:
        """A hash of the sentences alone, given the bitext that they are of."""

    def files(self) -> list[Path]:
        """What a worker must be able to read."""


@dataclass(frozen=True)
class TextFiles:
    """Lines of files."""

    source: Path
    references: tuple[Path, ...]
    count: int

    bitext = None

    def __len__(self) -> int:
        return self.count

    def read(self, part: range) -> TextPart:
        source, *references = (
            list(islice(read_sentences(path), part.start, part.stop)) for path in self.files()
        )
        return TextPart(source, references, [])

    def fingerprint(self) -> str:
        return _hash_of_lines(self.files())

    def source_fingerprint(self) -> str:
        return _hash_of_lines([self.source])

    def files(self) -> list[Path]:
        return [self.source, *self.references]


@dataclass(frozen=True)
class BitextSample:
    """Pairs of an indexed bitext, by their numbers in a file."""

    bitext: Path
    numbers: Path
    count: int

    @classmethod
    def write(cls, bitext: Path, numbers: Sequence[int], path: Path) -> "BitextSample":
        """Keep the numbers in a file, for every process."""
        Record({}, {"numbers": np.asarray(numbers, np.int64)}).write(path)
        return cls(bitext, path, len(numbers))

    def __len__(self) -> int:
        return self.count

    def chosen(self, part: range) -> list[int]:
        """The numbers of these sentences in the bitext."""
        found: list[int] = Record.read(self.numbers).arrays["numbers"][part.start : part.stop].tolist()
        return found

    def read(self, part: range) -> TextPart:
        bitext, numbers = indexed(self.bitext), self.chosen(part)
        source = [bitext.source(number) for number in numbers]
        return TextPart(source, [[bitext.target(number) for number in numbers]], numbers)

    def fingerprint(self) -> str:
        numbers = np.array(Record.read(self.numbers).arrays["numbers"])
        return sha256(numbers.tobytes()).hexdigest()[:16]

    def source_fingerprint(self) -> str:
        return self.fingerprint()

    def files(self) -> list[Path]:
        return [self.bitext, self.numbers]


def indexed(path: Path) -> BitextIndex:
    """An indexed bitext, opened and checked once a process as long as its file is the same."""
    return _opened(path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=4)
def _opened(path: Path, changed: int) -> BitextIndex:
    return BitextIndex.open(path)


def _hash_of_lines(paths: Sequence[Path]) -> str:
    digest = sha256()
    for path in paths:
        for line in read_sentences(path):
            digest.update(line.encode("utf-8", "surrogateescape") + b"\n")
    return digest.hexdigest()[:16]
