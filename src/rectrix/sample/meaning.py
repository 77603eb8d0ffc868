"""What a sentence says, before either language puts it into words and order."""

from dataclasses import dataclass

from rectrix.sample.lexicon import Adjective, Frame, Noun, Preposition, Slot

Words = tuple[str, tuple[str, ...]]  # German, and the English ways to say it


@dataclass(slots=True, eq=False)
class NounPhrase:
    """A noun with its modifiers, a pronoun, or a name."""

    noun: Noun | None = None
    plural: bool = False
    determiner: str = "the"  # a key of german.DETERMINERS, "my" with an owner, or "number"
    owner: str = ""  # for "my": whose, as the name of a pronoun
    number: int = 0  # for "number": an index
    adjective: Adjective | None = None
    possessor: "NounPhrase | None" = None
    attribute: "tuple[Preposition, NounPhrase] | None" = None
    relative: "Relative | None" = None
    pronoun: tuple[str, str] | None = None  # names of the German and the English pronoun
    name: tuple[str, str] | None = None  # German and English
    female: bool = False  # of a name

    @property
    def person(self) -> str:
        """The person for the German verb: I, you, he (third singular) or we (all plurals)."""
        if self.pronoun:
            return {"she": "he", "it": "he", "they": "we"}.get(self.pronoun[0], self.pronoun[0])
        return "we" if self.plural else "he"

    @property
    def definite(self) -> bool:
        """Whether it is known to the listener."""
        return self.noun is None or self.determiner in ("the", "my", "this", "all")


@dataclass(slots=True, eq=False)
class Predicate:
    """What is said with "to be": an adjective, perhaps with a degree or compared with someone."""

    adjective: Adjective
    degree: Words | None = None
    than: NounPhrase | None = None


@dataclass(slots=True, eq=False)
class Clause:
    """A subject, a verb with its objects, and what may stand around them."""

    frame: Frame | None  # none for "to be" with a predicate and "there is"
    subject: NounPhrase
    objects: list[tuple[Slot, NounPhrase]]
    tense: str = "present"  # present, preterite, perfect or future
    modal: str = ""  # a key of german.MODALS
    passive: bool = False
    negated: bool = False
    time: Words | None = None
    time_kind: str = ""  # past, future, any, habit, since or now
    frequency: Words | None = None  # often, never, already
    adverb: Words | None = None  # of the sentence: unfortunately
    particle: str = ""  # a German modal particle
    manner: Words | None = None
    place: tuple[Preposition, NounPhrase] | None = None
    gladly: bool = False
    predicate: Predicate | None = None
    exists: bool = False  # "there is"
    front: str = "subject"  # what opens the German main clause: subject, time, place, adverb or object
    time_late: bool = False  # German time behind a definite object


@dataclass(slots=True, eq=False)
class Relative:
    """A clause in which the noun phrase that it modifies fills the subject (-1) or an object."""

    clause: Clause
    gap: int
    human: bool


@dataclass(slots=True, eq=False)
class Sentence:
    """A main clause, and how a second clause hangs on it."""

    main: Clause
    link: str = ""  # "", and, but, because..., that, whether, why, zu, um
    second: Clause | None = None
    second_first: bool = False
    question: Words | None = None  # ("", ("",)) for yes or no, else the question word
