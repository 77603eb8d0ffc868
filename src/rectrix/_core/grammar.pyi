"""Translation rules: extraction, stores, text."""

from collections.abc import Callable, Sequence
import enum
import os
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray

import rectrix._core.text


class PhraseTable:
    """Phrase pairs with scores and reordering values, memory-mapped."""

    @staticmethod
    def open(path: str | os.PathLike, load: str = 'map') -> PhraseTable:
        """Map a table into memory."""

    def __len__(self) -> int:
        """The number of phrase pairs."""

    @property
    def phrases(self) -> int:
        """The number of source phrases."""

    @property
    def longest(self) -> int:
        """Words of the longest source phrase."""

    @property
    def score_names(self) -> list[str]:
        """What the scores are: natural logarithms, or raw counts."""

    @property
    def reordering_type(self) -> str:
        """The reordering model; empty if there is none."""

    def translations(self, source: str) -> list[tuple[str, list[tuple[int, int]], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]]:
        """
        The translations of a source phrase: words, links, scores, reordering values.
        """

    def moses(self, begin: int, end: int) -> tuple[str, str]:
        """
        Lines of Moses' phrase table and reordering table, of source phrases begin to end.
        """

    def source(self, phrase: int) -> str:
        """The words of a source phrase, by number."""

class MosesReport:
    """What was found in Moses' tables."""

    @property
    def pairs(self) -> int: ...

    @property
    def without_reordering(self) -> int:
        """Pairs that the reordering table lacks."""

    @property
    def sparse(self) -> int:
        """Pairs with sparse scores."""

def read_moses(phrases: object, phrases_name: str, reordering: object | None, reordering_name: str, reordering_type: str, path: str | os.PathLike, folder: str | os.PathLike, tick: object | None = None) -> MosesReport:
    """
    Read Moses' phrase and reordering tables (readers of bytes) into a table.
    """

class PhraseSmoothing(enum.Enum):
    """What is done about small counts."""

    none = 0

    good_turing = 1

    kneser_ney = 2

def surprise(both: int, source: int, target: int, all: int) -> float:
    """
    Minus the logarithm of Fisher's p-value: phrases of `source` and `target` sentence pairs of `all` meet in `both`.
    """

def estimate_phrases(bitext: BitextIndex, max_length: int, reordering: str, reordering_smoothing: float, smoothing: PhraseSmoothing, significance: float, limit: int, threads: int, memory: int, path: str | os.PathLike, folder: str | os.PathLike, tick: object | None = None) -> None:
    """Extract, count and score the phrase pairs of a bitext into a table."""

CDEC_COLUMNS: tuple = ...

class Rules:
    """
    Translation rules in flat arrays. Words are numbers; the first gap is -1, the second -2.
    """

    def __len__(self) -> int: ...

    @property
    def score_names(self) -> list[str]:
        """The names of the score columns."""

    def source(self, rule: int) -> list[int]:
        """The source side of a rule."""

    def target(self, rule: int) -> list[int]:
        """The target side of a rule."""

    def scores(self, name: str) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
        """One score column, a value for each rule."""

class BitextIndex:
    """
    An aligned bitext, memory-mapped, with the suffix array of its source side.
    """

    @staticmethod
    def open(path: str | os.PathLike, load: str = 'map') -> BitextIndex:
        """Map an index into memory."""

    def __len__(self) -> int: ...

    @property
    def source_words(self) -> rectrix._core.text.Vocabulary:
        """The source vocabulary."""

    @property
    def target_words(self) -> rectrix._core.text.Vocabulary:
        """The target vocabulary."""

    def source(self, sentence: int) -> str:
        """A source sentence."""

    def target(self, sentence: int) -> str:
        """Its translation."""

    def links(self, sentence: int) -> str:
        """Its word alignment, in Pharaoh format."""

    def find(self, phrase: str, limit: int) -> tuple[int, list[tuple[int, int]]]:
        """
        How often source words stand one after another, and the first places: sentence and word.
        """

def index_bitext(source: object, target: object, alignment: object, names: Sequence[str], path: str | os.PathLike, tick: object | None = None) -> None:
    """
    Index three parallel texts (readers of bytes, with their names for messages) into a file.
    """

class HieroOptions:
    """Limits of rule extraction."""

    def __init__(self) -> None: ...

    @property
    def max_span(self) -> int: ...

    @max_span.setter
    def max_span(self, arg: int, /) -> None: ...

    @property
    def max_symbols(self) -> int: ...

    @max_symbols.setter
    def max_symbols(self, arg: int, /) -> None: ...

    @property
    def max_gaps(self) -> int: ...

    @max_gaps.setter
    def max_gaps(self, arg: int, /) -> None: ...

    @property
    def min_gap(self) -> int: ...

    @min_gap.setter
    def min_gap(self, arg: int, /) -> None: ...

    @property
    def max_samples(self) -> int: ...

    @max_samples.setter
    def max_samples(self, arg: int, /) -> None: ...

    @property
    def max_search(self) -> int: ...

    @max_search.setter
    def max_search(self, arg: int, /) -> None: ...

    @property
    def search_words(self) -> int: ...

    @search_words.setter
    def search_words(self, arg: int, /) -> None: ...

    @property
    def tight(self) -> bool: ...

    @tight.setter
    def tight(self, arg: bool, /) -> None: ...

    @property
    def cache_bytes(self) -> int: ...

    @cache_bytes.setter
    def cache_bytes(self, arg: int, /) -> None: ...

    def check(self) -> None:
        """Raise UsageError for values that make no sense."""

def extract(bitext: BitextIndex, reader: object, name: str, options: HieroOptions, leave_one_out: bool, threads: int, sink: Callable[[bytes], None], tick: object | None = None) -> None:
    """
    Extract the grammar of every line of a text and give it, as cdec's text, to sink.
    """

def extract_to_store(bitext: BitextIndex, reader: object, name: str, options: HieroOptions, leave_one_out: bool, threads: int, path: str | os.PathLike, numbers: Sequence[int] = [], tick: object | None = None) -> None:
    """
    Extract the grammar of every line of a text into a store. numbers: of the lines in the bitext, to leave them out; none: line n is sentence n.
    """

class GrammarStore:
    """The grammars of many sentences, memory-mapped."""

    @staticmethod
    def open(path: str | os.PathLike, load: str = 'map') -> GrammarStore:
        """Map a store into memory."""

    def __len__(self) -> int: ...

    @property
    def shared(self) -> bool:
        """Whether the only grammar serves every sentence."""

    @property
    def score_names(self) -> list[str]:
        """The names of the score columns."""

    @property
    def source_words(self) -> rectrix._core.text.Vocabulary:
        """The source vocabulary."""

    @property
    def target_words(self) -> rectrix._core.text.Vocabulary:
        """The target vocabulary."""

    def rules(self, sentence: int) -> Rules:
        """The rules of a sentence, counted from 0."""

    def find(self, sentence: int, words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Rules:
        """
        The rules of a sentence; of a shared grammar only those that its words can use.
        """

    def cdec(self, sentence: int) -> bytes:
        """The rules of a sentence as cdec's text."""

class TextImport:
    """Makes a store from grammars in text: all names first, then all rules."""

    def __init__(self, unnamed: str) -> None: ...

    def find_names(self, file: object, name: str) -> None:
        """Note the score names of a text."""

    @property
    def score_names(self) -> list[str]:
        """The names found."""

    def begin(self, path: str | os.PathLike) -> None:
        """Begin the store; all names are known."""

    def add(self, file: object, name: str) -> int:
        """Add the grammar of the next sentence; returns the number of its rules."""

    def finish(self, shared: bool) -> None:
        """Complete the store."""
