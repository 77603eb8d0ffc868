"""K-best lists."""

from collections.abc import Sequence
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray

import rectrix._core.decode
import rectrix._core.features
import rectrix._core.text


class Lists:
    """
    The k-best lists of many sentences, as parallel arrays. Complete once an array was looked at.
    """

    def __init__(self, space: rectrix._core.features.FeatureSpace) -> None: ...

    def begin_sentence(self, id: str = '') -> None:
        """Begin the list of the next sentence, which may have a name."""

    def note(self, name: str, text: str) -> None:
        """Attach a text (alignment, word_scores) to the hypothesis added last."""

    def notes(self, name: str) -> list[str]:
        """
        The texts with this name (alignment, word_scores) of all hypotheses; '' where one has none.
        """

    @property
    def note_names(self) -> list[str]:
        """The names of the texts that are attached to hypotheses."""

    @property
    def ids(self) -> list[str]:
        """The names of the sentences; empty if they have numbers only."""

    def add(self, text: str, score: float, features: Sequence[tuple[int, float]]) -> None:
        """Add a hypothesis to the sentence begun last."""

    def extend(self, list_begin: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], token_begin: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], tokens: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Sequence[str], scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_begin: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], feature_values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Append the lists of other sentences; tokens are places in `words`."""

    def rows(self, sentence: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.float64]]:
        """
        A sentence's features as a sparse matrix in the order of keys: feature indexes of its columns, indptr, indices, data.
        """

    def __len__(self) -> int: ...

    def __repr__(self) -> str: ...

    @property
    def hypotheses(self) -> int:
        """The number of hypotheses in all lists."""

    @property
    def words(self) -> rectrix._core.text.Vocabulary: ...

    @property
    def space(self) -> rectrix._core.features.FeatureSpace:
        """The feature space of the lists."""

    @property
    def list_begin(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Sentence s has hypotheses [s] to [s + 1]."""

    @property
    def token_begin(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Hypothesis h has tokens [h] to [h + 1]."""

    @property
    def tokens(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """Word numbers of all hypotheses."""

    @property
    def scores(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """Model scores."""

    @property
    def feature_begin(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Hypothesis h has features [h] to [h + 1]."""

    @property
    def feature_ids(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """Feature indexes, ascending in each hypothesis."""

    @property
    def feature_values(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), writable=False)]:
        """Feature values."""

    def text(self, hypothesis: int) -> str:
        """The words of a hypothesis, joined by blanks."""

    def set_column(self, name: str, values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Attach an external value to every hypothesis (COMET, human scores ...).
        """

    def column(self, name: str) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """A copy of the external values with this name."""

    @property
    def columns(self) -> list[str]:
        """The names of the external values."""

class Reader:
    """An n-best file, read list by list."""

    def __init__(self, reader: object, name: str, format: str) -> None:
        """reader: any object with read(size) -> bytes; name: for error messages."""

    def read(self, space: rectrix._core.features.FeatureSpace, sentences: int) -> Lists:
        """
        The lists of the next sentences, at most so many; none at the end of the file.
        """

def lines(lists: Lists, begin: int, end: int, format: str, first_id: int = 0, dense: list[tuple[str, list[tuple[str, float]]]] = []) -> str:
    """
    The lines of sentences begin to end in an n-best format; the first sentence of the lists has the id first_id. Dense: for Moses' format, the names of dense features with the features and factors of their values.
    """

def merge(first: Lists, second: Lists) -> tuple[Lists, NDArray[numpy.int64]]:
    """
    The hypotheses of both, sentence by sentence, without repetitions of the same words and features; and the number of each among those of the first, then of the second lists.
    """

def append(lists: Lists, more: Lists) -> None:
    """Append the lists of other sentences."""

def with_features(lists: Lists, names: Sequence[str], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], factors: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Lists:
    """
    The lists with more features, in place of any of the same name: values of all names of hypothesis 0, then of 1 ...; factors: what the features that are there are multiplied by, by index, 0 leaves one out; none: they stay as they are.
    """

def unique(lists: Lists) -> Lists:
    """
    Lists without repeated strings: of each the hypothesis with the highest score stays.
    """

def extract(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: numpy.typing.NDArray[numpy.float64] | list[numpy.typing.NDArray[numpy.float64]], size: int = 100, unique: bool = True, trees: bool = False, threads: int = 1, first: int = 0, numbers: list[int] = [], tick: object | None = None, constraints: list[rectrix._core.decode.Constraints | None] = [], alignments: bool = False, grow: bool = True) -> tuple[Lists, list[rectrix._core.decode.SearchReport], list[str]]:
    """
    The k-best lists of sentences, a report for each, and pictures of the derivations if asked for. Sentences are numbered from first on, or by numbers: per-sentence grammars are found by them. Weights: one vector for all, or one for each sentence. Constraints: one for each sentence, or none. Alignments: of each hypothesis, in the reports. Grow: new features join the decoder's space, as learning wants it; if not, a copy that the lists have.
    """
