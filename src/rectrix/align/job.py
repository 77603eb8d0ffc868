"""An alignment as a whole: which text, which model, on what it is trained, what comes out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rectrix._core.align import Alignments
from rectrix.align.aligner import Aligner, blocks_of, train
from rectrix.align.sample import count_lines, every_nth
from rectrix.align.settings import AlignSettings
from rectrix.align.texts import Text, lines_of
from rectrix.align.words import in_parts, whole_words
from rectrix.base.errors import UsageError
from rectrix.base.files import writing
from rectrix.base.progress import Progress


@dataclass(frozen=True)
class AlignmentResult:
    """A model, and the links of the text in one or more blocks, in its order."""

    aligner: Aligner
    blocks: Iterable[Alignments]


@dataclass(frozen=True)
class AlignmentJob:
    """What to align, and with what."""

    source: Text
    target: Text
    settings: AlignSettings = field(default_factory=AlignSettings)
    load: Path | None = None  # a saved model to align with instead of training
    prior: Path | None = None  # a saved model that lends word probabilities to the new one
    sample: int | None = None  # train on so many pairs, align the rest as a stream
    raw: bool = False  # split words into lowercased parts; links are between whole words
    threads: int = 1
    progress: Progress = field(default_factory=Progress)

    def run(self) -> AlignmentResult:
        """Train or load, and align."""
        if self.load is not None:
            return self._stream(Aligner.open(self.load))
        prior = Aligner.open(self.prior) if self.prior else None
        total = count_lines(self.source) if self.sample else 0
        if self.sample and total > self.sample:
            left = self._parts(every_nth(self.source, total, self.sample))
            right = self._parts(every_nth(self.target, total, self.sample))
            aligner, _ = train(left, right, self.settings, self.threads, self.progress, prior)
            return self._stream(aligner)
        aligner, links = train(*self._sides(), self.settings, self.threads, self.progress, prior)
        if self.raw:
            links = whole_words(links, lines_of(self.source, "source"), lines_of(self.target, "target"))
        return AlignmentResult(aligner, [links])

    def write_scores(self, aligner: Aligner, path: Path, reverse: bool, force: bool) -> None:
        """Write the log-probability per word of each pair, one number a line."""
        with writing(path, force) as file:
            for left, right in blocks_of(*self._sides()):
                scores = aligner.scores(left, right, reverse, self.threads)
                file.write("".join(f"{score:.6f}\n" for score in scores))

    def require_lexicon(self) -> None:
        """Refuse a lexical table of words that the model was not trained on, before any work."""
        given = {"--raw": self.raw, "--load": self.load, "--sample": self.sample}
        if wrong := [option for option, value in given.items() if value]:
            raise UsageError(
                f"lexical tables need a model trained on all of the text, tokenized: no {' or '.join(wrong)}"
            )

    def write_lexicons(
        self, result: AlignmentResult, paths: tuple[Path, ...], null: bool, force: bool
    ) -> None:
        """Write p(target | source) to the first path and p(source | target) to the second.

        null: with the empty word, as Moses has it.
        """
        (links,) = result.blocks
        for reverse, path in enumerate(paths):
            text = result.aligner.lexicon(self.source, self.target, links, bool(reverse))
            lines = (line for line in text.splitlines(keepends=True) if null or "NULL" not in line.split(" "))
            with writing(path, force) as file:
                file.writelines(lines)

    def _sides(self) -> tuple[Text, Text]:
        if not self.raw:
            return self.source, self.target
        return in_parts(lines_of(self.source, "source")), in_parts(lines_of(self.target, "target"))

    def _parts(self, lines: Iterable[str]) -> Iterable[str]:
        return in_parts(lines) if self.raw else lines

    def _stream(self, aligner: Aligner) -> AlignmentResult:
        return AlignmentResult(aligner, self._blocks(aligner))

    def _blocks(self, aligner: Aligner) -> Iterator[Alignments]:
        settings = self.settings
        for left, right in blocks_of(self.source, self.target):
            links = aligner.align(
                self._parts(left),
                self._parts(right),
                settings.symmetrize,
                settings.posterior,
                self.threads,
                self.progress,
                settings.threshold,
            )
            yield whole_words(links, left, right) if self.raw else links
