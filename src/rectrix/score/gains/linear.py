"""Linear corpus BLEU (Tromble et al. 2008): a first-order approximation of what a sentence adds to log BLEU.

-words + Σ matches_n / (N p r^(n-1)), per word of the corpus, with the unigram precision p and the ratio r by
which precision falls with each order. Departure: matches are clipped, as BLEU's statistics have them.
"""

from dataclasses import dataclass

import numpy as np

from rectrix.score.bleu import split
from rectrix.score.gains.gain import Place, Stateless
from rectrix.score.metric import Floats


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
        order = matches.shape[-1]
        factors = 1 / (order * self.precision * self.ratio ** np.arange(order))
        return np.asarray(matches @ factors - length)
