"""Word and character error rate: insertions, deletions, substitutions per word or character of a reference.

Equal to jiwer's on text as it is: case and punctuation count, and for characters one space between words. Of
several references the one with the lowest rate counts.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References, error_statistics
from rectrix.score.metric import Floats, error_rate


@dataclass(frozen=True)
class WER:
    """Statistics: edits, and the reference's length."""

    characters: bool = False  # instead of words

    higher_is_better = False
    in_points = True
    needs_references = True
    width = 2

    @property
    def signature(self) -> str:
        return f"{'CER' if self.characters else 'WER'}|case:mixed|tok:none"

    def statistics(
        self,
        lists: Lists,
        references: References,
        sentences: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> Floats:
        return error_statistics(lists, references, sentences, self.characters, threads)

    def score(self, statistics: Floats) -> Floats:
        return error_rate(statistics)


@dataclass(frozen=True)
class CER(WER):
    """The same of characters."""

    characters: bool = True
