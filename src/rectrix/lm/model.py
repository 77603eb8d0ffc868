"""Queries of a back-off model: p(w | h) = p*(w | h) if hw is listed, else b(h) p(w | h less a word)."""

from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rectrix._core import lm as core
from rectrix._core.text import WordClasses
from rectrix.base.copies import copy_file
from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import open_bytes, shown, writing, writing_path

_MAGIC = b"RECTRIX\n"
_KENLM = b"mmap lm http://kheafield.com/code"


@dataclass(frozen=True)
class Total:
    """Sums over sentences."""

    sentences: int = 0
    words: int = 0  # without </s>
    tokens: int = 0  # with </s>, if it was scored
    unknown: int = 0  # of the words
    log10: float = 0.0
    unknown_log10: float = 0.0  # the unknown words' part of log10

    def __add__(self, other: "Total") -> "Total":
        return Total(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def perplexity(self, unknown: bool = True) -> float:
        """10 to the mean negative log10 per word, </s> included; with or without the unknown words."""
        tokens = self.tokens - (0 if unknown else self.unknown)
        log10 = self.log10 - (0.0 if unknown else self.unknown_log10)
        return float(10.0 ** (-log10 / tokens)) if tokens else float("nan")


@dataclass(frozen=True)
class Scores:
    """One number per sentence in each array."""

    log10: NDArray[np.float64]  # of the sentence's probability
    words: NDArray[np.uint32]  # without </s>
    unknown: NDArray[np.uint32]  # of the words
    unknown_log10: NDArray[np.float64]  # the unknown words' part of log10
    end: bool = True  # whether </s> was scored

    def sum(self) -> Total:
        """All sentences together."""
        sentences, words = len(self.words), int(self.words.sum())
        return Total(
            sentences,
            words,
            words + (sentences if self.end else 0),
            int(self.unknown.sum()),
            float(self.log10.sum()),
            float(self.unknown_log10.sum()),
        )


def kept_arpa(mapped: Path) -> Path:
    """Where a model's text lies beside its mapped form, if it is kept."""
    return mapped.with_suffix(".arpa.gz")


def compile_arpa(
    arpa: Path | str, output: Path | str, trie: bool = False, bits: int = 0, force: bool = False
) -> "LanguageModel":
    """Write the memory-mapped form of an ARPA file: hash tables, or a trie, smaller and slower.

    bits: of a quantized probability or back-off in a trie, 2 to 16; 0 keeps them exact.
    """
    if bits and not trie:
        raise UsageError("only a trie holds quantized values: add --trie, or leave out --bits")
    with open_bytes(arpa) as file:
        model = core.Model.read_arpa(file, shown(arpa), keep_ngrams=trie)
    with writing_path(output, force) as temporary:
        if trie:
            model.save_trie(temporary, bits)
        else:
            model.save(temporary)
    return LanguageModel.open(output)


def mapped_model(model: Path, output: Path) -> None:
    """The memory-mapped form of a model that has it already, or of an ARPA file."""
    opened = LanguageModel.open(model)
    if is_mapped(model):
        copy_file(model, output)
    else:
        opened.save(output)


def is_mapped(model: Path | str) -> bool:
    """Whether a file is a model in its memory-mapped form; KenLM's form is refused with what to do."""
    with open_bytes(model) as file:
        begin: bytes = file.peek(len(_KENLM))[: len(_KENLM)]  # type: ignore[attr-defined]
    if begin == _KENLM:
        raise InputError.at(
            model, 0, "KenLM's binary form, which is not read; give the ARPA text that build_binary read"
        )
    return begin.startswith(_MAGIC)


class LanguageModel:
    """An n-gram model that scores sentences; words are space-separated tokens."""

    def __init__(self, core_model: core.Model) -> None:
        self.core = core_model

    @classmethod
    def open(cls, path: Path | str, load: str = "map", classes: WordClasses | None = None) -> "LanguageModel":
        """Map an .rlm file (at once) or read an ARPA file (compressed or not).

        load: map, populate (read all pages at once) or read (keep a copy in memory). classes: of a mapped
        model that was estimated from classes, by which it reads words.
        """
        if str(path) != "-" and is_mapped(path):
            return cls(core.Model.open(path, load, classes))
        if classes is not None:
            raise UsageError(f"{path}: a class-based model is opened in its mapped form: rectrix lm compile")
        with open_bytes(path) as file:
            return cls(core.Model.read_arpa(file, shown(path)))

    def save(self, path: Path | str, force: bool = False) -> None:
        """Write the memory-mapped form."""
        with writing_path(path, force) as temporary:
            self.core.save(temporary)

    def write_arpa(
        self, path: Path | str, force: bool = False, tick: Callable[[int], None] | None = None
    ) -> None:
        """Write the model as ARPA text, also from its memory-mapped form; tick: n-grams written so far."""
        with writing(path, force) as file:
            self.core.write_arpa(file.buffer, tick)  # type: ignore[attr-defined]

    def words(self) -> list[str]:
        """The words of the model, <unk>, <s> and </s> among them."""
        return [self.core.word(number) for number in range(self.counts[0])]

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return self.core.order

    @property
    def counts(self) -> list[int]:
        """The number of n-grams of each length, from 1."""
        return self.core.counts

    def __contains__(self, word: str) -> bool:
        return self.core.index(word) != 0

    def score(self, sentence: str, begin: bool = True, end: bool = True) -> float:
        """The log10 probability of a sentence; begin: behind <s>, end: followed by </s>."""
        return self.core.score_sentence(sentence, begin, end)

    def score_all(
        self, sentences: Iterable[str | bytes], begin: bool = True, end: bool = True, threads: int = 1
    ) -> Scores:
        """The scores of many sentences, without the GIL."""
        lines = sentences if isinstance(sentences, list) else list(sentences)
        return Scores(*self.core.score_sentences(lines, begin, end, threads), end=end)

    def score_words(
        self, sentence: str | bytes, begin: bool = True, end: bool = True
    ) -> list[tuple[float, int, bool]]:
        """Per word: log10 probability, length of the n-gram used, whether the word is unknown."""
        return self.core.score_words(sentence, begin, end)

    def perplexity(self, sentences: Iterable[str | bytes], threads: int = 1) -> float:
        """The perplexity per word of sentences, </s> and unknown words included."""
        return self.score_all(sentences, threads=threads).sum().perplexity()
