"""Glossaries: terms with the translations that a text must have.

Terms are looked for in the words that the model sees, whatever their case, the longest first; of equally long
ones that overlap, the one that begins first. With `endings`, words that differ only by endings of that list
are the same.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.base.files import open_text
from rectrix.base.registry import Registry
from rectrix.text.formats.unit import Languages
from rectrix.text.lines import words

# How a glossary is read, by the ending of its name: a function from a path and the languages to its terms.
GLOSSARIES: Registry[Callable[..., Iterator["Term"]]] = Registry(
    "glossary format", {"tsv": "rectrix.text.glossary:read_tsv", "tbx": "rectrix.text.glossary:read_tbx"}
)
# What becomes of other translations of a term; see rectrix.decode.constraints.
Policy = Literal["exclusive", "inclusive", "constraint"]
MIN_STEM = 4  # letters that stay when an ending is taken away


@dataclass(frozen=True)
class Term:
    """A term as it stands in a file, as text."""

    source: str
    target: str
    file: str = "glossary"
    line: int = 0


@dataclass(frozen=True)
class TermMatch:
    """A term found in a sentence: words begin to end, and their translation in words."""

    begin: int
    end: int
    translation: str


@dataclass(frozen=True)
class Glossary:
    """Terms, which endings of words do not matter, and how binding the translations are."""

    terms: tuple[Term, ...]
    endings: tuple[str, ...] = ()
    policy: Policy = "constraint"

    def __post_init__(self) -> None:
        if self.policy not in get_args(Policy):
            raise UnknownName("policy of a glossary", self.policy, get_args(Policy))

    @classmethod
    def read(
        cls,
        path: Path | str,
        endings: Iterable[str] = (),
        policy: Policy = "constraint",
        languages: Languages | None = None,
    ) -> "Glossary":
        """Read a file whose format its name tells: terms.tsv, terms.tbx; languages: of a TBX file's terms."""
        reader = GLOSSARIES[Path(path).suffix.removeprefix(".").lower()]
        return cls(tuple(reader(Path(path), languages)), tuple(endings), policy)

    def matcher(self, source: Callable[[str], str], target: Callable[[str], str]) -> "TermMatcher":
        """Made ready for a model, whose text processing of either side is given."""
        exact: dict[tuple[str, ...], Term] = {}
        similar: dict[tuple[str, ...], str] = {}
        texts: dict[tuple[str, ...], str] = {}
        for term in self.terms:
            key = _key(source(term.source))
            translation = " ".join(words(target(term.target)))
            if not key or not translation:
                side = "translation" if key else "term"
                raise InputError.at(term.file, term.line, f"the {side} has no words")
            if key in exact:
                message = f"{term.source!r} again; its first translation is in line {exact[key].line}"
                raise InputError.at(term.file, term.line, message)
            exact[key], texts[key] = term, translation
            similar.setdefault(tuple(map(self._stem, key)), translation)
        return TermMatcher(texts, similar if self.endings else {}, self._stem)

    def _stem(self, word: str) -> str:
        for ending in sorted(self.endings, key=len, reverse=True):
            if word.endswith(ending) and len(word) - len(ending) >= MIN_STEM:
                return word[: len(word) - len(ending)]
        return word


@dataclass(frozen=True)
class TermMatcher:
    """Finds terms in the words of sentences."""

    exact: dict[tuple[str, ...], str]
    similar: dict[tuple[str, ...], str]
    stem: Callable[[str], str]

    def find(self, line: str) -> list[TermMatch]:
        """The terms of a line, from left to right."""
        found: list[TermMatch] = []
        taken: set[int] = set()
        for match in sorted(self._all(_key(line)), key=lambda one: (one.begin - one.end, one.begin)):
            if taken.isdisjoint(range(match.begin, match.end)):
                taken.update(range(match.begin, match.end))
                found.append(match)
        return sorted(found, key=lambda match: match.begin)

    def _all(self, line: tuple[str, ...]) -> Iterator[TermMatch]:
        stems = tuple(map(self.stem, line)) if self.similar else ()
        for length in sorted({len(key) for key in (*self.exact, *self.similar)}):
            for begin in range(len(line) - length + 1):
                end = begin + length
                text = self.exact.get(line[begin:end]) or self.similar.get(stems[begin:end])
                if text is not None:
                    yield TermMatch(begin, end, text)


def read_tbx(path: Path, languages: Languages | None = None) -> list[Term]:
    """The terms of a term base in two of its languages."""
    from rectrix.text.formats import tbx

    if languages is None or not all(languages):
        raise UsageError(f"{path}: which of its languages? The model does not say; train with -l de-en")
    terms = [Term(term.source, term.target, str(path), term.line) for term in tbx.read(path, languages)]
    if not terms:
        raise InputError.at(path, 0, f"no term from {languages.source} to {languages.target}")
    return terms


def read_tsv(path: Path, languages: Languages | None = None) -> list[Term]:
    """A term, a tab and its translation per line; more columns, empty lines and # lines are left out."""
    terms = []
    with open_text(path) as file:
        lines = [line.rstrip("\r\n") for line in file]
    for number, text in enumerate(lines, start=1):
        if number == 1:
            text = text.removeprefix("\ufeff")
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise InputError.at(path, number, "invalid UTF-8")
        if not text.strip() or text.startswith("#"):
            continue
        columns = [column.strip() for column in text.split("\t")]
        if len(columns) < 2 or not columns[0] or not columns[1]:
            message = "a term and its translation are needed, separated by a tab"
            raise InputError.at(path, number, f"{message}; seen: {text.strip()[:60]!r}")
        terms.append(Term(columns[0], columns[1], str(path), number))
    if not terms:
        raise InputError.at(path, 0, "a glossary without terms")
    return terms


def _key(line: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in words(line))
