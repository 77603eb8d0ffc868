"""Sentences drawn from a training bitext to tune on."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from rectrix._core.grammar import BitextIndex
from rectrix.base.errors import UsageError
from rectrix.base.seeds import stream
from rectrix.model.settings import INDEX_SUFFIX
from rectrix.model.translator import Translator
from rectrix.pipeline.neighbors import with_neighbors
from rectrix.pipeline.tune_settings import Neighbors

Lengths = NDArray[np.int64]  # of source and target, a row a pair
_STEEPEST = 20.0  # λ beyond which a few pairs would be all


def draw(
    bitext: BitextIndex,
    size: int,
    max_words: int,
    seed: int,
    neighbors: Neighbors = "last",
    ratio: float | None = None,
) -> list[int]:
    """Numbers of at most `size` pairs (0: all) without an empty side or one of more than `max_words` words.

    In random order, so that pairs beside each other make random shards. neighbors: what becomes of sentences
    that another one equals but for a word; ratio: target words for a source word that the pairs should have.
    """
    sides = (bitext.source, bitext.target)
    words = [[len(text(number).split()) for text in sides] for number in range(len(bitext))]
    lengths: Lengths = np.array(words, np.int64).reshape(-1, 2)
    fits = (lengths.min(axis=1) > 0) & (lengths.max(axis=1) <= max_words)
    random = stream(seed, "training sample", len(bitext))
    if ratio is None:
        order = random.permutation(len(bitext))
        order = order[fits[order]]
    else:
        order = np.flatnonzero(fits)
        # A weighted draw without replacement (Efraimidis & Spirakis 2006).
        keys = _tilted(lengths[order], ratio) + random.gumbel(size=len(order))
        order = order[np.argsort(-keys, kind="stable")]
    if neighbors != "any":
        near = with_neighbors(bitext.source(number).split() for number in range(len(bitext)))[order]
        order = np.concatenate([order[~near], order[near] if neighbors == "last" else order[:0]])
    if not len(order):
        alone = " and no neighbor" if neighbors == "never" else ""
        raise UsageError(f"no training sentence has between 1 and {max_words} words on both sides{alone}")
    return [int(number) for number in order[: size or None]]


def _tilted(lengths: Lengths, ratio: float) -> NDArray[np.float64]:
    """Logarithms of (target/source)^λ, with the λ that gives the weighted pairs a ratio of words.

    Ratios beyond 2 are mostly pairs that do not belong together, and count as 2.
    """
    each = np.clip(np.log(lengths[:, 1] / lengths[:, 0]), -np.log(2), np.log(2))

    def excess(power: float) -> float:
        source, target = np.exp(power * each) @ lengths
        return float(target / source - ratio)

    if excess(-_STEEPEST) >= 0 or excess(_STEEPEST) <= 0:
        raise UsageError(
            f"no training sentences have {ratio:.2f} target words for a source word, as held-out ones do"
        )
    return float(brentq(excess, -_STEEPEST, _STEEPEST)) * each


def open_bitext(model: Translator, path: Path | None) -> tuple[Path, BitextIndex]:
    """The indexed bitext of a model: its own grammar, or the one given."""
    if path is None:
        path = model.folder.grammar
        if path.suffix != INDEX_SUFFIX:
            raise UsageError(
                f"{model.folder.path} does not hold its training bitext: give the index that `rectrix train` "
                "left in its work folder (--index MODEL.work/grammar.rindex)"
            )
    return path, BitextIndex.open(path)
