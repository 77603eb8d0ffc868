"""Sample corpora: endless streams of pairs, and folders of train, dev, devtest and test files.

No two splits share a sentence: held-out sentences are drawn first and remembered, in either language,
and a pair of another split that has one of them on either side is drawn again. Only the held-out
sentences are held in memory, so that training data of any size streams to disk.
"""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, islice
from pathlib import Path
from typing import IO, NamedTuple

from pydantic import Field

from rectrix._core.text import Spacing, with_capitals
from rectrix.base.config import Settings
from rectrix.base.files import require_absent, writing
from rectrix.base.progress import Progress
from rectrix.base.seeds import derive
from rectrix.sample import to_german
from rectrix.sample.grammar import grammar
from rectrix.sample.to_english import English

HELD_OUT = ("dev", "devtest", "test")
# Each block has a random stream of its own, so that the first pairs do not depend on how many follow.
_BLOCK = 1000
_TRIES = 12  # calls of the English side per wanted reference


class SamplePair(NamedTuple):
    """A German sentence and its distinct English translations, at least one."""

    source: str
    references: tuple[str, ...]


class SampleSettings(Settings):
    """What a sample folder holds."""

    pairs: int = Field(default=20000, ge=0)  # training pairs
    held_out: int = Field(default=500, ge=0)  # sentences each in dev, devtest and test
    references: int = Field(default=3, ge=1, le=9)  # references of a held-out sentence
    seed: int = Field(default=1, ge=0)  # root of all randomness
    tokens: bool = False  # lowercased tokens instead of text as people write it


class SeenSentences:
    """Sentences of both languages that no other split may hold."""

    def __init__(self) -> None:
        self._sources: set[str] = set()
        self._targets: set[str] = set()

    def clash(self, pair: SamplePair) -> bool:
        """Whether the pair has a remembered sentence on either side, whatever its case."""
        return pair.source.lower() in self._sources or any(
            target.lower() in self._targets for target in pair.references
        )

    def add(self, pair: SamplePair) -> None:
        """Remember both sides."""
        self._sources.add(pair.source.lower())
        self._targets.update(target.lower() for target in pair.references)


def pairs(
    seed: int = 1,
    split: str = "train",
    references: int = 1,
    tokens: bool = False,
    seen: SeenSentences | None = None,
) -> Iterator[SamplePair]:
    """An endless stream of pairs, another for each split; those that clash with `seen` are left out."""
    for block in count():
        rng = random.Random(derive(seed, "sample", split, block))
        for _ in range(_BLOCK):
            pair = draw(rng, references, tokens)
            while seen is not None and seen.clash(pair):
                pair = draw(rng, references, tokens)
            yield pair


def draw(rng: random.Random, references: int = 1, tokens: bool = False) -> SamplePair:
    """One pair, with as many distinct references as can be found, up to the wanted number."""
    meaning = grammar().sentence(rng)
    english = English(rng)
    found = [_text(english.sentence(meaning), tokens)]
    for _ in range(_TRIES * (references - 1)):
        if len(found) == references:
            break
        other = _text(english.sentence(meaning), tokens)
        if other not in found:
            found.append(other)
    return SamplePair(_text(to_german.sentence(meaning), tokens), tuple(found))


def _text(words: list[str], tokens: bool) -> str:
    if tokens:
        return " ".join(words).lower()
    return Spacing().join(with_capitals(words, first=True))


def _names(settings: SampleSettings) -> dict[str, list[str]]:
    """The file names of each split: the source's, then those of its references."""
    wanted = range(settings.references)
    held = {split: [f"{split}.de", *(f"{split}.ref{k}.en" for k in wanted)] for split in HELD_OUT}
    return held | {"train": ["train.de", "train.en"]}


def sample_files(folder: Path, settings: SampleSettings) -> list[Path]:
    """All files of a sample folder."""
    names = [name for group in _names(settings).values() for name in group]
    return [folder / name for name in (*names, "README", "sample.toml")]


def write_sample(
    folder: Path, settings: SampleSettings, progress: Progress | None = None, force: bool = False
) -> None:
    """Write all splits, sample.toml with the settings, and a README; files appear when all are complete."""
    progress = progress or Progress()
    names = _names(settings)
    for path in sample_files(folder, settings):
        require_absent(path, force)
    seen = SeenSentences()
    with ExitStack() as stack:
        opened = {
            split: [stack.enter_context(writing(folder / name, force=force)) for name in group]
            for split, group in names.items()
        }
        for split in HELD_OUT:
            _write_held_out(split, settings, seen, opened[split])
        _write_train(settings, seen, opened["train"], progress)
        readme = stack.enter_context(writing(folder / "README", force=force))
        readme.write(_README.format(settings=settings, signature=settings.signature()))
    settings.write(folder / "sample.toml", force=force)


def _write_held_out(split: str, settings: SampleSettings, seen: SeenSentences, out: list[IO[str]]) -> None:
    stream = pairs(settings.seed, split, settings.references, settings.tokens, seen)
    for pair in islice(stream, settings.held_out):
        seen.add(pair)
        # A missing reference is the first again: all files of a split must have as many lines.
        padded = pair.references + pair.references[:1] * (settings.references - len(pair.references))
        for file, text in zip(out, (pair.source, *padded), strict=True):
            file.write(text + "\n")


def _write_train(
    settings: SampleSettings, seen: SeenSentences, out: list[IO[str]], progress: Progress
) -> None:
    source, target = out
    with progress.task("sample", settings.pairs, "pairs") as task:
        stream = islice(pairs(settings.seed, "train", 1, settings.tokens, seen), settings.pairs)
        while block := list(islice(stream, _BLOCK)):
            source.write("".join(f"{pair.source}\n" for pair in block))
            target.write("".join(f"{pair.references[0]}\n" for pair in block))
            task.advance(len(block))


_README = """\
German-English sample bitext, generated by `rectrix sample` ({signature}).

train.de train.en          {settings.pairs} training pairs, line by line
dev.de dev.ref0.en ...     tuning set: {settings.held_out} sentences, {settings.references} reference(s) each
devtest.* test.*           two more sets like dev

A sentence with fewer distinct references repeats its first one. No two
of the four sets share a sentence in either language. sample.toml holds the settings.
"""
