"""Sentences drawn from a training bitext to tune on."""

from dataclasses import dataclass
from pathlib import Path

from rectrix._core.grammar import Bitext
from rectrix.base.errors import UsageError
from rectrix.base.seeds import stream
from rectrix.decode.model_folder import INDEX_SUFFIX
from rectrix.pipeline.model import Model


@dataclass(frozen=True)
class Sample:
    """Sentence pairs of a bitext in random order, so that neighboring ones make random shards."""

    numbers: list[int]  # in the bitext
    source: list[str]
    target: list[str]


def draw(bitext: Bitext, size: int, max_words: int, seed: int) -> Sample:
    """At most `size` pairs without an empty side or one of more than `max_words` words."""
    chosen = Sample([], [], [])
    for number in stream(seed, "training sample", len(bitext)).permutation(len(bitext)).tolist():
        if len(chosen.numbers) == size:
            break
        source, target = bitext.source(number), bitext.target(number)
        if all(0 < len(text.split()) <= max_words for text in (source, target)):
            chosen.numbers.append(number)
            chosen.source.append(source)
            chosen.target.append(target)
    if not chosen.numbers:
        raise UsageError(f"no training sentence has between 1 and {max_words} words on both sides")
    return chosen


def open_bitext(model: Model, path: Path | None) -> Bitext:
    """The indexed bitext of a model: its own grammar, or the one given."""
    if path is not None:
        return Bitext.open(path)
    if model.folder.grammar.suffix != INDEX_SUFFIX:
        raise UsageError(
            f"{model.folder.path} does not hold its training bitext: give the index that `rectrix train` "
            "left in its work folder (--bitext MODEL.work/grammar.rindex)"
        )
    return Bitext.open(model.folder.grammar)
