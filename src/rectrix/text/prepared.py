"""A line prepared for a model: its words, and which of them stand for text that comes through unchanged."""

from dataclasses import dataclass
from typing import NamedTuple


class Protected(NamedTuple):
    """Words that stand for protected text: a placeholder, a URL, a number."""

    begin: int  # the first word
    end: int  # behind the last word
    kind: str  # what it is, such as url or placeholder
    text: str  # as it stood in the line


@dataclass(frozen=True)
class Prepared:
    """The words of a line in the form that a model was trained on."""

    words: list[str]
    spans: tuple[Protected, ...] = ()  # by rising begin, disjoint
    capital: bool | None = None  # does the line begin with a capital? None: its script has none

    @property
    def text(self) -> str:
        """The words, space-separated."""
        return " ".join(self.words)
