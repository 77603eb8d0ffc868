"""A tuning set as learners see it: look at sentences under some weights, get hypotheses and their statistics.

Two kinds: lists that were stored once (anyone's n-best files), and a decoder that searches anew with the
current weights. Learners do not know which they have.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.learn import Problem
from rectrix._core.score import References
from rectrix.kbest.matrix import matrix
from rectrix.learn.candidates import Candidates, Floats, Integers, candidates_of
from rectrix.score.bleu import BLEU
from rectrix.score.metric import Metric

_MOST_CELLS = 1 << 25


@dataclass(frozen=True)
class Seen:
    """A sentence's hypotheses (gains not yet known) and their metric statistics."""

    candidates: Candidates
    statistics: Floats
    source_length: int = 0  # words; 0: not known

    @property
    def words(self) -> int:
        """Source words, for gains that grow with them; if not known, those of the mean hypothesis."""
        return self.source_length or max(1, round(float(np.mean(self.candidates.lengths))))

    def judged(self, gains: Floats) -> Candidates:
        """With gains."""
        return replace(self.candidates, gains=gains)


class Tuning(Protocol):
    """What a loop needs of a tuning set."""

    @property
    def space(self) -> FeatureSpace: ...

    @property
    def metric(self) -> Metric: ...

    def __len__(self) -> int: ...

    def look(self, sentences: Sequence[int], weights: Floats | list[Floats]) -> list[Seen]:
        """The hypotheses of these sentences; without any, a sentence is left out.

        weights: the same for all sentences, or a vector for each.
        """

    def sums(self, weights: Floats) -> Floats:
        """The metric's statistics of the best hypotheses under these weights, summed."""

    def score(self, weights: Floats) -> float:
        """The corpus score of the best hypotheses under these weights."""

    def stored(self, weights: Floats) -> "Stored":
        """All lists at once, for batch solvers."""


class Decoder(Protocol):
    """Searches with given weights; all results share one feature space."""

    @property
    def space(self) -> FeatureSpace: ...

    def decode(
        self, sources: Sequence[int], weights: Floats | list[Floats], k: int, unique: bool, threads: int
    ) -> Lists:
        """The k-best lists of these lines of the tuning set, in this order."""


@dataclass(frozen=True)
class Stored:
    """K-best lists with their statistics: makes every recipe usable on anyone's n-best files."""

    lists: Lists
    statistics: Floats
    metric: Metric

    @classmethod
    def of(cls, lists: Lists, references: References, metric: Metric, threads: int = 1) -> "Stored":
        """The lists with statistics of the metric."""
        return cls(lists, metric.statistics(lists, references, threads=threads), metric)

    @property
    def space(self) -> FeatureSpace:
        return self.lists.space

    def __len__(self) -> int:
        return len(self.lists)

    @cached_property
    def core(self) -> Problem:
        """The core's view of features and statistics."""
        lists = self.lists
        return Problem(
            lists.list_begin, lists.feature_begin, lists.feature_ids, lists.feature_values, self.statistics
        )

    @cached_property
    def lengths(self) -> Integers:
        """Words of each hypothesis."""
        return np.diff(self.lists.token_begin)

    @cached_property
    def idle(self) -> NDArray[np.bool_]:
        """Which features have one value in all hypotheses of each sentence: their weights change no choice.

        Unknown for very many features, which are sparse and occur in some lists only.
        """
        values = matrix(self.lists, len(self.space))
        if values.shape[0] * values.shape[1] > _MOST_CELLS:
            return np.zeros(len(self.space), bool)
        begin = self.lists.list_begin
        starts, dense = begin[:-1][np.diff(begin) > 0], values.toarray()
        same = np.maximum.reduceat(dense, starts) == np.minimum.reduceat(dense, starts)
        return np.asarray(same.all(axis=0))

    @cached_property
    def _seen(self) -> list[Seen]:
        gains, nothing = np.zeros(self.lists.hypotheses), np.zeros(0)
        begin = self.lists.list_begin
        return [
            Seen(candidates_of(self.lists, s, gains, nothing), self.statistics[begin[s] : begin[s + 1]])
            for s in range(len(self))
        ]

    def look(self, sentences: Sequence[int], weights: Floats | list[Floats]) -> list[Seen]:
        chosen = [(self._seen[s], own) for s, own in zip(sentences, _each(weights), strict=False)]
        return [replace(s, candidates=s.candidates.rescored(own)) for s, own in chosen if len(s.candidates)]

    def sums(self, weights: Floats) -> Floats:
        return self.core.sums(self.padded(weights))

    def score(self, weights: Floats) -> float:
        return float(self.metric.score(self.sums(weights)))

    def padded(self, weights: Floats) -> Floats:
        """Weights for all features of the space."""
        out = np.zeros(len(self.space))
        out[: len(weights)] = weights[: len(out)]
        return out

    def stored(self, weights: Floats) -> "Stored":
        return self

    @property
    def bleu_order(self) -> int:
        """The order of BLEU if the statistics are BLEU's, else 0."""
        return self.metric.order if isinstance(self.metric, BLEU) else 0

    @cached_property
    def features(self) -> "sparse.csr_array[np.float64, tuple[int, int]]":
        """Row h holds the features of hypothesis h, in double precision."""
        single = matrix(self.lists)
        parts = (single.data.astype(np.float64), single.indices, single.indptr)
        return sparse.csr_array(parts, shape=single.shape)

    def rows(self, better: Integers, worse: Integers) -> "sparse.csr_array[np.float64, tuple[int, int]]":
        """Feature differences as a sparse matrix over all features."""
        return sparse.csr_array(self.features[better] - self.features[worse])


@dataclass(frozen=True)
class Decoded:
    """A decoder, the tuning set's references and a metric."""

    decoder: Decoder
    references: References
    metric: Metric
    sentences: int  # in the tuning set
    k: int = 100
    unique: bool = True
    threads: int = 1
    source_lengths: Sequence[int] = ()  # words of each sentence, if they are known

    def _words(self, sentence: int) -> int:
        return self.source_lengths[sentence] if self.source_lengths else 0

    @property
    def space(self) -> FeatureSpace:
        return self.decoder.space

    def __len__(self) -> int:
        return self.sentences

    def look(self, sentences: Sequence[int], weights: Floats | list[Floats]) -> list[Seen]:
        lists = self.decoder.decode(sentences, weights, self.k, self.unique, self.threads)
        numbers = np.asarray(sentences, np.int64)
        statistics = self.metric.statistics(lists, self.references, numbers, self.threads)
        gains, begin = np.zeros(lists.hypotheses), lists.list_begin
        return [
            Seen(
                candidates_of(lists, i, gains, own, int(s)),
                statistics[begin[i] : begin[i + 1]],
                self._words(s),
            )
            for i, (s, own) in enumerate(zip(sentences, _each(weights), strict=False))
            if begin[i] < begin[i + 1]
        ]

    def sums(self, weights: Floats) -> Floats:
        lists = self.decoder.decode(range(self.sentences), weights, 1, False, self.threads)
        statistics = self.metric.statistics(lists, self.references, threads=self.threads)
        first = lists.list_begin[:-1][np.diff(lists.list_begin) > 0]
        return np.asarray(statistics[first].sum(axis=0))

    def score(self, weights: Floats) -> float:
        return float(self.metric.score(self.sums(weights)))

    def stored(self, weights: Floats) -> Stored:
        lists = self.decoder.decode(range(self.sentences), weights, self.k, self.unique, self.threads)
        return Stored.of(lists, self.references, self.metric, self.threads)


def _each(weights: Floats | list[Floats]) -> Iterable[Floats]:
    """The weights of one sentence after another."""
    return weights if isinstance(weights, list) else repeat(weights)
