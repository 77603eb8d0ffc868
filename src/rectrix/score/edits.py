"""F scores of columns that count edits: true positives, false positives, false negatives of each hypothesis.

F_β = (1 + β²) TP / ((1 + β²) TP + FP + β² FN), of the sums over sentences, as the M² and ERRANT scorers of
grammatical error correction have it: 1 where nothing was to be found and nothing was.
"""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.base.errors import InputError, UsageError
from rectrix.score.metric import Floats

NAME = re.compile(r"f(\d+(?:\.\d+)?)(?::(.*))?")


@dataclass(frozen=True)
class EditF:
    """Statistics: true positives, false positives, false negatives."""

    beta: float = 0.5  # how much more recall counts than precision
    columns: tuple[str, str, str] = ("tp", "fp", "fn")  # of the lists

    higher_is_better = True
    in_points = True
    needs_references = False
    width = 3

    @classmethod
    def named(cls, text: str) -> "EditF":
        """Of `f0.5` or `f0.5:TP,FP,FN` with the names of the three columns."""
        match = NAME.fullmatch(text)
        names = tuple((match[2] or "tp,fp,fn").split(",")) if match else ()
        if match is None or float(match[1]) == 0 or len(names) != 3 or not all(names):
            raise UsageError(
                f"metric {text!r}: expected f0.5, or f0.5:TP,FP,FN with the names of three columns"
            )
        return cls(float(match[1]), names)

    @property
    def signature(self) -> str:
        return f"F{self.beta:g}|columns:{','.join(self.columns)}"

    def statistics(
        self,
        lists: Lists,
        references: References | None = None,
        sentences: NDArray[np.int64] | None = None,
        threads: int = 1,
    ) -> Floats:
        rows = np.stack([lists.column(name) for name in self.columns], axis=-1)
        if (rows < 0).any():
            name = self.columns[int(np.argwhere(rows < 0)[0][1])]
            raise InputError(f"column {name!r} has a negative number: it should count edits")
        return rows

    def score(self, statistics: Floats) -> Floats:
        rows = np.asarray(statistics, dtype=np.float64)
        right, wrong, missed = rows[..., 0], rows[..., 1], rows[..., 2]
        factor = self.beta**2
        total = (1 + factor) * right + wrong + factor * missed
        return 100 * np.where(total > 0, (1 + factor) * right / np.where(total > 0, total, 1), 1.0)
