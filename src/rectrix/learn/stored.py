"""K-best lists that were stored once: makes every recipe usable on anyone's n-best files."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists, merge
from rectrix._core.learn import ListsView
from rectrix._core.score import References
from rectrix.base.errors import UsageError
from rectrix.features.discretize import bin_names
from rectrix.kbest.matrix import matrix
from rectrix.learn import guards
from rectrix.learn.candidates import Candidates, Floats, Integers, candidates_of
from rectrix.learn.gain import gain_of
from rectrix.learn.packed import PackedLists
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse
from rectrix.learn.tuning import Chains, TuningSource
from rectrix.score.bleu import BLEU
from rectrix.score.gains import Gain
from rectrix.score.metric import Metric
from rectrix.score.metrics import MetricLike
from rectrix.score.metrics import metric as metric_of

_MOST_CELLS = 1 << 25


@dataclass(frozen=True, eq=False)
class StoredLists(TuningSource):
    """Lists with statistics of a metric."""

    lists: Lists
    statistics: Floats
    metric: Metric
    chains: Chains = ()

    searches = False

    @classmethod
    def of(
        cls, lists: Lists, references: References | None, metric: MetricLike, threads: int = 1
    ) -> "StoredLists":
        """Lists with statistics of a metric; references are needed unless it looks at columns alone."""
        made = metric_of(metric)
        if made.needs_references:
            if references is None:
                raise UsageError(f"the metric {made.signature.partition('|')[0]} needs references")
            guards.check_references(len(lists), references)
        statistics = made.statistics(lists, references, threads=threads)  # type: ignore[arg-type]
        return cls(lists, statistics, made, bin_names(lists.space))

    @property
    def space(self) -> FeatureSpace:
        return self.lists.space

    def __len__(self) -> int:
        return len(self.lists)

    @property
    def size(self) -> int:
        """Hypotheses of all lists."""
        return self.lists.hypotheses

    def joined(self, fresh: "StoredLists") -> "StoredLists":
        """The hypotheses of both without repetitions, each with the statistics it has."""
        lists, rows = merge(self.lists, fresh.lists)
        return StoredLists(
            lists, np.concatenate([self.statistics, fresh.statistics])[rows], self.metric, self.chains
        )

    def open(self, sentences: range) -> "StoredLists":
        return self

    def has(self, feature: str) -> bool:
        return feature in self.space

    def names(self) -> list[str]:
        return self.space.names(np.arange(len(self.space)))

    def portable(self, folder: Path) -> "TuningSource":
        path = folder / f"lists-{self.fingerprint()}"
        if not path.exists():
            PackedLists.of(self.lists, self.statistics).write(path)
        return StoredListsFile(path, self.metric, len(self), self.chains)

    @cached_property
    def core(self) -> ListsView:
        """The core's view of features and statistics."""
        lists = self.lists
        return ListsView(
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
    def _candidates(self) -> list[Candidates]:
        return [candidates_of(self.lists, s, self.statistics, np.zeros(0)) for s in range(len(self))]

    def look(self, sentences: Sequence[int], weights: Floats) -> list[Candidates]:
        chosen = [self._candidates[s] for s in sentences]
        return [candidates.rescored(weights) for candidates in chosen if len(candidates)]

    def sums(self, weights: Sparse, site: Site | None = None) -> Floats:
        return self.sums_of(weights.over(self.space))

    def sums_of(self, weights: Floats) -> Floats:
        """The same for weights over the space's indexes."""
        return self.core.sums(self.padded(weights))

    def score_of(self, weights: Floats) -> float:
        """The corpus score for weights over the space's indexes."""
        return float(self.metric.score(self.sums_of(weights)))

    def padded(self, weights: Floats) -> Floats:
        """Weights for all features of the space."""
        out = np.zeros(len(self.space))
        out[: len(weights)] = weights[: len(out)]
        return out

    def stored(self, weights: Sparse, space: FeatureSpace, site: Site) -> "StoredLists":
        return self

    def gain(self, name: str) -> Gain:
        return gain_of(self.metric, name, self.statistics)

    def fingerprint(self) -> str:
        return sha256(self.statistics.tobytes() + self.lists.feature_values.tobytes()).hexdigest()[:16]

    def check(self) -> list[str]:
        return guards.check_lists(self)

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
class StoredListsFile(TuningSource):
    """Lists in a file of the run's folder, for other processes."""

    path: Path
    metric: Metric
    sentences: int
    chains: Chains = ()

    searches = False

    def __len__(self) -> int:
        return self.sentences

    def open(self, sentences: range) -> StoredLists:
        return _opened(self)

    def sums(self, weights: Sparse, site: Site) -> Floats:
        return _opened(self).sums(weights)

    def stored(self, weights: Sparse, space: FeatureSpace, site: Site) -> StoredLists:
        return _opened(self)

    def gain(self, name: str) -> Gain:
        return _opened(self).gain(name)

    def fingerprint(self) -> str:
        return _opened(self).fingerprint()


@lru_cache(maxsize=2)
def _opened(source: StoredListsFile) -> StoredLists:
    """Once a process."""
    packed = PackedLists.read(source.path)
    lists = packed.lists(packed.own_space())
    return StoredLists(lists, packed.statistics, source.metric, source.chains)
