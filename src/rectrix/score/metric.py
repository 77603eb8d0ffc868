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

    @property
    def in_points(self) -> bool:
        """Whether scores are points, 0 to 100; False for any other scale."""

    @property
    def needs_references(self) -> bool:
        """False for metrics that look at columns of the lists alone."""

    @property
    def width(self) -> int:
        """How many numbers a row of statistics has."""

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
        """The corpus score of summed statistics; any leading axes."""


def mean(statistics: Floats) -> Floats:
    """The score of sums of (value, 1)."""
    rows = np.asarray(statistics, dtype=np.float64)
    found: Floats = rows[..., 0] / np.maximum(rows[..., 1], 1)
    return found


def error_rate(statistics: Floats) -> Floats:
    """100 · errors / length of sums of (errors, length); 100 if there are errors and no length."""
    rows = np.asarray(statistics, dtype=np.float64)
    errors, length = rows[..., 0], rows[..., 1]
    return 100 * np.where(
        length > 0, errors / np.where(length > 0, length, 1), np.where(errors > 0, 1.0, 0.0)
    )
