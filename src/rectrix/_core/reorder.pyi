"""Orientation classifiers."""

from collections.abc import Sequence
import os
from typing import Annotated

import numpy
from numpy.typing import NDArray

import rectrix._core.text


class Examples:
    """
    Labeled sparse rows; without values all features are indicators. Keeps the arrays.
    """

    def __init__(self, offsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, classes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], features: int, class_count: int) -> None: ...

    def __len__(self) -> int: ...

def stride(classes: int) -> int:
    """Weights kept per feature: the classes, padded."""

def probabilities(offsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], classes: int, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """Class probabilities of every row, row after row."""

def primal_objective(examples: Examples, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], sigma2: float, threads: int = 1) -> float:
    """|w|^2 / (2 sigma2) plus the log-loss of all examples."""

class DualPass:
    """What one pass of the dual did."""

    @property
    def objective(self) -> float:
        """The dual objective after the pass."""

    @property
    def visited(self) -> int:
        """Active examples before the pass."""

    @property
    def active(self) -> int:
        """Active examples after the pass."""

    @property
    def features(self) -> int:
        """Feature values read: the work."""

class Dual:
    """
    Multinomial logistic regression in the dual: exponentiated gradient with shrinking.
    """

    def __init__(self, examples: Examples, sigma2: float = 1.0, shrink: float = 0.1, initial: float | None = None, step: float = 0.5, trials: int = 10, decrease: float = 0.25, exact: bool = False, blocks: int = 1, threads: int = 1, seed: int = 1) -> None: ...

    def run(self, tick: object | None = None) -> DualPass:
        """Visit every active example once."""

    def reactivate(self) -> int:
        """
        Look at all examples again; returns how many are active now. 0: optimal within the tolerance.
        """

    @property
    def active(self) -> int:
        """The number of active examples."""

    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The weights, stride(classes) numbers per feature."""

    def probabilities(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The dual variables, example after example."""

    def objective(self) -> float:
        """The dual objective, computed from scratch."""

    def gradient(self, example: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The dual objective's gradient by the probabilities of one example."""

class Primal:
    """
    Multinomial logistic regression in the primal: stochastic gradient descent.
    """

    def __init__(self, examples: Examples, sigma2: float = 1.0, rate: float = 0.1, average: bool = True, seed: int = 1) -> None: ...

    def run(self, tick: object | None = None) -> float:
        """
        Visit every example once; the mean loss that examples had when visited.
        """

    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The weights, stride(classes) numbers per feature."""

ORIENTATIONS: tuple = ...

def class_names(classes: str) -> list[str]:
    """The classes of a set such as msd, in order."""

def phrase_orientations(links: Sequence[tuple[int, int]], source_length: int, target_length: int, max_length: int = 7, model: str = 'phrase', direction: str = 'backward') -> tuple:
    """
    All phrase pairs of a sentence pair (source begin, end, target begin, end) and numbers into ORIENTATIONS.
    """

def write_events(path: str | os.PathLike, source: object, source_name: str, target: object, target_name: str, links: object, links_name: str, max_length: int = 7, model: str = 'phrase', direction: str = 'backward', classes: str = 'msd', templates: Sequence[str] = ['pairs', 'context'], cutoff: int = 10, max_words: int = 100, seed: int = 1, settings: str = '', features: Model | None = None, threads: int = 1, tick: object | None = None) -> tuple:
    """
    Extract orientation events to a file; returns the numbers of events, features and sentence pairs. With a model as `features`, its features are used and none is cut off.
    """

class Events:
    """A mapped file of orientation events."""

    def __init__(self, path: str | os.PathLike) -> None: ...

    @property
    def offsets(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...

    @property
    def ids(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def classes(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def phrase_pairs(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]:
        """A hash of each event's phrase pair."""

    @property
    def sentences(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]:
        """The first event of each sentence pair, then the number of events."""

    @property
    def features(self) -> int:
        """The number of features."""

    @property
    def class_names(self) -> list[str]: ...

    @property
    def settings(self) -> str:
        """How the file was made."""

    def name(self, feature: int) -> str:
        """The name of a feature."""

    def translate(self, model: Model) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
        """The number of each feature in a model; 4294967295 if it has none."""

class Model:
    """
    A mapped orientation model: a linear classifier, or a table by phrase pair.
    """

    def __init__(self, path: str | os.PathLike, load: str = 'map') -> None: ...

    @property
    def is_table(self) -> bool: ...

    @property
    def class_names(self) -> list[str]: ...

    @property
    def settings(self) -> str:
        """How the model was made."""

    @property
    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def keys(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...

    @property
    def probabilities(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def features(self) -> int: ...

    def name(self, feature: int) -> str:
        """The name of a feature."""

class Classifier:
    """A linear model as a decoder uses it, with the decoder's vocabularies."""

    def __init__(self, model: Model, source: rectrix._core.text.Vocabulary, target: rectrix._core.text.Vocabulary) -> None: ...

    def log_probabilities(self, sentence: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int, target: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], links: Sequence[tuple[int, int]]) -> list[float]:
        """
        Log-probabilities of the classes of a phrase pair: source words begin to end of a sentence, target words, links (source, target) within the phrases.
        """

def save_classifier(path: str | os.PathLike, class_names: Sequence[str], settings: str, events: Events, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
    """Write a linear classifier of these events."""

def save_table(path: str | os.PathLike, class_names: Sequence[str], settings: str, keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], probabilities: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
    """Write class probabilities by phrase pair; keys ascend."""
