"""The best hypothesis of each list under weights: argmax of w · f, the earliest among equals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.features.weights import vector
from rectrix.kbest.files import stream
from rectrix.kbest.matrix import matrix, sentences


def best(lists: Lists, weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """The number of each sentence's best hypothesis, -1 for empty lists; features without weight count 0."""
    width = max(len(lists.space), len(weights))
    padded = np.zeros(width)
    padded[: len(weights)] = weights
    scores = np.asarray(matrix(lists, width) @ padded)
    chosen = (
        hypotheses.start + int(scores[hypotheses.start : hypotheses.stop].argmax()) if hypotheses else -1
        for hypotheses in sentences(lists)
    )
    return np.fromiter(chosen, dtype=np.int64, count=len(lists))


@dataclass
class Reranking:
    """The best text of each list of a file, in one pass; then which names weights and lists do not share."""

    path: Path | str
    weights: Mapping[str, float]
    format: str = "auto"
    space: FeatureSpace = field(default_factory=FeatureSpace)

    def __iter__(self) -> Iterator[str]:
        for lists in stream(self.path, self.format, self.space):
            for hypothesis in best(lists, vector(self.weights, self.space)).tolist():
                yield lists.text(hypothesis) if hypothesis >= 0 else ""

    @property
    def without_weight(self) -> list[str]:
        """Features of the lists that weigh 0 because the weights do not name them."""
        names = (self.space.name(index) for index in range(len(self.space)))
        return [name for name in names if name not in self.weights]

    @property
    def without_feature(self) -> list[str]:
        """Weights that no hypothesis used."""
        return [name for name in self.weights if name not in self.space]
