"""Feature-count cutoff: no update of a feature before it was seen in enough different tuning sentences."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.base.bounds import Count
from rectrix.learn.regularizer import Regularizer
from rectrix.learn.state import State

Integers = NDArray[np.int64]
_SEEN = "cutoff.seen"


@dataclass(frozen=True)
class Cutoff(Regularizer):
    """Counts sentences over whole k-best lists, as Phrasal's -fmc does; each sentence once."""

    sentences: Count = 3  # that a feature must have been seen in, the current one included

    def admit(
        self, state: State, sentence: int, present: Integers, ids: Integers
    ) -> NDArray[np.bool_] | None:
        if self.sentences <= 1:
            return None
        # Numbers of the first `sentences` different sentences of each feature, -1 where there are fewer.
        seen = state.memory(_SEEN, fill=-1.0, width=self.sentences)
        rows = seen[present]
        count = (rows >= 0).sum(axis=1)
        news = (count < self.sentences) & ~(rows == sentence).any(axis=1)
        seen[present[news], count[news]] = sentence
        return np.asarray(seen[ids, self.sentences - 1] >= 0)
