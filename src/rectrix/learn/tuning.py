"""A tuning set as learners see it: look at sentences under some weights, get hypotheses and their statistics.

Two kinds: lists that were stored once (anyone's n-best files), and a decoder that searches anew with the
current weights. Learners do not know which they have. What crosses a process border is the *source* of a
tuning set, frozen and picklable, of which any process can open a part.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.learn import Forests
from rectrix._core.score import References
from rectrix.base.errors import UsageError
from rectrix.execute.stopping import stop_if_asked
from rectrix.learn.candidates import Candidates, Floats, candidates_of
from rectrix.learn.finding import KBEST, Finding, Wanted
from rectrix.score.gains import Gain
from rectrix.score.metric import Metric

if TYPE_CHECKING:
    from rectrix.learn.forests import StoredForests
    from rectrix.learn.site import Site
    from rectrix.learn.sparse import Sparse
    from rectrix.learn.stored import StoredLists


Chains = tuple[tuple[str, ...], ...]


class Tuning(Protocol):
    """A part of a tuning set, opened in this process."""

    @property
    def space(self) -> FeatureSpace: ...

    def look(self, sentences: Sequence[int], weights: Floats) -> list[Candidates]:
        """The hypotheses of these sentences; without any, a sentence is left out."""


class TuningSource(ABC):
    """What to tune on; sentences are numbered from 0, in every process alike."""

    metric: Metric
    searches = True  # whether other weights find other hypotheses

    @property
    def chains(self) -> Chains:
        """The bins of each discretized feature by name, in order."""
        return ()

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def open(self, sentences: range) -> Tuning:
        """These sentences, in this process; a search has a feature space of its own."""

    @abstractmethod
    def sums(self, weights: "Sparse", site: "Site") -> Floats:
        """The metric's statistics of the best hypotheses under these weights, over all that are judged."""

    @abstractmethod
    def stored(self, weights: "Sparse", space: FeatureSpace, site: "Site") -> "StoredLists":
        """All lists at once, for batch solvers; their features join the space."""

    def forests(
        self, weights: "Sparse", space: FeatureSpace, site: "Site", density: float
    ) -> "StoredForests":
        """The forests of all searches, pruned to so many edges per edge of the best derivation."""
        raise UsageError("lists that were stored have no forests: tune a model, or leave out space=forest")

    @abstractmethod
    def gain(self, name: str) -> Gain:
        """The named approximation of the metric for single sentences."""

    @abstractmethod
    def fingerprint(self) -> str:
        """A hash of what there is to tune on."""

    def finding(self, how: Finding) -> "TuningSource":
        """The same sentences, of which learners see other hypotheses than the k best."""
        raise UsageError("lists that were stored have no forests: tune a model, or leave out space")

    def at(self, epoch: int, slopes: Floats | None = None) -> "TuningSource":
        """As it is in an epoch: what is found at random is different in each; slopes: see GainWith.slopes."""
        return self

    @property
    def judged(self) -> int:
        """The number of sentences that scores are measured on."""
        return len(self)

    def has(self, feature: str) -> bool:
        """Whether a feature can occur: a search may find any."""
        return True

    def names(self) -> list[str]:
        """Of the features that are known to occur."""
        return []

    def portable(self, folder: Path) -> "TuningSource":
        """The same for other processes; what has to be in a file for that is written into the folder."""
        return self

    def check(self) -> list[str]:
        """Warnings; raises if there is nothing to learn from."""
        return []

    def prepare(self, site: "Site") -> None:  # noqa: B027 - most have none
        """Work that is done once for all epochs."""

    def score(self, weights: "Sparse", site: "Site") -> float:
        """The corpus score of the best hypotheses under these weights."""
        return float(self.metric.score(self.sums(weights, site)))


class Decoder(Protocol):
    """Searches with given weights; all results share one feature space."""

    @property
    def space(self) -> FeatureSpace: ...

    def find(self, finding: Finding, sentences: Sequence[int], wanted: Wanted) -> Lists:
        """The lists of these sentences of the tuning set, in this order."""

    def forests(self, sentences: Sequence[int], weights: Floats, density: float) -> Forests:
        """Their forests, pruned to so many edges per edge of the best derivation."""


@dataclass(frozen=True)
class Decoded:
    """A decoder, and the references of the sentences from `first` on."""

    decoder: Decoder
    references: References
    metric: Metric
    first: int = 0
    k: int = 100
    unique: bool = True
    source_lengths: Sequence[int] = ()  # words of each sentence, if they are known
    finding: Finding = KBEST  # which hypotheses are looked at

    @property
    def space(self) -> FeatureSpace:
        return self.decoder.space

    def look(self, sentences: Sequence[int], weights: Floats) -> list[Candidates]:
        stop_if_asked()
        lists, statistics = self.lists(sentences, weights, finding=self.finding)
        lengths, begin = self.source_lengths, lists.list_begin
        return [
            candidates_of(lists, i, statistics, weights, int(s), lengths[s - self.first] if lengths else 0)
            for i, s in enumerate(sentences)
            if begin[i] < begin[i + 1]
        ]

    def lists(
        self,
        sentences: Sequence[int],
        weights: Floats,
        k: int | None = None,
        unique: bool | None = None,
        finding: Finding = KBEST,
    ) -> tuple[Lists, Floats]:
        """Lists and the statistics of all hypotheses."""
        unique = self.unique if unique is None else unique
        wanted = Wanted(weights, k or self.k, unique, self.references, self.first)
        lists = self.decoder.find(finding, sentences, wanted)
        return lists, self._statistics(lists, sentences)

    def _statistics(self, lists: Lists, sentences: Sequence[int]) -> Floats:
        numbers = np.asarray(sentences, np.int64) - self.first
        return self.metric.statistics(lists, self.references, numbers)
