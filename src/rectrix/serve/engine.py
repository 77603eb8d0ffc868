"""A model as the server uses it: its languages, its glossary, its corrections, and one writer at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from rectrix._core.grammar import BitextIndex, GrammarStore, PhraseTable
from rectrix._core.text import Vocabulary
from rectrix.base.errors import UsageError
from rectrix.base.shared_lock import SharedLock
from rectrix.model.output import Output
from rectrix.model.settings import INDEX_SUFFIX
from rectrix.pipeline.model import Model
from rectrix.serve.errors import Refused
from rectrix.serve.teachable import Teachable
from rectrix.text.formats.unit import Languages
from rectrix.text.glossary import Glossary, Term, TermMatcher
from rectrix.text.sentences import SplitText, split_lines, split_sentences


@dataclass(frozen=True)
class ReadyGlossary(Glossary):
    """A glossary of one model, made ready once: a server uses it for every sentence."""

    _made: list[TermMatcher] = field(default_factory=list, compare=False, repr=False)

    def matcher(self, source: Callable[[str], str], target: Callable[[str], str]) -> TermMatcher:
        """As of any glossary, for the model that asks first."""
        if not self._made:
            self._made.append(super().matcher(source, target))
        return self._made[0]


@dataclass(eq=False)
class Engine:
    """One model of the server."""

    name: str
    languages: Languages
    model: Model
    learner: Teachable | None = None
    bitext: BitextIndex | None = None  # the training text, where it is at hand
    glossary: Glossary = field(default_factory=lambda: Glossary(()))
    lock: SharedLock = field(default_factory=SharedLock)

    @property
    def pair(self) -> str:
        """de-en"""
        return f"{self.languages.source}-{self.languages.target}"

    @property
    def prepared(self) -> bool:
        """Does the model take space-separated tokens, not text as people write it?"""
        return self.model.source_text.settings.prepared

    @property
    def current(self) -> Model:
        """The model as it is now, with corrections taken up; to be read under the lock."""
        found: Model = getattr(self.learner, "model", self.model)
        return found

    def knows(self, word: str) -> bool:
        """Has the model a translation for a word?"""
        if self.model.folder.settings.decoder == "phrase":
            return bool(self._table.translations(word))
        return word in self._vocabulary

    @cached_property
    def _table(self) -> PhraseTable:
        return PhraseTable.open(self.model.folder.grammar)

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        path = self.model.folder.grammar
        source: BitextIndex | GrammarStore = (
            BitextIndex.open(path) if path.suffix == INDEX_SUFFIX else GrammarStore.open(path)
        )
        return source.source_words

    def split(self, text: str) -> SplitText:
        """The sentences of a text."""
        return split_lines(text) if self.prepared else split_sentences(text, self.languages.source)

    def translate(self, lines: Sequence[str], glossary: Glossary | None = None) -> list[Output]:
        """The best translation of each line."""
        translator: Any = self.learner or self.model
        with self.lock.reading():
            return list(translator.translate(lines, glossary=self.terms(glossary)))

    def terms(self, more: Glossary | None = None) -> Glossary | None:
        """The server's glossary with a request's, whose terms win; None if there are none."""
        if more is None or not more.terms:
            return self.glossary if self.glossary.terms else None
        own = {term.source.lower(): term for term in self.glossary.terms}
        own |= {term.source.lower(): term for term in more.terms}
        return Glossary(tuple(own.values()), more.endings or self.glossary.endings, more.policy)

    def set_terms(self, terms: Sequence[tuple[str, str]]) -> None:
        """Another glossary for all requests from now on; nothing changes if a term makes no sense."""
        found = tuple(Term(*pair, "glossary", number) for number, pair in enumerate(terms, start=1))
        self.use(Glossary(found, self.glossary.endings, self.glossary.policy))

    def use(self, glossary: Glossary) -> None:
        """Obey a glossary from now on; one that makes no sense is refused."""
        made = ReadyGlossary(glossary.terms, glossary.endings, glossary.policy)
        made.matcher(self.model.source_text.words_of, self.model.target_text.words_of)
        self.glossary = made

    def learn(self, source: str, target: str) -> Any:
        """Take up a correction."""
        learner = self._teachable()
        with self.lock.writing():
            return learner.learn(source, target)

    def undo(self, id: Any) -> Any:
        """Take a correction back."""
        learner = self._teachable()
        with self.lock.writing():
            return learner.undo(id)

    def lessons(self) -> list[Any]:
        """All corrections that count."""
        learner = self._teachable()
        with self.lock.reading():
            return learner.lessons()

    def _teachable(self) -> Teachable:
        if self.learner is None:
            raise Refused(
                f"{self.name} does not learn from corrections: the server was started without --learn"
            )
        return self.learner


def require_any_text(model: Model) -> None:
    """Refuse a model whose grammars are those of certain sentences."""
    path = model.folder.grammar
    if model.folder.settings.decoder == "phrase" or path.suffix == INDEX_SUFFIX:
        return
    if not GrammarStore.open(path).shared:
        raise UsageError(
            f"{path}: the grammars of certain sentences, which translate no others; "
            "serve a model with one grammar for all, or with an indexed bitext"
        )


def training_text(model: Model, index: Path | None = None) -> BitextIndex | None:
    """The indexed bitext of a model: a given one, its own, or that of its training beside it."""
    if index is not None:
        return BitextIndex.open(index)
    if model.folder.grammar.suffix == INDEX_SUFFIX:
        return BitextIndex.open(model.folder.grammar)
    path = model.folder.path.absolute()
    beside = path.with_name(f"{path.name}.work") / f"grammar{INDEX_SUFFIX}"
    return BitextIndex.open(beside) if beside.is_file() else None
