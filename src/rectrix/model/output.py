"""What comes out of a model for a line."""

from dataclasses import dataclass, field

from rectrix._core import decode


@dataclass(frozen=True)
class Output:
    """A translation with its model score and what there is to say about its decoding."""

    text: str  # as people write it
    score: float
    report: decode.SearchReport = field(repr=False)
    words: str = field(default="", repr=False)  # space-separated, as the decoder has them

    def __str__(self) -> str:
        return self.text

    def notes(self, line: int) -> list[str]:
        """What a user should know of the translation of a line."""
        found = []
        if self.report.pieces > 1:
            found.append(f"line {line}: {self.report.words} words, translated in {self.report.pieces} pieces")
        if self.report.out_of_time:
            found.append(f"line {line}: out of time, searched in haste")
        return found

    @property
    def alignment(self) -> list[tuple[int, int]]:
        """The places of linked words: of the source as the decoder saw it, and of the text."""
        return self.report.alignments[0]
