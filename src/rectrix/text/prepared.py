"""A line prepared for a model: its words, and what was taken out of it to come through unchanged."""

from dataclasses import dataclass

from rectrix.text.protect import Protection


@dataclass(frozen=True)
class Prepared:
    """The words of a line in the form that a model was trained on."""

    words: list[str]
    protection: Protection | None = None  # what words of one character stand for
    capital: bool | None = None  # does the line begin with a capital? None: its script has none
    shouted: bool = False  # is it written in capitals only?

    @property
    def text(self) -> str:
        """The words, space-separated."""
        return " ".join(self.words)
