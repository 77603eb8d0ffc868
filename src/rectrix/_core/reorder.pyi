"""Orientation classifiers."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


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

    def __init__(self, examples: Examples, sigma2: float = 1.0, shrink: float = 0.1, initial: float = 0.001, step: float = 0.5, trials: int = 10, decrease: float = 0.25, exact: bool = False, blocks: int = 1, threads: int = 1, seed: int = 1) -> None: ...

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
