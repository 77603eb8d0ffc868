"""Words as numbers."""

from collections.abc import Sequence
import enum
import os
from typing import Annotated

import numpy
from numpy.typing import NDArray


UNKNOWN: int = 0

SENTENCE_BEGIN: int = 1

SENTENCE_END: int = 2

class Apostrophe(enum.Enum):
    """What becomes of an apostrophe between letters."""

    ALONE = 0

    RIGHT = 1

    LEFT = 2

class Tokenizer:
    """Text to words in the manner of the Moses tokenizer, for every script."""

    def __init__(self, apostrophe: Apostrophe = Apostrophe.ALONE, curly: bool = False, clock: bool = False, segmented: bool = False, abbreviations: Sequence[str] = [], numeric_abbreviations: Sequence[str] = []) -> None: ...

    def tokenize(self, line: str) -> list[str]:
        """The words of a line."""

def record(line: str, tokens: list[str], words: list[str]) -> str | None:
    """
    What `restore` needs to give a line back from words, one made of each of its tokens; None if it cannot.
    """

def restore(words: list[str], record: str) -> str:
    """The line that had these words and this record."""

class WordClasses:
    """The classes of one language's words."""

    def __init__(self, reader: object, name: str) -> None:
        """
        Read lines of word and class (mkcls), or of bits, word and count (Brown clusters).
        """

    def __len__(self) -> int:
        """The number of words that have a class."""

    def __getitem__(self, word: str) -> str:
        """A word's class; <unk> if the file lacks it."""

class Truecaser:
    """The most frequent forms of words away from sentence begins."""

    def __init__(self) -> None: ...

    @staticmethod
    def read(content: bytes, path: str) -> Truecaser:
        """What was written before; path: for error messages."""

    def written(self) -> bytes:
        """What was learned, as lines of text."""

    def finish(self) -> None:
        """To be called when all has been counted."""

class Recaser:
    """The most probable forms of words in small letters."""

    def __init__(self) -> None: ...

    @staticmethod
    def read(content: bytes, path: str) -> Recaser:
        """What was written before; path: for error messages."""

    def written(self) -> bytes:
        """What was learned, as lines of text."""

    def finish(self) -> None:
        """To be called when all has been counted."""

    def recase(self, words: list[str]) -> list[str]:
        """The forms of words."""

class Spacing:
    """What stands between two words of running text."""

    def __init__(self) -> None: ...

    @staticmethod
    def read(content: bytes, path: str) -> Spacing:
        """What was written before; path: for error messages."""

    def written(self) -> bytes:
        """What was learned, as lines of text."""

    def join(self, words: list[str]) -> str:
        """The text of words, as people write it."""

def prepare_lines(lines: list[str], tokenizer: Tokenizer | None = None, truecaser: Truecaser | None = None, lowercase: bool = False, threads: int = 1) -> list[str]:
    """
    The space-separated words of each line; without a tokenizer, tokens are separated by spaces already.
    """

def count_lines(lines: list[str], tokenizer: Tokenizer | None = None, truecaser: Truecaser | None = None, recaser: Recaser | None = None, spacing: Spacing | None = None) -> None:
    """
    Count the words of lines and what stands between them, for what is given.
    """

def with_capitals(words: list[str], first: bool) -> list[str]:
    """
    Words with their sentences' first letters as capitals; the first one of all only if wanted.
    """

def begins_with_capital(line: str) -> int:
    """
    Is the first letter of a line a capital: 1, 0, or -1 if it has no case or there is none.
    """

def is_all_capitals(line: str) -> bool:
    """Is a line written in capitals only, as headings are?"""

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
        The numbers of a line's words, split at spaces; unknown words are UNKNOWN.
        """

    def decode(self, words: NDArray[numpy.uint32]) -> str:
        """The words with these numbers, joined by spaces."""
