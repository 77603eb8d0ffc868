"""Word alignment."""

import os
from typing import Annotated

import numpy
from numpy.typing import NDArray


MAX_LENGTH: int = 1000

class Alignments:
    """Word alignments of a corpus, one set of links per sentence pair."""

    def __init__(self) -> None: ...

    @staticmethod
    def from_arrays(offsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], links: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Alignments:
        """
        From offsets (one more than pairs) and links (source, target, source, target...).
        """

    @staticmethod
    def read(reader: object, name: str, first: int = 0) -> Alignments:
        """Read Pharaoh lines (0-0 1-2); first: what the first word is called."""

    def __len__(self) -> int: ...

    def __getitem__(self, pair: int) -> list[tuple[int, int]]:
        """The links of one pair as (source, target), ascending."""

    def pharaoh(self, pair: int) -> str:
        """The links of one pair as text."""

    def text(self) -> str:
        """All pairs in Pharaoh format, one line each."""

    @property
    def offsets(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]:
        """Pair p has the links offsets[p]:offsets[p + 1]."""

    @property
    def links(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None, 2), writable=False)]:
        """All links, one row (source, target) each."""

class Gold:
    """A human's alignment with sure and possible links."""

    @staticmethod
    def read(reader: object, name: str, first: int = 0) -> Gold:
        """Read links 3-4 (sure), 3?4 or 3p4 (possible)."""

    @property
    def sure(self) -> Alignments: ...

    @property
    def possible(self) -> Alignments:
        """The sure links and those that are possible only."""

class LinkCounts:
    """Counts from which precision, recall and error rate follow."""

    @property
    def found(self) -> int: ...

    @property
    def sure(self) -> int: ...

    @property
    def found_sure(self) -> int: ...

    @property
    def found_possible(self) -> int: ...

def compare(found: Alignments, gold: Gold) -> LinkCounts:
    """Count the links that an alignment and a gold standard share."""

def heuristics() -> list[str]:
    """The names of the symmetrization heuristics."""

def symmetrize(forward: Alignments, reverse: Alignments, heuristic: str) -> Alignments:
    """One alignment from two directed ones."""

NULL: int = 0

class LexicalTable:
    """
    p(target | source) and p(source | target) by relative frequency of links.
    """

    def __init__(self, source_words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_offsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], target_words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], alignments: Alignments) -> None:
        """
        From the two sides of a corpus as word numbers; words without a link count with NULL.
        """

    def __len__(self) -> int: ...

    def find(self, source: int, target: int) -> tuple[float, float]:
        """
        p(target | source) and p(source | target); zeros for pairs never linked.
        """

    def pairs(self) -> list[tuple[int, int]]:
        """All linked pairs (source, target), ascending."""

class Corpus:
    """Sentence pairs as word numbers."""

    def __len__(self) -> int: ...

    @property
    def skipped(self) -> int:
        """
        Pairs that stay unaligned: one side is empty or longer than MAX_LENGTH words.
        """

class Aligner:
    """Both directions of an alignment model with their vocabularies."""

    @staticmethod
    def open(path: str | os.PathLike) -> Aligner:
        """Load a saved model."""

    def save(self, path: str | os.PathLike, least: float = 9.999999974752427e-07) -> None:
        """Write the model; pairs below `least` in both directions are left out."""

    def encode(self, source: object, source_name: str, target: object, target_name: str) -> Corpus:
        """New sentence pairs in this model's word numbers."""

    def align(self, corpus: Corpus, reverse: bool, posterior: bool = False, threads: int = 1, tick: object | None = None) -> Alignments:
        """Align new sentence pairs in one direction."""

    def link(self, corpus: Corpus, heuristic: str, threshold: float = -1.0, threads: int = 1, tick: object | None = None) -> Alignments:
        """Links of new sentence pairs from the posteriors of both directions."""

    def lexicon(self, corpus: Corpus, alignments: Alignments, reverse: bool = False) -> str:
        """Relative frequencies of links as lines `generated given probability`."""

    def scores(self, corpus: Corpus, reverse: bool = False, threads: int = 1) -> list[float]:
        """
        log p(target | source) of each pair, or (reverse) of the source, per word; NaN if unalignable.
        """

    def probability(self, source: str, target: str, reverse: bool = False) -> float:
        """p(target | source), or p(source | target); 0 if not kept."""

    def null_probability(self, word: str, reverse: bool = False) -> float:
        """p(word | empty word) of a target word, or (reverse) of a source word."""

    def model(self, reverse: bool = False) -> str:
        """The name of the distortion model."""

    def parameters(self, reverse: bool = False) -> list[float]:
        """The parameters of the distortion model, as saved."""

def exp_digamma(x: float) -> float:
    """exp(digamma(x)), the weight of a count in variational Bayes."""

def diagonal_sums(generated: int, given_length: int, generated_length: int, tension: float) -> tuple[float, float]:
    """
    The normalizer of the diagonal prior at a generated position (from 0), and its expected distance.
    """

class DistortionOptions:
    """Options of the distortion models."""

    def __init__(self) -> None: ...

    @property
    def null_probability(self) -> float:
        """Of the empty word; negative: the model's default."""

    @null_probability.setter
    def null_probability(self, arg: float, /) -> None: ...

    @property
    def tension(self) -> float:
        """Of the diagonal, at the start."""

    @tension.setter
    def tension(self, arg: float, /) -> None: ...

    @property
    def learn_tension(self) -> bool:
        """Optimize it in every iteration."""

    @learn_tension.setter
    def learn_tension(self, arg: bool, /) -> None: ...

    @property
    def jump_width(self) -> int:
        """hmm: longer jumps share one class per side."""

    @jump_width.setter
    def jump_width(self, arg: int, /) -> None: ...

    @property
    def restart_probability(self) -> float:
        """hmm: of a jump to anywhere."""

    @restart_probability.setter
    def restart_probability(self, arg: float, /) -> None: ...

    @property
    def favor_diagonal(self) -> bool:
        """hmm: jumps to anywhere go near the diagonal."""

    @favor_diagonal.setter
    def favor_diagonal(self, arg: bool, /) -> None: ...

class FertilityOptions:
    """Options of the fertility model."""

    def __init__(self) -> None: ...

    @property
    def chains(self) -> int: ...

    @chains.setter
    def chains(self, arg: int, /) -> None: ...

    @property
    def lexical_sweeps(self) -> int:
        """With words only."""

    @lexical_sweeps.setter
    def lexical_sweeps(self, arg: int, /) -> None: ...

    @property
    def hmm_sweeps(self) -> int:
        """With words and jumps."""

    @hmm_sweeps.setter
    def hmm_sweeps(self, arg: int, /) -> None: ...

    @property
    def sweeps(self) -> int:
        """With fertilities; the later half is averaged."""

    @sweeps.setter
    def sweeps(self, arg: int, /) -> None: ...

    @property
    def lexical_prior(self) -> float: ...

    @lexical_prior.setter
    def lexical_prior(self, arg: float, /) -> None: ...

    @property
    def jump_prior(self) -> float: ...

    @jump_prior.setter
    def jump_prior(self, arg: float, /) -> None: ...

    @property
    def fertility_prior(self) -> float: ...

    @fertility_prior.setter
    def fertility_prior(self, arg: float, /) -> None: ...

    @property
    def null_probability(self) -> float: ...

    @null_probability.setter
    def null_probability(self, arg: float, /) -> None: ...

    @property
    def reward(self) -> float:
        """Of a link that both directions have."""

    @reward.setter
    def reward(self, arg: float, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

def models() -> list[str]:
    """The names of the alignment models."""

class Trainer:
    """An alignment model and the corpus it is trained on."""

    def __init__(self, source: object, source_name: str, target: object, target_name: str, least_posterior: float = 0.0, prior: Aligner | None = None, prior_weight: float = 10.0, tick: object | None = None) -> None:
        """
        least_posterior: cells less probable under model 1 are left out; prior: a model that lends counts.
        """

    def use(self, reverse: bool, model: str, options: DistortionOptions) -> None:
        """Go on with another distortion model; word probabilities stay."""

    def iterate(self, reverse: bool, concentration: float = 0.0, threads: int = 1, tick: object | None = None) -> float:
        """
        One iteration of expectation maximization (concentration > 0: variational Bayes); returns the log-likelihood before it.
        """

    def iterate_agreeing(self, concentration: float = 0.0, threads: int = 1, tick: object | None = None) -> float:
        """
        One iteration of both directions, trained to agree; returns the sum of the log-likelihoods.
        """

    def sample(self, options: FertilityOptions, threads: int = 1, tick: object | None = None) -> None:
        """Sample the fertility model; ticks count sweeps of all chains."""

    def link(self, heuristic: str, threshold: float = -1.0, threads: int = 1, tick: object | None = None) -> Alignments:
        """Links of the training corpus from the posteriors of both directions."""

    def align(self, reverse: bool, posterior: bool = False, threads: int = 1, tick: object | None = None) -> Alignments:
        """Align the training corpus in one direction."""

    def drop_corpus(self) -> None:
        """Free what only training needs; the aligner stays as it is."""

    @property
    def corpus(self) -> Corpus: ...

    @property
    def aligner(self) -> Aligner:
        """The model as trained so far."""
