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

    def begin_sentence(self) -> None:
        """Begin the list of the next sentence."""

    def add(self, text: str, score: float, features: Sequence[tuple[int, float]]) -> None:
        """Add a hypothesis to the sentence begun last."""

    def __len__(self) -> int: ...

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

def extract(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: numpy.typing.NDArray[numpy.float64], size: int = 100, unique: bool = True, trees: bool = False, threads: int = 1, first: int = 0, tick: object | None = None) -> tuple[Lists, list[rectrix._core.decode.Report], list[str]]:
    """
    The k-best lists of sentences, a report for each, and pictures of the derivations if asked for.
    """
