"""
N-gram language models. Scores are log10 where a name says so, else natural.
"""

from collections.abc import Sequence
import os
from typing import Annotated, Final

import numpy
from numpy.typing import NDArray

import rectrix._core.text


MAX_ORDER: int = 7

MAX_CLASSES: int = 4000

class State:
    """The words that can matter for what follows; equal states score alike."""

    def __len__(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class ChartState:
    """A scored piece of a sentence whose left context is open."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class Model:
    """A back-off n-gram model, in memory or mapped from a file."""

    @staticmethod
    def open(path: str | os.PathLike, load: str = 'map', classes: rectrix._core.text.WordClasses | None = None) -> Model:
        """
        Map a file that save() wrote. classes: words are read as their classes, which the model is of.
        """

    @staticmethod
    def read_arpa(reader: object, name: str, keep_ngrams: bool = False) -> Model:
        """Read ARPA text; name is for error messages, keep_ngrams for save_trie."""

    def save(self, path: str | os.PathLike) -> None:
        """Write the memory-mapped form."""

    def save_trie(self, path: str | os.PathLike, bits: int = 0) -> None:
        """
        Write the memory-mapped form as a trie; bits: of a quantized value, 0 for exact ones.
        """

    def write_arpa(self, writer: object, tick: object | None = None) -> None:
        """Write all n-grams as ARPA text to an object with write(bytes)."""

    @property
    def order(self) -> int: ...

    @property
    def counts(self) -> list[int]:
        """The number of n-grams of each length."""

    def index(self, word: str) -> int:
        """The word's number in this model, 0 if it is unknown."""

    def word(self, number: int) -> str:
        """The word with this number."""

    def begin(self) -> State:
        """The state behind <s>."""

    @staticmethod
    def null() -> State:
        """The state without any context."""

    def score(self, state: State, word: int) -> tuple[float, State]:
        """
        Natural log probability of a word behind a state, and the state behind it.
        """

    def score_sentences(self, lines: list, begin: bool = True, end: bool = True, threads: int = 1) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """
        Per line: log10 probability, words, unknown words, log10 probability of the unknown words.
        """

    def score_sentence(self, line: str | bytes, begin: bool = True, end: bool = True) -> float:
        """The log10 probability of a line."""

    def score_words(self, line: str | bytes, begin: bool = True, end: bool = True) -> list[tuple[float, int, bool]]:
        """
        Per word: log10 probability, length of the n-gram used, whether it is unknown.
        """

class Corpus:
    """Text as word numbers, to estimate a model from."""

    def __init__(self, folder: str | os.PathLike, skip_markers: bool = False) -> None: ...

    def read(self, reader: object, name: str) -> None:
        """Add all lines of a text; name is for error messages."""

    def limit_to_frequent(self, words: int) -> None:
        """Make all but the most frequent words <unk>."""

    def limit_to(self, reader: object, name: str) -> None:
        """Make all words that this text does not hold <unk>."""

    @property
    def sentences(self) -> int: ...

    @property
    def words(self) -> int: ...

    @property
    def types(self) -> int: ...

def exchange(corpus: Corpus, classes: int, cycles: int, tick: object | None) -> tuple[list[tuple[str, int]], float, int]:
    """
    Classes of all words by the exchange algorithm, the text's natural log likelihood, and the cycles that it took.
    """

def train(corpus: Corpus, order: int, prune: Sequence[int], fallback: Sequence[float], memory: int, threads: int, folder: str | os.PathLike, writer: object | None, build: bool, tick: object | None) -> tuple[Model | None, list[tuple[int, list[float], bool]]]:
    """
    Estimate a model; uses the corpus up. ARPA goes to writer (write(bytes)), the model is returned if build; then per length: n-grams, discounts, whether these are the fallback.
    """

class Remembered:
    """
    The n-grams of a few sentences, as a model that says what mixing them into another one gains.
    """

    def __init__(self, other: Model | None = None) -> None:
        """other: the model that it is mixed into."""

    def add(self, line: str) -> None:
        """Remember a sentence."""

    def remove(self, line: str) -> None:
        """Forget a sentence that was added."""

    def model(self) -> Model:
        """The model as of now."""

    floor: Final[float] = ...
    """The natural log score of a word that gains nothing."""

class RuleScore:
    """Scores one rule application: words and pieces from left to right."""

    def __init__(self, model: Model) -> None: ...

    def begin_sentence(self) -> None:
        """Start with <s>; before anything else."""

    def terminal(self, word: int) -> None: ...

    def nonterminal(self, piece: ChartState) -> None: ...

    def finish(self) -> tuple[float, ChartState]:
        """
        What to add to the pieces' natural log scores, and the state of the whole.
        """
