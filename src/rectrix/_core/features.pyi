"""The feature space and the feature templates."""

from collections.abc import Sequence
import os
from typing import Annotated

import numpy
from numpy.typing import NDArray

import rectrix._core.text


class FeatureSpace:
    """Feature names with stable 64-bit keys and dense indexes 0..D-1."""

    def __init__(self) -> None: ...

    def add(self, name: str) -> int:
        """The feature's index, a new one if it had none."""

    def find(self, name: str) -> int | None:
        """The feature's index, None if it has none."""

    def name(self, index: int) -> str:
        """The feature's name."""

    def key(self, index: int) -> int:
        """The feature's stable 64-bit key."""

    def keys(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
        """The keys of all features, by index."""

    def add_keys(self, keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """The indexes of keys; new ones join the space without a name."""

    def find_keys(self, keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """The indexes of keys, -1 where a key is not in the space."""

    def named(self, first: int = 0) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """The indexes, from `first` on, of features whose names are known here."""

    def names(self, indexes: NDArray[numpy.int64]) -> list[str]:
        """The names of features."""

    def __len__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __contains__(self, arg: str, /) -> bool: ...

class Discretization:
    """
    What stands for a grammar's scores: bins, or probabilities for logarithms.
    """

    def __init__(self, keep: bool = False) -> None:
        """keep: the scores themselves stay features, too."""

    def add_bins(self, score: str, bounds: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], names: Sequence[str], overlap: int = 0) -> None:
        """
        Where all bins but the first begin, and their names; overlap: neighbors on either side that fire with a bin.
        """

    def add_probability(self, score: str, name: str) -> None:
        """A feature that has the exponential of the score as its value."""

def save_weights(path: str | os.PathLike, names: Sequence[str], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
    """Write weights in the compact binary form."""

def load_weights(path: str | os.PathLike) -> tuple[list[str], NDArray[numpy.float64]]:
    """Names and values of a binary file of weights."""

def template_names() -> list[str]:
    """The templates of rule-local features."""

def stateful_names() -> list[str]:
    """The features that see across rules; for the chart decoder."""

def describe_template(name: str) -> str:
    """
    What a template, or a feature that sees across rules, looks at; empty if there is none.
    """

def rule_features(template: str, source: str, target: str, links: Sequence[tuple[int, int]] = [], source_classes: rectrix._core.text.WordClasses | None = None, target_classes: rectrix._core.text.WordClasses | None = None) -> list[tuple[str, float]]:
    """
    The features that a template gives to a rule whose gaps are [1] and [2]; class_word_pairs: word_pairs over classes.
    """
