"""A metric computed elsewhere (COMET, MetricX, human scores): the mean of one value per hypothesis."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.base.errors import UsageError
from rectrix.score.metric import Floats, mean

# A part of a column's name that stands for an error: nobody should have to find out after tuning.
_SIGNS = r"metricx\w*|\wer|hter|err|errors?|loss|cost|distance|nll|latency|edits|perplexity|ppl"
_ERRORS = re.compile(rf"(?:^|[^a-z])({_SIGNS})(?:$|[^a-z])")


@dataclass(frozen=True)
class External:
    """Statistics: the value and 1, so that the score of a sum is the mean."""

    column: str  # the lists' column that holds the values
    higher_is_better: bool = True  # False for error rates

    in_points = False
    needs_references = False
    width = 2

    @classmethod
    def named(cls, text: str) -> "External":
        """Of `NAME`, `NAME:lower` or `NAME:higher`; a name that sounds like an error needs one of them."""
        name, _, direction = text.partition(":")
        if not name or direction not in ("", "lower", "higher"):
            raise UsageError(f"metric 'column:{text}': expected column:NAME, or column:NAME:lower")
        if not direction and _ERRORS.search(name.lower()):
            raise UsageError(
                f"metric 'column:{name}': is a lower value better? Say column:{name}:lower, or "
                f"column:{name}:higher"
            )
        return cls(name, direction != "lower")

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
        return mean(statistics)
