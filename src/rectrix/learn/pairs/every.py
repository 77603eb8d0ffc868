"""All pairs of unequal gain."""

from dataclasses import dataclass

import numpy as np

from rectrix.base.bounds import NotNegative
from rectrix.learn.candidates import Candidates, PairBatch


@dataclass(frozen=True)
class Every:
    """All pairs whose gains differ by more than a threshold."""

    threshold: NotNegative = 0.0  # gains must differ by more than this

    def choose(self, candidates: Candidates, random: np.random.Generator) -> PairBatch:
        gains = candidates.gains
        better, worse = np.nonzero(gains[:, None] - gains[None, :] > self.threshold)
        return PairBatch(candidates, better, worse)
