"""Translation edit rate (Snover et al. 2006), insertions, deletions, substitutions and shifts per word.

Equal to sacrebleu's defaults: without case, words are what spaces separate, Tercom's search for shifts.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References, ter_statistics
from rectrix._core.text import Vocabulary
from rectrix.score.metric import Floats, error_rate


@dataclass(frozen=True)
class TER:
    """Statistics: the fewest edits to any reference, the references' average length."""

    case_sensitive: bool = False

    higher_is_better = False
    in_points = True
    needs_references = True
    width = 2

    @property
    def signature(self) -> str:
        case = "mixed" if self.case_sensitive else "lc"
        return f"TER|case:{case}|tok:tercom|norm:no|punct:yes|asian:no"

    def statistics(
        self,
        lists: Lists,
        references: References,
        sentences: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> Floats:
        numbers: dict[str, int] = {}
        of_references = self._fold(references.words, numbers)
        of_lists = self._fold(lists.words, numbers)
        return ter_statistics(lists, references, of_lists, of_references, sentences, threads)

    def _fold(self, words: Vocabulary, numbers: dict[str, int]) -> NDArray[np.uint32]:
        """The number of each word, the same for words that differ in case alone."""
        texts = (words.text(number) for number in range(len(words)))
        if not self.case_sensitive:
            texts = (text.lower() for text in texts)
        folded = (numbers.setdefault(text, len(numbers)) for text in texts)
        return np.fromiter(folded, dtype=np.uint32, count=len(words))

    def score(self, statistics: Floats) -> Floats:
        return error_rate(statistics)
