"""Accelerators: the mark before the letter that opens a menu (`~File`, `E_xit`, `&Open`, `文件(_F)`)."""

import re
from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

# Where words are not written with letters, the letter stands in brackets behind them.
_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
IDEOGRAPH = re.compile(f"[{_IDEOGRAPHS}]")
_BRACKETED = rf"(?<=[{_IDEOGRAPHS}])\([~_&][A-Za-z0-9]\)"
# Before a word, or within one and before a small letter: E&xit, but neither AT&T nor R&D nor CONST_NAME.
_MARK = r"(?:(?<![^\s(\[>\"“„'‘])(?<!\"(?=&))[~_&](?=[^\W_])|(?<=[^\W\d_])[~_&](?=[^\W\d_A-Z]))(?!H[0-9A-F])"
_CANDIDATE = re.compile(f"{_BRACKETED}|{_MARK}")


class Accelerator(NamedTuple):
    """The mark that was taken out, alone or with its letter in brackets."""

    at: int  # where it stood, as an offset in the protected text
    text: str
    letter: str  # the one it marked
    tags_before: int  # how many tags stood before it

    @property
    def mark(self) -> str:
        """~, _ or &."""
        return self.text.strip("()")[0]

    @property
    def bracketed(self) -> bool:
        """Whether it stands behind its word: 文件(_F)."""
        return self.text.startswith("(")

    def on(self, word: str) -> tuple[int, str]:
        """The mark on a word of a translation: offset in the word, and what is written there."""
        if IDEOGRAPH.search(word):
            return len(word), f"({self.mark}{self.letter.upper()})"
        return next((place for place, letter in enumerate(word) if letter.isalnum()), 0), self.mark


def find_accelerator(text: str, taken: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The place of the one mark outside the taken pieces; a text with several has none that is sure."""
    begins = [begin for begin, _ in taken]
    found: tuple[int, int] | None = None
    for match in _CANDIDATE.finditer(text):
        after = bisect(begins, match.start())
        if after > 0 and match.start() < taken[after - 1][1]:
            continue
        if found or (after < len(taken) and match.end() > begins[after]):
            return None
        found = match.span()
    return found
