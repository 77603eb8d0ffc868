"""One sentence's hypotheses as arrays: what every part of the learner sees of a k-best list."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from rectrix._core.kbest import Lists
from rectrix.score.gains import Place

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Candidates:
    """A k-best list: feature rows over the sentence's own columns, model scores, metric values.

    Only the columns that occur in the list are held, so that a step costs what is active, not what exists.
    """

    columns: Integers  # feature indexes by ascending key: column c of `matrix` is feature columns[c]
    matrix: sparse.csr_array  # [n, len(columns)], float64
    scores: Floats  # w·f under the current weights
    statistics: Floats  # row h: the metric's summable statistics of hypothesis h
    gains: Floats  # metric value of each hypothesis, higher is better; 0 until they are judged
    lengths: Integers  # words in each hypothesis
    sentence: int = 0  # its number in the tuning set
    source_length: int = 0  # words; 0: not known

    def __len__(self) -> int:
        return len(self.scores)

    def rescored(self, weights: Floats) -> "Candidates":
        """The same hypotheses under other weights; features beyond the end of `weights` weigh 0."""
        return replace(self, scores=np.asarray(self.matrix @ gather(weights, self.columns)))

    def judged(self, gains: Floats) -> "Candidates":
        """The same hypotheses with metric values."""
        return replace(self, gains=gains)

    @property
    def place(self) -> Place:
        """For gains that look around; source words that are not known are those of the mean hypothesis."""
        return Place(self.sentence, self.source_length or max(1, round(float(np.mean(self.lengths)))))

    @property
    def best(self) -> int:
        """The hypothesis that the model prefers; the first of equals."""
        return int(np.argmax(self.scores))


def candidates_of(
    lists: Lists,
    position: int,
    statistics: Floats,
    weights: Floats,
    sentence: int | None = None,
    source_length: int = 0,
) -> Candidates:
    """The hypotheses of the list at `position`, not yet judged; `statistics` are those of all lists.

    Columns and rows are in the order of keys, so that sums do not depend on who met which feature first.
    """
    first, end = (int(at) for at in lists.list_begin[position : position + 2])
    columns, begin, places, values = lists.rows(position)
    matrix: sparse.csr_array = sparse.csr_array((values, places, begin), (end - first, len(columns)))
    return Candidates(
        columns,
        matrix,
        np.asarray(matrix @ gather(weights, columns)),
        statistics[first:end],
        np.zeros(end - first),
        np.diff(lists.token_begin[first : end + 1]),
        position if sentence is None else sentence,
        source_length,
    )


def gather(weights: Floats, ids: Integers) -> Floats:
    """weights[ids], 0 beyond the end."""
    if not len(ids) or ids.max() < len(weights):
        return weights[ids]
    known = ids < len(weights)
    out = np.zeros(len(ids))
    out[known] = weights[ids[known]]
    return out


@dataclass(frozen=True)
class PairBatch:
    """Pairs of hypotheses of one sentence, the better one first."""

    candidates: Candidates
    better: Integers
    worse: Integers

    def __len__(self) -> int:
        return len(self.better)

    @cached_property
    def margins(self) -> Floats:
        """w·x of every pair, where x = f(better) - f(worse)."""
        return self.candidates.scores[self.better] - self.candidates.scores[self.worse]

    @cached_property
    def costs(self) -> Floats:
        """By how much the better hypothesis is better in the metric."""
        return self.candidates.gains[self.better] - self.candidates.gains[self.worse]

    @cached_property
    def rows(self) -> sparse.csr_array:
        """The differences x over the candidates' columns."""
        matrix = self.candidates.matrix
        return sparse.csr_array(matrix[self.better] - matrix[self.worse])

    def combine(self, coefficients: Floats) -> Floats:
        """The sum of coefficient times x, over the candidates' columns; needs no differences."""
        share = np.zeros(len(self.candidates))
        np.add.at(share, self.better, coefficients)
        np.add.at(share, self.worse, -coefficients)
        return np.asarray(share @ self.candidates.matrix)


@dataclass(frozen=True)
class Gradient:
    """A sparse gradient of a loss, with what it was made of for updates that want to look closer."""

    ids: Integers  # distinct; of one sentence in the order of keys
    values: Floats
    loss: float
    batches: tuple[PairBatch, ...] = ()

    @staticmethod
    def sum_of(parts: "list[Gradient]") -> "Gradient":
        """The gradient of the summed losses."""
        if len(parts) == 1:
            return parts[0]
        ids, inverse = np.unique(np.concatenate([part.ids for part in parts]), return_inverse=True)
        values = np.bincount(inverse, np.concatenate([part.values for part in parts]), len(ids)).astype(float)
        batches = tuple(batch for part in parts for batch in part.batches)
        return Gradient(ids, values, sum(part.loss for part in parts), batches)

    def nonzero(self) -> "Gradient":
        """Without the entries that are exactly 0: a feature that both hypotheses share is not active."""
        active = self.values != 0
        return Gradient(self.ids[active], self.values[active], self.loss, self.batches)
