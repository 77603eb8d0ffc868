"""Sentences drawn from a training bitext to tune on."""

from pathlib import Path

import numpy as np

from rectrix._core.grammar import BitextIndex
from rectrix.base.errors import UsageError
from rectrix.base.seeds import stream
from rectrix.model.settings import INDEX_SUFFIX
from rectrix.model.translator import Translator
from rectrix.pipeline.neighbors import with_neighbors
from rectrix.pipeline.tune_settings import Neighbors


def draw(
    bitext: BitextIndex, size: int, max_words: int, seed: int, neighbors: Neighbors = "last"
) -> list[int]:
    """Numbers of at most `size` pairs (0: all) without an empty side or one of more than `max_words` words.

    In random order, so that pairs beside each other make random shards. neighbors: what becomes of sentences
    that another one equals but for a word.
    """
    order = stream(seed, "training sample", len(bitext)).permutation(len(bitext))
    if neighbors != "any":
        near = with_neighbors(bitext.source(number).split() for number in range(len(bitext)))[order]
        order = np.concatenate([order[~near], order[near] if neighbors == "last" else order[:0]])
    chosen: list[int] = []
    for number in order.tolist():
        if size and len(chosen) == size:
            break
        lengths = (len(text(number).split()) for text in (bitext.source, bitext.target))
        if all(0 < length <= max_words for length in lengths):
            chosen.append(number)
    if not chosen:
        alone = " and no neighbor" if neighbors == "never" else ""
        raise UsageError(f"no training sentence has between 1 and {max_words} words on both sides{alone}")
    return chosen


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
