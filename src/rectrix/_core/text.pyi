"""Words as numbers."""

import os
from typing import Annotated

import numpy
from numpy.typing import NDArray


UNKNOWN: int = 0

SENTENCE_BEGIN: int = 1

SENTENCE_END: int = 2

class Vocabulary:
    """
    Strings and their numbers. The first three words are <unk>, <s> and </s>.
    """

    def __init__(self) -> None: ...

    @staticmethod
    def open(path: str | os.PathLike) -> Vocabulary:
        """Map a saved vocabulary into memory; it cannot grow."""

    def save(self, path: str | os.PathLike) -> None:
        """Write the memory-mapped form."""

    def find(self, word: str) -> int:
        """The word's number, UNKNOWN if it has none."""

    def add(self, word: str) -> int:
        """The word's number, a new one if it had none."""

    def text(self, number: int) -> str:
        """The word with this number."""

    def __contains__(self, arg: str, /) -> bool: ...

    def __len__(self) -> int: ...

    def encode(self, line: str) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
        """
        The numbers of a line's words, split at blanks; unknown words are UNKNOWN.
        """

    def decode(self, words: NDArray[numpy.uint32]) -> str:
        """The words with these numbers, joined by blanks."""
