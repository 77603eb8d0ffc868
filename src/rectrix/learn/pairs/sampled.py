"""PRO sampling: draw Γ pairs, accept by the gain's difference, keep the Ξ with the largest (Hopkins & May 2011).

Green et al. 2013 draw in the same way. `length_deviations` refuses pairs whose lengths differ by more than that
many standard deviations (and 2 words), against the very long, very bad "monsters" of Nakov et al. 2013.
"""

from dataclasses import dataclass

import numpy as np

from rectrix.learn.candidates import Candidates, PairBatch


@dataclass(frozen=True)
class Sampled:
    """A random sample of pairs with large differences."""

    draws: int = 5000  # Γ
    keep: int = 50  # Ξ
    threshold: float = 0.05  # smallest difference of gains that is accepted
    length_deviations: float = 0.0  # 0: lengths may differ at will

    def choose(self, candidates: Candidates, random: np.random.Generator) -> PairBatch:
        count = len(candidates)
        if count < 2:
            none = np.zeros(0, np.int64)
            return PairBatch(candidates, none, none)
        left = random.integers(0, count, self.draws)
        right = random.integers(0, count, self.draws)
        difference = candidates.gains[left] - candidates.gains[right]
        accepted = (np.abs(difference) >= self.threshold) & (difference != 0)
        if self.length_deviations > 0:
            limit = max(2.0, self.length_deviations * float(np.std(candidates.lengths)))
            accepted &= np.abs(candidates.lengths[left] - candidates.lengths[right]) <= limit
        left, right, difference = left[accepted], right[accepted], difference[accepted]
        # Stable: of equal differences the first drawn are kept.
        kept = np.argsort(-np.abs(difference), kind="stable")[: self.keep]
        left, right, upward = left[kept], right[kept], difference[kept] > 0
        return PairBatch(candidates, np.where(upward, left, right), np.where(upward, right, left))
