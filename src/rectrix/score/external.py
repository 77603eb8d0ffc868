"""A metric computed elsewhere (COMET, human scores): the mean of one value per hypothesis."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.score.metric import Floats


@dataclass(frozen=True)
class External:
    """Statistics: the value and 1, so that the score of a sum is the mean."""

    column: str  # the lists' column that holds the values
    higher_is_better: bool = True  # False for error rates

    @property
    def signature(self) -> str:
        return f"{self.column}|external|mean|{'higher' if self.higher_is_better else 'lower'} is better"

    def statistics(
        self,
        lists: Lists,
        references: References | None = None,
        sentences: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> Floats:
        values = lists.column(self.column)
        return np.stack([values, np.ones_like(values)], axis=-1)

    def score(self, statistics: Floats) -> Floats:
        rows = np.asarray(statistics, dtype=np.float64)
        mean: Floats = rows[..., 0] / np.maximum(rows[..., 1], 1)
        return mean
