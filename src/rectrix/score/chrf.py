"""chrF (Popović 2015) and chrF++ (2017): the F score of character n-grams, and of word n-grams for chrF++.

Equal to sacrebleu's: precisions and recalls are averaged over the orders that both texts have, then combined.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References, chrf_statistics
from rectrix.score.metric import Floats


@dataclass(frozen=True)
class CHRF:
    """Statistics, for each order: n-grams of the hypothesis, of the reference, and common ones."""

    char_order: int = 6  # the longest character n-grams; white space does not count
    word_order: int = 0  # the longest word n-grams; 2 is chrF++
    beta: int = 2  # how much more recall counts than precision

    higher_is_better = True
    in_points = True
    needs_references = True

    @property
    def width(self) -> int:
        return 3 * (self.char_order + self.word_order)

    @property
    def signature(self) -> str:
        name = f"chrF{self.beta}" + "+" * self.word_order
        return f"{name}|case:mixed|eff:yes|nc:{self.char_order}|nw:{self.word_order}|space:no"

    def statistics(
        self,
        lists: Lists,
        references: References,
        sentences: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> Floats:
        orders = (self.char_order, self.word_order)
        return chrf_statistics(lists, references, sentences, *orders, self.beta, threads)

    def score(self, statistics: Floats) -> Floats:
        rows = np.asarray(statistics, dtype=np.float64)
        hypothesis, reference, common = rows[..., 0::3], rows[..., 1::3], rows[..., 2::3]
        there = (hypothesis > 0) & (reference > 0)
        orders = np.maximum(there.sum(axis=-1), 1)
        precision = (np.where(there, common, 0) / np.maximum(hypothesis, 1)).sum(axis=-1) / orders
        recall = (np.where(there, common, 0) / np.maximum(reference, 1)).sum(axis=-1) / orders
        factor = self.beta**2
        weighted = factor * precision + recall
        points: Floats = 100 * (1 + factor) * precision * recall / np.where(weighted > 0, weighted, 1)
        return points


@dataclass(frozen=True)
class CHRFplusplus(CHRF):
    """chrF with words and pairs of words."""

    word_order: int = 2
