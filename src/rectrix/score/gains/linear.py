"""Linear corpus BLEU (Tromble et al. 2008): a first-order approximation of what a sentence adds to log BLEU.

-words + Σ matches_n / (N p r^(n-1)), per word of the corpus, with the unigram precision p and the ratio r by
which precision falls with each order. Departure: matches are clipped, as BLEU's statistics have them.
"""

from dataclasses import dataclass

import numpy as np

from rectrix.score.bleu import split
from rectrix.score.gains.gain import Place, Stateless
from rectrix.score.metric import Floats


def worths(precision: float, ratio: float, order: int = 4) -> list[float]:
    """Of a word, and of a match of 1, 2 … words."""
    return [-1.0, *(1 / (order * precision * ratio**n) for n in range(order))]


@dataclass(frozen=True)
class LinearBLEU(Stateless):
    """Not between 0 and 1: a sentence without a match has minus its length."""

    precision: float = 0.85  # p
    ratio: float = 0.72  # r

    @property
    def signature(self) -> str:
        return f"linear-BLEU|precision:{self.precision}|ratio:{self.ratio}"

    def gains(self, statistics: Floats, state: None = None, sentence: Place | None = None) -> Floats:
        length, _, matches, _ = split(statistics)
        word, *factors = worths(self.precision, self.ratio, matches.shape[-1])
        return np.asarray(matches @ np.array(factors) + word * length)
