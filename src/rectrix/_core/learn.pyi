"""Batch tuners over stored k-best lists."""

from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray

import rectrix._core.decode
import rectrix._core.features
import rectrix._core.kbest
import rectrix._core.score


class ListsView:
    """Features and metric statistics of every hypothesis; shares the arrays."""

    def __init__(self, list_begin: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_begin: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], statistics: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None: ...

    def scores(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """w·f of every hypothesis."""

    def one_best(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """
        The best hypothesis of each sentence, the first of equals; -1 for an empty list.
        """

    def sums(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The summed statistics of the best hypotheses."""

    def line_search(self, intercepts: NDArray[numpy.float64], slopes: NDArray[numpy.float64], bleu_order: int = 0, metric: Callable[[NDArray[numpy.float64]], NDArray[numpy.float64]] | None = None, narrowest: float = 1e-6) -> tuple[float, float]:
        """
        The best point on the line of scores intercept + x · slope, and the metric there.
        """

def mert(lists: ListsView, starts: NDArray[numpy.float64], bleu_order: int = 0, metric: Callable[[NDArray[numpy.float64]], NDArray[numpy.float64]] | None = None, passes: int = 100, random_directions: int = 0, tolerance: float = 1e-6, narrowest: float = 1e-6, seed: int = 0, threads: int = 1, tick: object | None = None) -> tuple[tuple[NDArray[numpy.float64], float, float, int], ...]:
    """
    Climb from each row of starts: (weights, score, score at the start, line searches) of each.
    """

class Forests:
    """
    Forests of a tuning set: several of a sentence stand for all their translations.
    """

    def __init__(self, space: rectrix._core.features.FeatureSpace) -> None: ...

    def __len__(self) -> int: ...

    def add(self, sentence: int, forest: rectrix._core.decode.Forest) -> None:
        """One more forest of a sentence; its features join the space."""

    def join(self, others: Forests) -> None:
        """Add all forests of others."""

    @property
    def space(self) -> rectrix._core.features.FeatureSpace:
        """The feature space of the edges."""

    @property
    def edges(self) -> int:
        """The number of edges of all forests."""

    @property
    def sentences(self) -> int:
        """One more than the highest number of a sentence."""

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

class ForestLines:
    """Exact line searches on forests; remembers the derivations that it met."""

    def __init__(self, forests: Forests) -> None: ...

    def along(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], direction: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], reach: float, threads: int = 1) -> None:
        """
        Find the envelopes of weights + x * direction for x from -reach to reach.
        """

    def pieces(self, sentence: int) -> list[tuple[float, int]]:
        """
        Where each piece of a sentence's envelope begins, and the number of its translation.
        """

    def fresh(self) -> tuple[rectrix._core.kbest.Lists, NDArray[numpy.int64]]:
        """
        The translations that have no statistics yet, and the sentence of each list.
        """

    def judge(self, statistics: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> None:
        """The statistics of these."""

    def best(self, bleu_order: int = 0, metric: Callable[[NDArray[numpy.float64]], NDArray[numpy.float64]] | None = None, narrowest: float = 1e-6, neighbors: int = 0) -> tuple[float, float]:
        """
        The best x of the line, and the metric there. Neighbors: intervals on each side whose mean counts.
        """

    def sums(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The summed statistics of the best translations at x = 0."""

def sampled_lists(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: numpy.typing.NDArray[numpy.float64], seeds: Sequence[int], count: int, scale: float, seed: int, unique: bool, numbers: Sequence[int]) -> rectrix._core.kbest.Lists:
    """
    Of each sentence the model's best derivation, and derivations drawn with probability ~ exp(scale * score).
    """

def liked_lists(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: numpy.typing.NDArray[numpy.float64], references: rectrix._core.score.References, sentences: Sequence[int], wishes: Sequence[tuple[float, float]], worths: Sequence[float], each: int, density: float, states: int, numbers: Sequence[int]) -> rectrix._core.kbest.Lists:
    """
    Of each sentence the model's best derivation, and for each wish (m, g) those with the highest m * score + g * gain, which is a sum over words and over matches of 1, 2 ... words: their worths.
    """

def consensus_lists(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: numpy.typing.NDArray[numpy.float64], options: Sequence[tuple[float, float, float, float]], counts: bool, size: int, density: float, states: int, threads: int = 1, numbers: Sequence[int] = [], constraints: list[rectrix._core.decode.Constraints | None] = [], alignments: bool = False) -> tuple[rectrix._core.kbest.Lists, list[rectrix._core.decode.SearchReport]]:
    """
    The translation with the best expected gain of each sentence, for each of the options (scale, precision, ratio, weight of the model), and reports. Size 0: expected linear BLEU over all derivations of the pruned forest; else BLEU against its expected counts, of so many best.
    """

def gather(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: numpy.typing.NDArray[numpy.float64], sentences: Sequence[int], numbers: Sequence[int], density: float, threads: int = 1) -> Forests:
    """
    The forests of sentences, pruned to so many edges per edge of the best derivation. Sentences: their numbers in the tuning set; numbers: those by which the decoder knows them.
    """

class KbMiraSolver:
    """Batch k-best MIRA, one pass after another."""

    def __init__(self, lists: ListsView, start: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], bleu_order: int, gains: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], cap: float = 0.01, decay: float = 0.999, model_background: bool = False, safe_hope: bool = False) -> None: ...

    def run(self, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[int, float]:
        """
        One pass over the sentences in this order: number of updates and their summed loss.
        """

    def average(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The averaged weights."""

class KbMiraSolverSingle:
    """The same in single precision, rounding as Moses does."""

    def __init__(self, lists: ListsView, start: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], bleu_order: int, gains: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], cap: float = 0.01, decay: float = 0.999, model_background: bool = False, safe_hope: bool = False) -> None: ...

    def run(self, order: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[int, float]:
        """
        One pass over the sentences in this order: number of updates and their summed loss.
        """

    def average(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The averaged weights."""

def sample_pairs(list_begin: NDArray[numpy.int64], gains: NDArray[numpy.float64], lengths: NDArray[numpy.int64], draws: int = 5000, keep: int = 50, threshold: float = 0.05, length_deviations: float = 0.0, seed: int = 0, threads: int = 1) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.int64]]:
    """
    PRO's pairs of every sentence: better and worse hypotheses, and where each sentence's pairs begin.
    """
