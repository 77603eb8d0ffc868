"""Sentences of running text: every line is divided behind . ! ? … where the next word may begin a sentence.

The dot of an abbreviation divides nothing. What stands between sentences is kept, so that a document comes
together again as it was.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rectrix.text.abbreviations import Abbreviations, abbreviations

_CLOSING = "\"'”“’‘»«›)\\]"  # “ and « close a quotation in German
_OPENING = "\"'“„‘«‹([¿¡"
_END = re.compile(rf"[.!?…‽।؟]+[{_CLOSING}]*(?=\s)|[。！？｡]+[」』”’）]*")
_WORD = re.compile(r"(\S+)\.$")
_FAR = 64  # characters: no abbreviation is longer


@dataclass(frozen=True)
class SplitText:
    """Sentences, and what stands before, between and behind them."""

    sentences: tuple[str, ...]
    gaps: tuple[str, ...]  # one more than sentences

    def joined(self, translations: Sequence[str]) -> str:
        """The document with other sentences in the places of these."""
        parts = [self.gaps[0]]
        for translation, gap in zip(translations, self.gaps[1:], strict=True):
            parts += (translation, gap)
        return "".join(parts)

    @classmethod
    def of(cls, text: str, pieces: Iterator[tuple[int, int]]) -> "SplitText":
        """Of the pieces of a text that are not blank, without the white space around them."""
        sentences, gaps, done = [], [], 0
        for begin, end in pieces:
            piece = text[begin:end]
            begin += len(piece) - len(piece.lstrip())
            end = begin + len(piece.strip())
            if begin < end:
                gaps.append(text[done:begin])
                sentences.append(text[begin:end])
                done = end
        return cls(tuple(sentences), (*gaps, text[done:]))


def split_sentences(text: str, language: str = "") -> SplitText:
    """The sentences of a text; a line break always ends one."""
    return SplitText.of(text, _pieces(text, _known(language.partition("-")[0])))


def split_lines(text: str) -> SplitText:
    """Every line as a sentence: for text of space-separated tokens."""
    return SplitText.of(text, _lines(text))


@lru_cache(maxsize=64)
def _known(language: str) -> Abbreviations:
    return abbreviations(language)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end + 1
        yield begin, end
        begin = end


def _pieces(text: str, known: Abbreviations) -> Iterator[tuple[int, int]]:
    for first, last in _lines(text):
        begin = first
        for match in _END.finditer(text, first, last):
            if _ends_sentence(text, match, last, known):
                yield begin, match.end()
                begin = match.end()
        if begin < last:
            yield begin, last


def _ends_sentence(text: str, match: re.Match[str], last: int, known: Abbreviations) -> bool:
    following = text[match.end() : match.end() + _FAR].lstrip().lstrip(_OPENING)
    if not following or match.end() >= last:
        return True
    if following[0].islower():
        return False
    if match[0] != ".":
        return True
    word = _WORD.search(text, max(0, match.start() - _FAR), match.end())
    before = word[1].lstrip(_OPENING) if word else ""
    if before in known.always or (len(before) == 1 and before.isupper()) or "." in before:
        return False
    return not (before in known.numeric and following[0].isdigit())
