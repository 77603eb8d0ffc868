"""Searching a whole tuning set with one weight vector, chunk by chunk on the workers of a run."""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.learn import Forests
from rectrix.learn.candidates import Floats
from rectrix.learn.forests import StoredForests
from rectrix.learn.packed import PackedLists, joined
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse
from rectrix.learn.tuning import Decoded, TuningSource

if TYPE_CHECKING:
    from rectrix.learn.stored import StoredLists

T = TypeVar("T")
_CHUNK = 25  # sentences a task: many more tasks than workers, so that all end together
_JUDGED = 2000  # sentences that a score is measured on: of many more, a search of all would cost an epoch


class Searched(TuningSource):
    """A source whose sentences are searched anew with every weight vector."""

    @abstractmethod
    def open(self, sentences: range) -> Decoded: ...

    def sums(self, weights: Sparse, site: Site) -> Floats:
        rows = list(_chunks(self, weights, site, decode_sums, "scoring", self._judged()))
        return np.asarray(np.sum(rows, axis=0))

    def stored(self, weights: Sparse, space: FeatureSpace, site: Site) -> "StoredLists":
        from rectrix.learn.stored import StoredLists

        parts = cut(range(len(self)), _CHUNK)
        found = list(_chunks(self, weights, site, decode_lists, "decoding", parts))
        lists, statistics = joined(found, space)
        return StoredLists(lists, statistics, self.metric, self.chains)

    def forests(self, weights: Sparse, space: FeatureSpace, site: Site, density: float) -> StoredForests:
        found = Forests(space)
        task = partial(decode_forests, density=density)
        for part in _chunks(self, weights, site, task, "decoding", cut(range(len(self)), _CHUNK)):
            found.join(part)
        return StoredForests(found, self.open(range(len(self))).references, self.metric, site.threads)

    @property
    def judged(self) -> int:
        return sum(len(part) for part in self._judged())

    def _judged(self) -> list[range]:
        """The sentences that scores are measured on, spread evenly."""
        return cut(range(len(self)), _CHUNK)[:: max(1, -(-len(self) // _JUDGED))]


@dataclass(frozen=True)
class SentenceChunk:
    """Some sentences to search with published weights."""

    source: Searched
    sentences: range
    weights: Path

    @property
    def label(self) -> str:
        return f"decoding of sentences {self.sentences.start + 1}-{self.sentences.stop}"

    def open(self) -> tuple[Decoded, Floats, int]:
        """The sentences, the weights, and how many features those have."""
        tuning = self.source.open(self.sentences)
        weights = Sparse.read(self.weights).over(tuning.space)
        return tuning, weights, len(weights)


def decode_sums(chunk: SentenceChunk) -> Floats:
    """The summed statistics of the best hypotheses."""
    tuning, weights, _ = chunk.open()
    lists, statistics = tuning.lists(chunk.sentences, weights, k=1, unique=False)
    first = lists.list_begin[:-1][np.diff(lists.list_begin) > 0]
    return np.asarray(statistics[first].sum(axis=0))


def decode_lists(chunk: SentenceChunk) -> PackedLists:
    """K-best lists and their statistics."""
    tuning, weights, known = chunk.open()
    return PackedLists.of(*tuning.lists(chunk.sentences, weights), known=known)


def decode_forests(chunk: SentenceChunk, density: float) -> Forests:
    """Pruned forests."""
    tuning, weights, _ = chunk.open()
    return tuning.decoder.forests(chunk.sentences, weights, density)


def _chunks(
    source: Searched,
    weights: Sparse,
    site: Site,
    task: Callable[[SentenceChunk], T],
    name: str,
    parts: list[range],
) -> Iterator[T]:
    path = site.publish(weights)
    chunks = [SentenceChunk(source, part, path) for part in parts]
    with site.progress.task(name, sum(map(len, parts)), "sentences") as shown:
        for chunk, result in zip(chunks, site.executor.map(task, chunks), strict=True):
            shown.advance(len(chunk.sentences))
            yield result


def cut(sentences: range, size: int) -> list[range]:
    """Contiguous parts of so many sentences; the last may be shorter."""
    return [sentences[i : i + size] for i in range(0, len(sentences), size)]
