"""The best hypothesis of each list under weights: argmax of w · f, the earliest among equals."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.errors import UsageError
from rectrix.features.weights import vector
from rectrix.kbest.matrix import matrix, sentences

Decide = Callable[[Lists, NDArray[np.float64]], NDArray[np.int64]]  # of lists and scores, the chosen


def best(lists: Lists, weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """The number of each sentence's best hypothesis, -1 for empty lists; features without weight count 0."""
    return highest(lists, scores(lists, weights))


def scores(lists: Lists, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """w·f of every hypothesis."""
    width = max(len(lists.space), len(weights))
    padded = np.zeros(width)
    padded[: len(weights)] = weights
    return np.asarray(matrix(lists, width) @ padded)


def highest(lists: Lists, values: NDArray[np.float64]) -> NDArray[np.int64]:
    """The number of each sentence's hypothesis with the highest value, the earliest among equals."""
    chosen = (
        hypotheses.start + int(values[hypotheses.start : hypotheses.stop].argmax()) if hypotheses else -1
        for hypotheses in sentences(lists)
    )
    return np.fromiter(chosen, dtype=np.int64, count=len(lists))


def best_texts(lists: Lists, weights: Mapping[str, float]) -> list[str]:
    """The best hypothesis of each list; '' for an empty one."""
    return texts_of(lists, best(lists, vector(weights, lists.space)))


def texts_of(lists: Lists, chosen: NDArray[np.int64]) -> list[str]:
    """The texts of chosen hypotheses; '' where there is none."""
    return [lists.text(hypothesis) if hypothesis >= 0 else "" for hypothesis in chosen.tolist()]


@dataclass
class Reranking:
    """The best text of each list of a stream; then which names weights and lists do not share."""

    batches: Iterable[Lists]  # all with one feature space
    weights: Mapping[str, float]
    ids: bool = False  # the sentence's name before its text
    decide: Decide | None = None  # instead of the highest score: minimum Bayes risk
    space: FeatureSpace = field(default_factory=FeatureSpace)

    def __iter__(self) -> Iterator[str]:
        for lists in self.batches:
            self.space = lists.space
            texts = texts_of(lists, self._chosen(lists))
            if not self.ids:
                yield from texts
                continue
            if not lists.ids:
                raise UsageError("the sentences of these lists have no names to be written")
            yield from (f"{name} {text}" for name, text in zip(lists.ids, texts, strict=True))

    def _chosen(self, lists: Lists) -> NDArray[np.int64]:
        weights = vector(self.weights, lists.space)
        return best(lists, weights) if self.decide is None else self.decide(lists, scores(lists, weights))

    @property
    def without_weight(self) -> list[str]:
        """Features of the lists that weigh 0 because the weights do not name them."""
        names = (self.space.name(index) for index in range(len(self.space)))
        return [name for name in names if name not in self.weights]

    @property
    def without_feature(self) -> list[str]:
        """Weights that no hypothesis used."""
        return [name for name in self.weights if name not in self.space]
