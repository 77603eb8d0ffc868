"""The text stage of training: each side learns its text processing, then the texts are prepared with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from rectrix.base.errors import UsageError
from rectrix.base.files import open_bytes, writing, writing_folder
from rectrix.base.progress import Progress
from rectrix.text import Bitext, Pair, ReadingReport, TextPipeline, TextSettings, filtered, read_sentences
from rectrix.text.bitext import Filter

_BATCH = 2000  # lines prepared together
_MANY = 1000  # words from which on it can be said that they hardly repeat
SIDES = ("source", "target")


@dataclass(frozen=True)
class Side:
    """The text processing of one side, in use."""

    pipeline: TextPipeline
    threads: int

    def prepare(self, old: Path, new: Path) -> None:
        """Write the words of a text, line by line."""
        lines = read_sentences(old)
        with writing(new, force=True) as file:
            while batch := list(islice(lines, _BATCH)):
                file.writelines(f"{line}\n" for line in self.pipeline.apply_lines(batch, self.threads))


@dataclass(frozen=True)
class TextStage:
    """The text processing of both sides; what they learn lies in a folder."""

    sides: tuple[TextSettings, TextSettings]
    folder: Path
    threads: int
    progress: Progress

    def dump(self) -> dict[str, Any]:
        """The settings, by which a stage knows whether it was done before."""
        return {name: side.model_dump(mode="json") for name, side in zip(SIDES, self.sides, strict=True)}

    def learn(self, source: Sequence[Path], target: Sequence[Path]) -> None:
        """Learn from the training text of each side; only the target writes text."""
        with writing_folder(self.folder, force=True) as folder:
            for name, settings, files in zip(SIDES, self.sides, (source, target), strict=True):
                with self.progress.task(f"learning the {name}'s text processing"):
                    made = TextPipeline.learn(settings, files, output=name == "target", threads=self.threads)
                made.save(folder, prefix=f"{name}.")

    @cached_property
    def source(self) -> Side:
        """The source's, as learned."""
        return Side(TextPipeline.open(self.folder, "source."), self.threads)

    @cached_property
    def target(self) -> Side:
        """The target's, as learned."""
        return Side(TextPipeline.open(self.folder, "target."), self.threads)

    def files(self) -> list[Path]:
        """What a model must hold of it."""
        return [
            path
            for name, side in zip(SIDES, self.sides, strict=True)
            if not side.prepared
            for path in sorted(self.folder.glob(f"{name}.*"))
        ]

    def prepare_pairs(self, bitext: Bitext, keep: Filter, source: Path, target: Path) -> None:
        """Write the words of both sides of the pairs that are fit to learn from."""
        report = ReadingReport()
        pairs = filtered(self._pairs(bitext, report), [keep], report)
        repeats = (Repetition(), Repetition())
        with writing(source, force=True) as left, writing(target, force=True) as right:
            while batch := list(islice(pairs, _BATCH)):
                left.writelines(f"{pair.source}\n" for pair in batch)
                right.writelines(f"{pair.target}\n" for pair in batch)
                for repeat, texts in zip(
                    repeats, zip(*(pair[1:] for pair in batch), strict=True), strict=True
                ):
                    repeat.add(texts)
        self.progress.say(report.summary())
        if report.kept == 0:
            raise UsageError("no sentence pair is left to train on")
        for name, repeat, settings in zip(SIDES, repeats, self.sides, strict=True):
            repeat.warn(name, settings, self.progress)

    def _pairs(self, bitext: Bitext, report: ReadingReport) -> Iterator[Pair]:
        pairs = iter(self.progress.track(bitext.read(report), "reading", unit="pairs"))
        while batch := list(islice(pairs, _BATCH)):
            numbers, sources, targets = zip(*batch, strict=True)
            yield from map(
                Pair,
                numbers,
                self.source.pipeline.apply_lines(sources, self.threads),
                self.target.pipeline.apply_lines(targets, self.threads),
            )


class Repetition:
    """How often words of a text's beginning repeat: where they hardly do, nothing can be learned."""

    def __init__(self) -> None:
        self._words, self._different = 0, set[str]()

    def add(self, lines: Sequence[str]) -> None:
        """Look at lines, unless enough were seen."""
        for line in lines if self._words < 50 * _MANY else ():
            words = line.split(" ")
            self._words += len(words)
            self._different.update(words)

    def warn(self, side: str, settings: TextSettings, progress: Progress) -> None:
        """Say so if most words occur but once."""
        if self._words >= _MANY and 2 * len(self._different) > self._words:
            advice = (
                "are they separated by spaces? Without --pretokenized, rectrix divides them itself"
                if settings.prepared
                else f"is it {settings.language}? Another --tokenizer, or --subwords 8000, may help"
            )
            progress.say(
                f"warning: the words of the {side} hardly repeat: {len(self._different):,} different ones "
                f"among {self._words:,}; {advice}"
            )


def warn_of_unknown(training: Path, dev: Path, progress: Progress) -> None:
    """Say so if a model could only copy more than half of the words that it is to translate."""
    with open_bytes(training) as file:
        known = {word for line in file for word in line.split()}
    with open_bytes(dev) as file:
        words = [word for line in file for word in line.split()]
    unknown = sum(word not in known for word in words)
    progress.say(f"{unknown:,} of {len(words):,} words of the development set are unknown", unknown=unknown)
    if 2 * unknown > len(words):
        progress.say(
            "warning: the model will copy more than half of the words of the development set: is its text in "
            "the same language, script and form as the training text?"
        )
