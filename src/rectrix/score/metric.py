"""What tuning and evaluation ask of a metric: statistics per hypothesis whose sum gives the corpus score."""

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References

Floats: TypeAlias = NDArray[np.float64]


class Metric(Protocol):
    """Frozen: one metric serves every shard and thread."""

    @property
    def higher_is_better(self) -> bool:
        """False for error rates."""

    @property
    def signature(self) -> str:
        """Every choice that changes the numbers, as sacrebleu prints it."""

    def statistics(
        self,
        lists: Lists,
        references: References,
        sentences: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> Floats:
        """One row per hypothesis of all lists.

        sentences: whose references each list is compared with; by default list i with sentence i.
        """

    def score(self, statistics: Floats) -> Floats:
        """The corpus score of summed statistics, in points as sacrebleu gives it; any leading axes."""
