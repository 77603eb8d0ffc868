"""Accelerators: the mark before the letter that opens a menu (`~File`, `E_xit`, `&Open`, `文件(_F)`)."""

import re
from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

# Where words are not written in letters that keys have, the letter stands in brackets behind them.
_FOREIGN = "\u0900-\u1cff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f"
FOREIGN = re.compile(f"[{_FOREIGN}]")
_BRACKETED = rf"(?<=[{_FOREIGN}]) ?\([~_&][A-Za-z0-9]\)"
# Before a word, or within one and before a small letter: E&xit, but neither AT&T nor R&D nor CONST_NAME;
# nor & in what looks like a formula or an address.
_BEFORE = r"(?:(?<![\w~&])[~_]|(?<![^\s(\[>}“„‘/-])&(?!H[0-9A-F]))(?=[^\W_])"
_WITHIN = r"(?<=[^\W\d_])[~_&](?=[^\W\d_A-Z])(?!(?<=&)\w*=)"
_CANDIDATE = re.compile(f"{_BRACKETED}|{_BEFORE}|{_WITHIN}")


class Accelerator(NamedTuple):
    """The mark that was taken out, alone or with its letter in brackets."""

    at: int  # where it stood, as an offset in the protected text
    text: str
    letter: str  # the one it marked
    tags_before: int  # how many tags stood before it

    @property
    def mark(self) -> str:
        """~, _ or &."""
        return self.text.strip(" ()")[0]

    @property
    def bracketed(self) -> bool:
        """Whether it stands behind its word: 文件(_F)."""
        return self.text.endswith(")")

    def on(self, word: str) -> tuple[int, str]:
        """The mark on a word of a translation: offset in the word, and what is written there."""
        if FOREIGN.search(word):
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
