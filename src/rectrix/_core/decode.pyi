"""Search and the forest it leaves."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


class Forest:
    """A hypergraph of translations: what search leaves behind."""

    def __init__(self) -> None:
        """A forest to be built by hand."""

    def add_feature(self, name: str) -> int:
        """The local number of a feature."""

    def set_columns(self, features: Sequence[int]) -> None:
        """The features of the edges' stateful values."""

    def add_rule(self, source: str, target: str, features: Sequence[tuple[int, float]]) -> int:
        """A rule's number; its gaps are [1] and [2]."""

    def add_node(self, begin: int, end: int) -> int:
        """
        A node's number; tails come before heads, and the last node is the goal.
        """

    def add_edge(self, rule: int, tails: Sequence[int], score: float, stateful: Sequence[float] = [], more: Sequence[tuple[int, float]] = []) -> None:
        """An edge into the node added last."""

    def sums(self, scale: float = 1.0) -> tuple[float, numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.float64]]:
        """
        Logarithms of sums of exp(scale * score) over derivations: of the goal, inside and outside of each node.
        """

    def posteriors(self, scale: float = 1.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The probability of each edge."""

    def expectations(self, scale: float = 1.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The expected value of each feature, by local number."""

    def sample(self, count: int, seed: int, scale: float = 1.0) -> list[dict[str, Any]]:
        """Derivations drawn at random with probability ~ exp(scale * score)."""

    @property
    def nodes(self) -> int: ...

    @property
    def edges(self) -> int: ...

    def feature_names(self) -> list[str]:
        """The features' names, by local number."""

    def edge(self, edge: int) -> tuple[int, int, list[int], float]:
        """Head, rule, tails and score of an edge."""

    def reweight(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Score every edge again by weights of the features, by local number."""

    def viterbi(self) -> dict[str, Any] | None:
        """The best derivation, None if there is none."""

    def kbest(self, k: int, unique: bool = True) -> list[dict[str, Any]]:
        """
        The k best derivations, best first: text, score, features and edges of each.
        """

    def tree(self, edges: Sequence[int]) -> str:
        """A picture of a derivation: (span source ||| target (tail) (tail))."""

    def prune(self, beam: float = -1.0, density: float = -1.0) -> Forest:
        """The better part of the forest; negative: no limit."""

    def constrain(self, text: str) -> Forest | None:
        """
        The derivations of a given translation; None if the forest cannot reach it.
        """
