"""Features that need nothing but the lists, the source sentences or a language model."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import consensus
from rectrix.base.errors import InputError
from rectrix.kbest.matrix import sentences
from rectrix.lm.model import LanguageModel

Floats = NDArray[np.float64]


def length(lists: Lists, source: Sequence[str], threads: int) -> Floats:
    """Words of the hypothesis."""
    return np.diff(lists.token_begin).astype(np.float64)


def ratio(lists: Lists, source: Sequence[str], threads: int) -> Floats:
    """Words of the hypothesis for each word of the source."""
    if len(source) < len(lists):
        raise InputError(f"{len(lists)} lists, but fewer source sentences")
    words = np.array([max(1, len(line.split())) for line in source], np.float64)
    return length(lists, source, threads) / np.repeat(words[: len(lists)], np.diff(lists.list_begin))


def rank(lists: Lists, source: Sequence[str], threads: int) -> Floats:
    """The place in the list, from 1."""
    places = [np.arange(1, len(hypotheses) + 1) for hypotheses in sentences(lists)]
    return np.concatenate([np.zeros(0), *places])


def score(lists: Lists, source: Sequence[str], threads: int) -> Floats:
    """The system's own score."""
    return np.array(lists.scores)


def _consensus(kind: str) -> Callable[[Lists, Sequence[str], int], Floats]:
    def feature(lists: Lists, source: Sequence[str], threads: int) -> Floats:
        return consensus(lists, np.ones(lists.hypotheses), kind, threads)

    return feature


def lm_score(lists: Lists, model: LanguageModel, threads: int) -> Floats:
    """The log10 probability of a hypothesis' words."""
    texts = [lists.text(hypothesis) for hypothesis in range(lists.hypotheses)]
    return model.score_all(texts, threads=threads).log10


votes = _consensus("votes")
mbr_bleu = _consensus("bleu")
mbr_bleu_1 = _consensus("bleu+1")
mbr_chrf = _consensus("chrf")


def feature_name(ready: str) -> str:
    """The name that a ready feature has in the lists."""
    return ready.replace(":", "_")
