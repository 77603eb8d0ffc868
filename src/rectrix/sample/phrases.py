"""Noun phrases: names, pronouns, and nouns with the determiner, number, adjective and owner that fit them."""

import random

from rectrix.sample import names
from rectrix.sample.german import DATIVE, FEMININE, NEUTER
from rectrix.sample.lexicon import Lexicon, Noun, Preposition
from rectrix.sample.meaning import NounPhrase
from rectrix.sample.pick import Pick
from rectrix.sample.table import words

_PRONOUNS = Pick(("I", "you", "he", "she", "we", "they", "he", "she", "I", "we"))
_QUANTITIES = Pick(("many", "some", "several", "all", "number", "number"))
_MASS = frozenset(("food", "drink", "material", "money", "music", "handled", "plant"))
_OWNED = frozenset(
    words(
        "person portable clothing vehicle document furniture device container opening inplace tool "
        "instrument music animal topic hope studies"
    )
)
# Classes whose nouns have no owner that a genitive would name.
_FREE = frozenset(("person", "kin", "weatherthing", "illness", "disaster", "court", "bank", "train"))
_CHILDREN = frozenset(("Kind", "Junge", "Mädchen"))
_FROM = Preposition("aus", DATIVE, ("from",))
IN_CITY = Preposition("in", DATIVE, ("in",))


class Phrases:
    """Draws noun phrases from a lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._places = lexicon.places
        self._people = lexicon.pick("person")
        self._names = Pick(
            [(_name(text), False) for text in names.MALE] + [(_name(text), True) for text in names.FEMALE]
        )
        self._cities = Pick([_name(text) for text in names.PLACES])

    def human(self, rng: random.Random) -> NounPhrase:
        """Someone: a pronoun, a name or a noun."""
        draw = rng.random()
        if draw < 0.28:
            name = _PRONOUNS(rng)
            return NounPhrase(pronoun=(name, name))
        return self.name(rng) if draw < 0.40 else self.noun(rng, self._people(rng))

    def name(self, rng: random.Random) -> NounPhrase:
        """Someone's name."""
        name, female = self._names(rng)
        return NounPhrase(name=name, female=female)

    def city(self, rng: random.Random) -> NounPhrase:
        """A city or country."""
        return NounPhrase(name=self._cities(rng))

    def other(self, rng: random.Random, subject: NounPhrase) -> NounPhrase:
        """A pronoun of another person than the subject, so that it needs no reflexive."""
        taken = subject.pronoun[1] if subject.pronoun else ""
        name = _PRONOUNS(rng)
        if name == taken or {name, taken} == {"I", "we"}:
            name = "she" if taken == "they" else "they"
        return NounPhrase(pronoun=(name, name))

    def location(self, rng: random.Random) -> tuple[Preposition, NounPhrase]:
        """Where something happens."""
        if rng.random() < 0.25:
            return IN_CITY, self.city(rng)
        noun = self._places(rng)
        assert noun.location is not None
        return noun.location, self.place(rng, noun)

    def place(self, rng: random.Random, noun: Noun) -> NounPhrase:
        """A place, which is seldom more than one and mostly known."""
        phrase = NounPhrase(noun, plural=rng.random() < 0.05 and noun.countable)
        self._adorn(rng, phrase, 0.25)
        return phrase

    def plain(self, rng: random.Random, noun: Noun, plural: bool | None = None) -> NounPhrase:
        """A definite noun phrase without modifiers."""
        several = rng.random() < 0.2 if plural is None else plural
        return NounPhrase(noun, several and noun.countable)

    def noun(self, rng: random.Random, noun: Noun, owner: NounPhrase | None = None) -> NounPhrase:
        """A noun with its modifiers; `owner` is whom a possessive would mean."""
        phrase = NounPhrase(noun, noun.countable and rng.random() < 0.22)
        self._determine(rng, phrase, noun, stand_in(owner) if owner else "")
        self._adorn(rng, phrase, 0.3)
        draw = rng.random()
        if phrase.determiner == "the" and draw < 0.05 and noun.kind not in _FREE:
            phrase.possessor = self.name(rng) if rng.random() < 0.4 else self.plain(rng, self._people(rng))
        elif noun.kind == "person" and owner is None and phrase.determiner in ("the", "a") and draw > 0.97:
            preposition, place = self.location(rng)
            phrase.attribute = (_FROM if place.name else preposition), place
        return phrase

    def _adorn(self, rng: random.Random, phrase: NounPhrase, share: float) -> None:
        noun = phrase.noun
        assert noun is not None
        if noun.adjectives is None or rng.random() > share:
            return
        adjective = noun.adjectives(rng)
        fits = adjective.predicative != "letzt" or phrase.determiner == "the"
        if fits and not (adjective.predicative == "alt" and noun.lemma in _CHILDREN):
            phrase.adjective = adjective

    def _determine(self, rng: random.Random, phrase: NounPhrase, noun: Noun, whose: str) -> None:
        draw = rng.random()
        if noun.kind == "kin" and (whose or draw < 0.6):
            phrase.determiner, phrase.owner = "my", whose or "I"
        elif not noun.countable:
            bare = noun.kind == "language" or (draw < 0.5 and noun.kind in _MASS)
            phrase.determiner = "" if bare else "the"
        elif whose and 0.52 < draw < 0.68 and noun.kind in _OWNED:
            phrase.determiner, phrase.owner = "my", whose
        elif 0.52 < draw < 0.90:
            phrase.determiner = "" if phrase.plural else "a"
        elif 0.90 < draw < 0.95:
            phrase.determiner = "this"
        elif draw > 0.95 and phrase.plural:
            phrase.determiner, phrase.number = _QUANTITIES(rng), int(rng.random() * 11)


def _name(text: str) -> tuple[str, str]:
    german, _, english = text.partition("/")
    return german, english or german


def stand_in(phrase: NounPhrase) -> str:
    """The pronoun that stands for a person in both languages; empty if there is none."""
    if phrase.pronoun:
        return phrase.pronoun[1]
    if phrase.name:
        return "she" if phrase.female else "he"
    noun = phrase.noun
    if noun is None or noun.kind not in ("person", "kin"):
        return ""
    if phrase.plural:
        return "they"
    return {FEMININE: "she", NEUTER: ""}.get(noun.gender, "he")


def refer(phrase: NounPhrase) -> NounPhrase | None:
    """A pronoun for someone who was just named: German by grammatical gender, English by nature."""
    if phrase.pronoun and phrase.pronoun[0] == "it":
        return None
    name = stand_in(phrase)
    if name:
        return NounPhrase(pronoun=phrase.pronoun or (name, name))
    girl = phrase.noun is not None and phrase.noun.lemma == "Mädchen"
    return NounPhrase(pronoun=("it", "she")) if girl else None
