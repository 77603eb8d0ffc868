"""The text processing that a model owns, one pipeline a side: from text as people write it to words and back.

Its parts, in this order: normalize, protect, tokenize, case, split compounds, subwords; the inverse undoes
them from the last to the first. Protected text passes as words of one character (see protect), which every
later part leaves alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path

from rectrix._core import text as core
from rectrix.text import learned
from rectrix.text.bitext import read_sentences
from rectrix.text.compounds import CompoundSplitter
from rectrix.text.learned import Learned
from rectrix.text.normalize import normalize
from rectrix.text.patterns import CLASS_TOKEN
from rectrix.text.places import Link
from rectrix.text.prepared import Prepared
from rectrix.text.protect import Protection, given_items, protect, protected_lines
from rectrix.text.restore import restore
from rectrix.text.segmented import Segmented
from rectrix.text.settings import PREPARED, TextSettings
from rectrix.text.subwords import JOINED, Subwords
from rectrix.text.tokenize import Tokenizer, tokenizer

_WHOLE = "="  # before a record that is the line itself
_BATCH = 2000  # lines that are read and counted together


@dataclass(frozen=True)
class TextPipeline:
    """The parts of one side, as they were configured and learned."""

    settings: TextSettings = PREPARED
    learned: Learned = field(default_factory=Learned)

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """Text to words."""
        return tokenizer(self.settings.tokenize, self.settings.language)

    def normalize(self, line: str) -> str:
        """A line in the settings' normal form."""
        return normalize(line, self.settings.normalize)

    def apply(self, line: str) -> Prepared:
        """The words of a line as people write it."""
        return self.prepared(self.apply_lines([line])[0], self.protected(line))

    def protected(self, line: str) -> Protection:
        """A line as its words are taken from it: normalized, without what passes through translation."""
        normal = self.normalize(line)
        return protect(normal) if self.settings.protect else Protection(normal)

    def prepared(self, words: str, protection: Protection) -> Prepared:
        """The space-separated words of a protected line, with what its translation must know of it."""
        capital = core.begins_with_capital(protection.text)
        return Prepared(
            words.split(),
            protection if self.settings.protect else None,
            None if capital < 0 else capital == 1,
            core.is_all_capitals(protection.text),
        )

    def words_of(self, text: str) -> str:
        """The space-separated words of a piece of text in which nothing is protected, such as a term."""
        return self._bare.apply_lines([text])[0]

    def given_words(self, text: str) -> str:
        """The words of a translation that was given: in its own case, each item a word as it stands."""
        given = replace(self, learned=replace(self.learned, truecaser=None))
        protection = protect(text) if self.settings.protect else Protection(text)
        if protection.tags or protection.accelerator or any(" " in item.text for item in protection.items):
            return given.words_of(text)
        items = iter(protection.items)
        return CLASS_TOKEN.sub(lambda _: next(items).text, given.words_of(protection.text))

    @cached_property
    def _bare(self) -> "TextPipeline":
        return replace(self, settings=self.settings.model_copy(update={"protect": False}))

    def apply_lines(self, lines: Sequence[str], threads: int = 1) -> list[str]:
        """The space-separated words of many lines."""
        prepared = core.prepare_lines(
            self._texts(lines),
            self.tokenizer.core,
            self.learned.truecaser,
            self.settings.lowercased,
            threads,
        )
        for part in self.learned.parts:
            prepared = [" ".join(part.apply(line.split(" "))) if line else line for line in prepared]
        return prepared

    def _texts(self, lines: Sequence[str]) -> list[str]:
        """Lines as the core's tokenizer takes them."""
        normal = [self.normalize(line) for line in lines]
        spaced = self.tokenizer.spaced
        return [spaced(line) for line in (protected_lines(normal) if self.settings.protect else normal)]

    def invert(self, words: Sequence[str], source: Prepared | None = None, links: Iterable[Link] = ()) -> str:
        """Text as people write it; a translation begins as its source does, with a capital or without.

        What was protected in the source comes back where the links between its words and these say.
        """
        found = self._joined(words)
        if not self.settings.detokenize:
            return " ".join(found)
        if self.learned.recaser is not None:
            found = self.learned.recaser.recase(found)
        if self.settings.case in ("truecase", "recase"):
            found = core.with_capitals(found, source is None or source.capital is not False)
        if self.settings.case != "lowercase" and source is not None and source.shouted:
            found, words = [word.upper() for word in found], [word.upper() for word in words]
        if source is None or source.protection is None:
            return self._spaced(found)
        given = given_items(found)
        text = self._spaced([given.get(word, word) for word in found])
        located = (
            Segmented.located(source.protection.text, source.words),
            Segmented.located(text, [given.get(word, word).strip(JOINED) for word in words]),
        )
        restored = restore(source.protection, *located, links, given=filter(given.__contains__, found))
        for item, token in given.items():
            restored = restored.replace(token, item)
        return restored

    def _spaced(self, words: list[str]) -> str:
        text: str = self.learned.spacing.join(words)
        return text

    def _joined(self, words: Sequence[str]) -> list[str]:
        """Words before they were split."""
        found = list(words)
        for part in reversed(self.learned.parts):
            found = part.invert(found)
        return found

    def record(self, line: str) -> str:
        """What `restore` needs beside the words of a line to give it back exactly."""
        if self.settings.protect and protect(self.normalize(line)):
            return _WHOLE + line  # its words do not tell what was protected
        normal = self.normalize(line)
        tokens, words = self.tokenizer.tokenize(normal), self._joined(self.apply(line).words)
        if normal != line and len(normal) == len(line):  # then tokens stand at the same places as before
            spans = Segmented.located(normal, tokens).spans
            tokens = [line[begin:end] or token for (begin, end), token in zip(spans, tokens, strict=True)]
        compact = core.record(line, tokens, words)
        return _WHOLE + line if compact is None else compact

    def restore(self, words: Sequence[str], record: str) -> str:
        """The line that had these words and this record."""
        if record.startswith(_WHOLE):
            return record.removeprefix(_WHOLE)
        return core.restore(self._joined(words), record)

    @classmethod
    def learn(
        cls, settings: TextSettings, files: Sequence[Path], output: bool = True, threads: int = 1
    ) -> "TextPipeline":
        """A pipeline with what its parts learn from texts; output: it must be able to write text, too."""
        settings = settings.settled()
        made = cls(settings)
        if settings.prepared:
            return made
        made = replace(made, learned=made._count(files, output))
        if settings.compounds:
            posterior = settings.compound_scores == "posterior"
            splitter = CompoundSplitter.learn(
                made._prepared(files, threads), marked=output, posterior=posterior
            )
            made = replace(made, learned=replace(made.learned, compounds=splitter))
        if settings.subwords:
            pieces = Subwords.learn(made._prepared(files, threads), settings.subwords, threads)
            made = replace(made, learned=replace(made.learned, subwords=pieces))
        return made

    def _count(self, files: Sequence[Path], output: bool) -> Learned:
        """Forms of words, and the spaces between them."""
        truecaser = core.Truecaser() if self.settings.case == "truecase" else None
        recaser = core.Recaser() if output and self.settings.case == "recase" else None
        spacing = core.Spacing()
        counted = spacing if output and self.settings.detokenize and self.tokenizer.core else None
        for lines in _batches(files):
            if self.tokenizer.segment is None:
                core.count_lines(self._texts(lines), self.tokenizer.core, truecaser, recaser, counted)
            else:  # spaces that the segmenter set are not the text's
                core.count_lines(self._texts(lines), self.tokenizer.core, truecaser, recaser)
        for part in (truecaser, recaser):
            if part is not None:
                part.finish()
        return Learned(truecaser, recaser, spacing)

    def _prepared(self, files: Sequence[Path], threads: int) -> Iterator[str]:
        for lines in _batches(files):
            yield from self.apply_lines(lines, threads)

    def save(self, folder: Path, prefix: str = "") -> None:
        """Write settings and all that was learned; prefix: of the names of the files."""
        learned.save(self.settings, self.learned, folder, prefix)

    @classmethod
    def open(cls, folder: Path, prefix: str = "") -> "TextPipeline":
        """A pipeline saved before."""
        return cls(*learned.load(folder, prefix))


def _batches(files: Sequence[Path]) -> Iterator[list[str]]:
    for path in files:
        lines = read_sentences(path)
        while batch := list(islice(lines, _BATCH)):
            yield batch
