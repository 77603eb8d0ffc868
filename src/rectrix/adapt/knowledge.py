"""What confirmed pairs have taught so far, as parts of a decoder: a function of the pairs in force."""

import io
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from rectrix._core import decode, grammar, lm
from rectrix.adapt.settings import LearnSettings
from rectrix.adapt.step import Steps
from rectrix.model.demands import Taught
from rectrix.model.folder import ModelFolder
from rectrix.text.formats.journal import JournalEntry

_LONGEST_PHRASE = 7  # what tables have that do not say


@dataclass(frozen=True)
class Words:
    """A pair as the decoder sees it."""

    source: str
    target: str


@dataclass
class Knowledge:
    """Rules, n-grams, whole lines and changes of weights."""

    settings: LearnSettings
    folder: ModelFolder
    other: lm.Model | None  # the language model that n-grams are mixed into
    steps: Steps = field(default_factory=Steps)
    memory: dict[str, Taught] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.overlay = decode.Overlay(self.settings.count)
        self.remembered = lm.Remembered(self.other)
        self._targets: list[str] = []  # of the pairs in force

    def add(self, entry: JournalEntry, words: Words, pair: grammar.BitextIndex, stepped: bool) -> int:
        """Take a pair up; gives the number of its rules. stepped: its changes are of this model's weights."""
        rules = self._add_rules(pair) if self.settings.rules else 0
        if self.settings.memory:
            self.memory[words.source] = Taught(words.target, entry.source, entry.target)
        if self.settings.lm:
            self._targets.append(words.target)
            self.remembered.add(words.target)
            window = self.settings.window
            if window and len(self._targets) > window:
                self.remembered.remove(self._targets[-window - 1])
        if stepped and self.settings.weights:
            self.steps.add(entry.changes)
        return rules

    def _add_rules(self, pair: grammar.BitextIndex) -> int:
        phrases = _LONGEST_PHRASE if self.folder.settings.decoder == "phrase" else 0
        return self.overlay.add(pair, self.folder.settings.extraction.core_options(), phrases)


def aligned(words: Words, links: str) -> grammar.BitextIndex:
    """A bitext of one pair."""
    texts = [
        io.BytesIO(f"{line}\n".encode("utf-8", "surrogateescape"))
        for line in (words.source, words.target, links)
    ]
    names = ["source", "target", "links"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pair.rindex"
        source, target, alignment = texts
        grammar.index_bitext(source, target, alignment, names, path, None)
        return grammar.BitextIndex.open(path, "read")
