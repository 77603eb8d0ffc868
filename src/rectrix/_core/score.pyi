"""Sufficient statistics of metrics."""

from typing import Annotated

import numpy
from numpy.typing import NDArray

import rectrix._core.kbest
import rectrix._core.text


class References:
    """Reference translations, one or more for every sentence."""

    def __init__(self) -> None: ...

    def read(self, reader: object, name: str) -> None:
        """Add one reference for every sentence, a line each."""

    def __len__(self) -> int: ...

    def __repr__(self) -> str: ...

    @property
    def per_sentence(self) -> int:
        """The number of references of each sentence."""

    @property
    def words(self) -> rectrix._core.text.Vocabulary: ...

    def text(self, sentence: int, reference: int = 0) -> str:
        """The words of a reference, joined by spaces."""

def bleu_statistics(lists: rectrix._core.kbest.Lists, references: References, sentences: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, order: int = 4, length: str = 'closest', threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
    """
    For every hypothesis: its length, its reference length, matches of order 1..N, n-grams of order 1..N.
    sentences: whose references each list is compared with; by default list i with sentence i.
    """

def chrf_statistics(lists: rectrix._core.kbest.Lists, references: References, sentences: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, char_order: int = 6, word_order: int = 0, beta: int = 2, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
    """
    For every hypothesis and order: its n-grams, the reference's, and common ones; characters, then words.
    """

def ter_statistics(lists: rectrix._core.kbest.Lists, references: References, list_words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], reference_words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], sentences: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
    """
    For every hypothesis: the fewest edits to any reference, and the references' average length.
    list_words, reference_words: numbers under which words are compared.
    """

def error_statistics(lists: rectrix._core.kbest.Lists, references: References, sentences: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, characters: bool = False, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
    """
    For every hypothesis: insertions, deletions and substitutions, and the reference's length, in words or characters.
    """

def consensus(lists: rectrix._core.kbest.Lists, shares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], kind: str, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """
    Of every hypothesis: the expectation of sentence BLEU or chrF with the list's hypotheses as references, each with its share, or (votes) the mean share of the hypotheses that have a word.
    """
