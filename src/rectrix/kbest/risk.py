"""Minimum Bayes risk over lists (Kumar & Byrne 2004): the hypothesis that is best in expectation."""

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import consensus
from rectrix.kbest.rerank import highest

Floats = NDArray[np.float64]


def shares(lists: Lists, scores: Floats, scale: float) -> Floats:
    """The probability of each hypothesis in its list, ~ exp(scale · score)."""
    sizes = np.diff(lists.list_begin)
    starts, sizes = lists.list_begin[:-1][sizes > 0], sizes[sizes > 0]
    if not len(starts):
        return np.zeros(0)
    weights = np.exp(scale * (scores - np.repeat(np.maximum.reduceat(scores, starts), sizes)))
    return np.asarray(weights / np.repeat(np.add.reduceat(weights, starts), sizes))


def choose(
    lists: Lists, scores: Floats, kind: str, scale: float = 1.0, threads: int = 1
) -> NDArray[np.int64]:
    """Of each list the hypothesis with the best expected metric (bleu, bleu+1 or chrf); -1 if it has none."""
    return highest(lists, consensus(lists, shares(lists, scores, scale), kind, threads))
