"""A text with the places of its words: what a tokenizer saw, or what a detokenizer wrote."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

_FILLER = 8  # letters between two words that belong to neither
_FAR = 1000  # characters, most of them blank


@dataclass(frozen=True)
class Segmented:
    """A text and the spans of its words, ascending; what stands between words is white space or nothing."""

    text: str
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def joined(cls, words: Sequence[str]) -> "Segmented":
        """Words with single spaces between them."""
        spans, begin = [], 0
        for word in words:
            spans.append((begin, begin + len(word)))
            begin += len(word) + 1
        return cls(" ".join(words), tuple(spans))

    @classmethod
    def located(cls, text: str, words: Sequence[str]) -> "Segmented":
        """Words looked up in the text one after another, in small letters or capitals.

        Few letters between them may be no words' (the s of a split Aktion-s-plan); a word that is not there
        has no width.
        """
        lower = text.lower()
        searched = lower if len(lower) == len(text) else text
        spans, begin = [], 0
        for word in words:
            same = word.lower() if searched is lower else word
            found = searched.find(same, begin, begin + len(same) + _FAR)
            if found < 0 or len(text[begin:found].strip()) > _FILLER:
                spans.append((begin, begin))
                continue
            begin = found + len(same)
            spans.append((found, begin))
        return cls(text, tuple(spans))

    def __len__(self) -> int:
        return len(self.spans)

    def word(self, number: int) -> str:
        """The word of a number, from 0."""
        begin, end = self.spans[number]
        return self.text[begin:end]

    @cached_property
    def _begins(self) -> list[int]:
        return [begin for begin, _ in self.spans]

    def word_at(self, offset: int) -> int | None:
        """The word that the character at an offset belongs to."""
        number = bisect_right(self._begins, offset) - 1
        return number if number >= 0 and offset < self.spans[number][1] else None

    def boundary(self, offset: int) -> int:
        """How many words begin before an offset."""
        return bisect_right(self._begins, offset - 1) if offset > 0 else 0

    def gap(self, number: int) -> tuple[int, int]:
        """The span between the word before `number` and that word (or the text's end)."""
        begin = self.spans[number - 1][1] if number > 0 else 0
        end = self.spans[number][0] if number < len(self.spans) else len(self.text)
        return begin, max(begin, end)
