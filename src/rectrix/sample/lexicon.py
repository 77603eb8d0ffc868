"""The lexicon: the tables of nouns, verbs and adjectives, read once into entries with all their forms."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from rectrix.sample import english, german, nouns, verbs
from rectrix.sample.adjectives import ADJECTIVES
from rectrix.sample.adverbs import MANNERS
from rectrix.sample.compounds import COMPOUNDS
from rectrix.sample.pick import Pick
from rectrix.sample.table import alternatives, entries


class EnglishNoun(NamedTuple):
    """An English noun's words."""

    one: tuple[str, ...]
    many: tuple[str, ...]
    always_plural: bool  # pants, scissors


class Adjective(NamedTuple):
    """An adjective with its comparative."""

    stem: str
    predicative: str
    comparative: str
    english: tuple[str, ...]


class Preposition(NamedTuple):
    """A preposition with the case it governs and its translations."""

    german: str
    case: int
    english: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Noun:
    """A noun's forms, translations, and what its class says about it."""

    lemma: str
    kind: str  # its class
    gender: int
    one: tuple[str, ...]  # singular by case
    many: tuple[str, ...]  # plural by case; empty strings if it is not counted
    english: tuple[EnglishNoun, ...]
    adjectives: Pick[Adjective] | None
    location: Preposition | None
    direction: Preposition | None

    @property
    def countable(self) -> bool:
        """Whether it has a plural."""
        return bool(self.many[0])


class Slot(NamedTuple):
    """An object of a frame."""

    kind: str  # A, D, P, R or L
    preposition: Preposition
    nouns: Pick[Noun] | None
    optional: bool


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A verb with its objects and translations."""

    verb: german.GermanVerb
    english: tuple[english.EnglishVerb, ...]
    subjects: Pick[Noun] | None
    subject_kinds: frozenset[str]
    slots: tuple[Slot, ...]
    flags: frozenset[str]
    manners: Pick[tuple[str, tuple[str, ...]]] | None
    clauses: tuple[str, ...] = ()  # what kinds of clause it takes


_LOCATION = {"inplace": ("in", "in"), "atplace": ("an", "at"), "onplace": ("auf", "on")}
_DIRECTION = {
    "inplace": ("in", german.ACCUSATIVE, "to/into"),
    "atplace": ("zu", german.DATIVE, "to"),
    "onplace": ("auf", german.ACCUSATIVE, "to/onto"),
}
_ENGLISH_LOCATION = {
    **dict.fromkeys(("Markt", "Baustelle"), "at"),
    **dict.fromkeys(("Wiese", "Friedhof", "Platz"), "in"),
    **dict.fromkeys(("Restaurant", "Bibliothek", "Theater"), "in/at"),
    "Strand": "on",
    "Spielplatz": "in/on",
    "Grenze": "on/at",
    "Straße": "on/in",
}
_ENGLISH_DIRECTION = {
    **dict.fromkeys(("Bühne", "Balkon", "Terrasse", "Brücke"), "onto"),
    "Berg": "up",
    "Tal": "into",
    "Wüste": "into",
}
_CASES = {"A": german.ACCUSATIVE, "D": german.DATIVE}
_GENDERS = {"m": german.MASCULINE, "w": german.MASCULINE, "f": german.FEMININE, "n": german.NEUTER}
_NONE = Preposition("", german.ACCUSATIVE, ("",))


def _lines(table: str, fields: int) -> Iterable[list[str]]:
    for line in filter(None, map(str.strip, table.splitlines())):
        parts = [part.strip() for part in line.split("|")]
        yield parts + [""] * (fields - len(parts))


class Lexicon:
    """All entries, by class."""

    def __init__(self) -> None:
        self._adjectives = _adjectives()
        self._picks: dict[str, Pick[Noun]] = {}
        self.by_class: dict[str, list[Noun]] = {
            kind: self._nouns(kind, table) for kind, table in nouns.NOUNS.items()
        }
        for kind, firsts, heads in COMPOUNDS:
            self.by_class[kind] += self._compounds(kind, firsts, heads)
        by_lemma: dict[str, Noun] = {}
        # A place's entry wins over that of the same building, since it knows its prepositions.
        everything = chain.from_iterable(self.by_class.values())
        for noun in sorted(everything, key=lambda noun: noun.location is None):
            by_lemma.setdefault(noun.lemma, noun)
        for kind, lemmas in nouns.SUBSETS.items():
            self.by_class[kind] = [by_lemma[lemma] for lemma in lemmas.split()]
        self.places = self.pick("inplace,atplace,onplace")

    def pick(self, classes: str) -> Pick[Noun]:
        """Draws a noun of some classes, each class as often as the others."""
        if classes in self._picks:
            return self._picks[classes]
        wanted = [self.by_class[kind] for kind in classes.split(",")]
        longest = max(map(len, wanted))
        # Classes are repeated to about equal length, so that a small one is not drowned by a large one.
        picks = [Pick(found, zipf=True).items * max(1, longest // len(found) // 3) for found in wanted]
        self._picks[classes] = Pick(chain.from_iterable(picks))
        return self._picks[classes]

    def _nouns(self, kind: str, table: str) -> list[Noun]:
        return [self._noun(kind, entry.split(maxsplit=3)) for entry in entries(table)]

    def _compounds(self, kind: str, firsts: str, heads: str) -> list[Noun]:
        found = []
        for modifier in entries(firsts):
            first, _, first_english = modifier.partition(" ")
            for head in entries(heads):
                gender, last, plural, last_english = head.split(maxsplit=3)
                singular = first + last[1:]
                many = first + plural[1:] if len(plural) >= len(last) else plural  # a form, or an ending
                words = "/".join(f"{first_english} {word}" for word in last_english.split("/"))
                found.append(self._noun(kind, [gender, singular, many, words]))
        return found

    def _noun(self, kind: str, fields: list[str]) -> Noun:
        gender, singular, plural, words = fields
        place = _place(kind, singular)
        one, many = german.noun_forms(
            singular, german.add_plural(singular, plural), _GENDERS[gender], gender == "w"
        )
        return Noun(
            singular,
            kind,
            _GENDERS[gender],
            one,
            many,
            tuple(map(_english_noun, alternatives(words))),
            self._adjectives.get(kind),
            place[0],
            place[1],
        )

    @cached_property
    def frames(self) -> list[Frame]:
        """Verbs with noun objects."""
        return [self._frame(parts) for parts in _lines(verbs.VERBS, 6)]

    @cached_property
    def clause_frames(self) -> list[Frame]:
        """Verbs with a finite clause."""
        return [
            self._frame([de, forms, en, "person", "", flags + "n"], tuple(kinds.split(",")))
            for de, forms, en, kinds, flags in _lines(verbs.CLAUSE_VERBS, 5)
        ]

    @cached_property
    def infinitive_frames(self) -> list[Frame]:
        """Verbs with an infinitive clause."""
        return [
            self._frame([de, forms, en, "person", "", flags + "n"], ("zu",))
            for de, forms, en, flags in _lines(verbs.INFINITIVE_VERBS, 4)
        ]

    def _frame(self, parts: list[str], clauses: tuple[str, ...] = ()) -> Frame:
        lemma, forms, words, subjects, slots, flags = parts
        reflexive = lemma.startswith("sich_")
        marks = frozenset(flags) | (frozenset("r") if reflexive and "d" not in flags else frozenset())
        manners = [row for mark in sorted(marks & MANNERS.keys()) for row in MANNERS[mark]]
        return Frame(
            german.verb(lemma.removeprefix("sich_"), forms, "sein" if "s" in marks else "haben"),
            tuple(map(english.verb, alternatives(words))),
            self.pick(subjects),
            frozenset(subjects.split(",")),
            tuple(map(self._slot, slots.split(" ") if slots else ()))
            if "=" not in slots
            else self._slots(slots),
            marks,
            Pick(manners) if manners else None,
            clauses,
        )

    def _slots(self, text: str) -> tuple[Slot, ...]:
        # "out of" holds a blank: a slot begins where a word has a colon or an equals sign.
        words: list[str] = []
        for word in text.split():
            if words and ":" not in words[-1]:
                words[-1] += " " + word
            else:
                words.append(word)
        return tuple(map(self._slot, words))

    def _slot(self, text: str) -> Slot:
        head, _, classes = text.partition(":")
        optional = classes.endswith("?")
        classes = classes.removesuffix("?")
        picked = self.pick(classes) if classes else None
        name, equals, words = head.partition("=")
        if "+" in name:
            preposition, case = name.split("+")
            return Slot("P", Preposition(preposition, _CASES[case], alternatives(words)), picked, optional)
        if name in ("R", "L"):
            return Slot(name, _NONE, picked or self.places, optional)
        return Slot(name, Preposition("", _CASES[name], (words,) if equals else ("",)), picked, optional)


def _place(kind: str, lemma: str) -> tuple[Preposition | None, Preposition | None]:
    if kind not in _LOCATION:
        return None, None
    preposition, words = _LOCATION[kind]
    toward, case, toward_words = _DIRECTION[kind]
    return (
        Preposition(preposition, german.DATIVE, alternatives(_ENGLISH_LOCATION.get(lemma, words))),
        Preposition(toward, case, alternatives(_ENGLISH_DIRECTION.get(lemma, toward_words))),
    )


def _english_noun(text: str) -> EnglishNoun:
    word, _, mark = text.partition("@")
    many = word if mark == "p" else english.plural(word)
    return EnglishNoun(tuple(word.split()), tuple(many.split()), mark == "p")


def _adjectives() -> dict[str, Pick[Adjective]]:
    found = {}
    for kinds, table in ADJECTIVES.items():
        pick = Pick(map(_adjective, entries(table)), zipf=True)
        found.update(dict.fromkeys(kinds.split(), pick))
    return found


def _adjective(text: str) -> Adjective:
    word, _, words = text.partition(" ")
    stem, _, comparative = word.partition(":")
    return Adjective(
        german.attributive(stem),
        stem,
        comparative or german.comparative(stem),
        alternatives(words.strip("@")),
    )


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon, read on first use."""
    return Lexicon()
