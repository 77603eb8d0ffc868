"""PRO sampling: draw Γ pairs, accept by the gain's difference, keep the Ξ largest (Hopkins & May 2011).

Green et al. 2013 draw in the same way. `length_deviations` refuses pairs whose lengths differ by more than
that many standard deviations (and 2 words), against the very long, very bad "monsters" of Nakov et al. 2013.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.learn import sample_pairs
from rectrix.base.bounds import Count, NotNegative
from rectrix.learn.candidates import Candidates, Floats, Integers, PairBatch


@dataclass(frozen=True)
class Sampled:
    """A random sample of pairs with large differences."""

    draws: Count = 5000  # Γ
    keep: Count = 50  # Ξ
    threshold: NotNegative = 0.05  # smallest difference of gains that is accepted
    length_deviations: NotNegative = 0.0  # 0: lengths may differ at will

    def choose(self, candidates: Candidates, random: np.random.Generator) -> PairBatch:
        begin = np.array([0, len(candidates)])
        seed = int(random.integers(1 << 63))
        better, worse = self.from_lists(begin, candidates.gains, candidates.lengths, seed)
        return PairBatch(candidates, better, worse)

    def from_lists(
        self, begin: NDArray[np.int64], gains: Floats, lengths: Integers, seed: int, threads: int = 1
    ) -> tuple[Integers, Integers]:
        """The pairs of many lists at once, as hypotheses numbered over all of them."""
        better, worse, _ = sample_pairs(
            begin,
            gains,
            lengths,
            self.draws,
            self.keep,
            self.threshold,
            self.length_deviations,
            seed,
            threads,
        )
        return better, worse
