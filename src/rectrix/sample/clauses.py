"""Clauses: a verb draws subject and objects that fit it, then tense, modal, voice and negation."""

import random

from rectrix.sample.adverbials import PAST, Adverbials, without_adverbials
from rectrix.sample.adverbs import DEGREES
from rectrix.sample.german import ACCUSATIVE, DATIVE
from rectrix.sample.lexicon import Frame, Lexicon, Noun, Preposition, Slot
from rectrix.sample.meaning import Clause, NounPhrase, Predicate, Relative
from rectrix.sample.phrases import Phrases
from rectrix.sample.pick import Pick
from rectrix.sample.table import words

_PREDICATED = "person,document,building,vehicle,food,event,topic,device,clothing,inplace"
_EXISTING = "building,event,topic,animal,person,food,plant,furniture"
# Adjectives that are no predicates, and predicates that are not compared.
_ATTRIBUTIVE = frozenset(("letzt", "deutsch", "französisch", "gemeinsam", "nah", "wirtschaftlich"))
_ABSOLUTE = frozenset(
    words(
        "krank bekannt richtig falsch leer voll kaputt politisch möglich öffentlich international staatlich "
        "historisch geheim frisch weiß schwarz rot blau grün gelb grau"
    )
)
_BY = Slot("P", Preposition("von", DATIVE, ("by",)), None, False)
_DIRECT = Slot("A", Preposition("", ACCUSATIVE, ("",)), None, False)
_MODALS = Pick(("can", "must", "want", "should", "may", "like"))
_WITHOUT_PASSIVE = ("want", "like", "may")


class Clauses:
    """Draws clauses from a lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.phrases = Phrases(lexicon)
        self.adverbials = Adverbials(self.phrases)
        frames = lexicon.frames
        self._frames = Pick(frames)
        self.by_people = Pick([frame for frame in frames if "person" in frame.subject_kinds])
        self._with_object = _object_index(frames)
        self._people = lexicon.pick("person")
        self._predicated = lexicon.pick(_PREDICATED)
        self._existing = lexicon.pick(_EXISTING)
        self._degrees = Pick(DEGREES)

    def draw(self, rng: random.Random, subject: NounPhrase | None = None, small: bool = False) -> Clause:
        """Any clause; a small one has fewer adverbials and no relative clauses."""
        kind = rng.random()
        if kind < 0.09:
            return self._predicative(rng, subject)
        if kind < 0.12 and subject is None:
            return self._existence(rng)
        if subject is None:
            frame = self._frames(rng)
            subject = self._subject(rng, frame, small)
        else:
            frame = self.by_people(rng)
        clause = self._start(rng, frame, subject, small)
        self._make_passive(rng, clause, frame)
        return self._finish(rng, clause, frame, small)

    def active(self, rng: random.Random, frame: Frame, subject: NounPhrase) -> Clause:
        """A small clause with this verb and subject, in the active voice."""
        return self._finish(rng, self._start(rng, frame, subject, True), frame, True)

    def _start(self, rng: random.Random, frame: Frame, subject: NounPhrase, small: bool) -> Clause:
        clause = Clause(frame, subject, [])
        for slot in frame.slots:
            if not slot.optional or rng.random() < 0.35:
                clause.objects.append((slot, self._object(rng, clause, slot)))
        if clause.objects and not small:
            # Only the last object may be heavy.
            self._modify(rng, clause.objects[-1][1])
        self._add_tense(rng, clause, frame)
        return clause

    def _finish(self, rng: random.Random, clause: Clause, frame: Frame, small: bool) -> Clause:
        self.adverbials.add(rng, clause, frame, 0.5 if small else 1.0)
        self._negate(rng, clause)
        self.adverbials.choose_front(rng, clause)
        return clause

    def _subject(self, rng: random.Random, frame: Frame, small: bool) -> NounPhrase:
        assert frame.subjects is not None
        if "person" in frame.subject_kinds and rng.random() < 0.8:
            phrase = self.phrases.human(rng)
        else:
            phrase = self.phrases.noun(rng, frame.subjects(rng))
        if not small:
            self._modify(rng, phrase)
        return phrase

    def _object(self, rng: random.Random, clause: Clause, slot: Slot) -> NounPhrase:
        assert slot.nouns is not None
        kind = rng.random()
        noun = slot.nouns(rng)
        if slot.kind in "RL":
            free = len(slot.nouns.items) > 10  # not a place that this verb needs
            return self.phrases.city(rng) if free and kind < 0.2 else self.phrases.place(rng, noun)
        if slot.preposition.english[0].endswith("~"):
            return NounPhrase(noun)
        if noun.kind == "person" and kind < 0.3:
            return self.phrases.other(rng, clause.subject) if kind < 0.18 else self.phrases.name(rng)
        return self.phrases.noun(rng, noun, clause.subject)

    def _add_tense(self, rng: random.Random, clause: Clause, frame: Frame) -> None:
        kind = rng.random()
        swaps = "x" in frame.flags
        if kind < 0.20 and not swaps and _is_human(clause.subject):
            clause.modal = _MODALS(rng)
            clause.tense = "preterite" if rng.random() < 0.3 and clause.modal != "like" else "present"
        elif kind < 0.26 and not swaps:
            clause.tense = "future"
        elif kind < 0.60:
            clause.tense = "perfect"
        elif kind < 0.74:
            clause.tense = "preterite"
        avoid_preterite(clause)

    def _make_passive(self, rng: random.Random, clause: Clause, frame: Frame) -> None:
        if "n" in frame.flags or len(clause.objects) != 1 or rng.random() > 0.13:
            return
        slot, phrase = clause.objects[0]
        if slot.kind != "A" or clause.modal in _WITHOUT_PASSIVE or phrase.relative:
            return
        agent = clause.subject
        if phrase.determiner == "my":  # whose, if its owner may go unsaid?
            phrase.determiner, phrase.owner = "the", ""
        clause.passive, clause.subject = True, phrase
        spoken = not agent.pronoun and not agent.relative and rng.random() < 0.45
        clause.objects = [(_BY, agent)] if spoken else []
        avoid_preterite(clause)

    def _negate(self, rng: random.Random, clause: Clause) -> None:
        heavy = any(phrase.relative for _, phrase in clause.objects)
        if clause.manner or clause.frequency or clause.gladly or heavy or rng.random() > 0.14:
            return
        for slot, phrase in clause.objects:
            if slot.kind == "A" and phrase.noun and phrase.determiner in ("a", ""):
                phrase.determiner = "no"
                return
        clause.negated = True

    def _predicative(self, rng: random.Random, subject: NounPhrase | None) -> Clause:
        if subject is None:
            subject = self.phrases.plain(rng, self._predicated(rng))
        noun = subject.noun or self._people(rng)
        assert noun.adjectives is not None
        adjective = noun.adjectives(rng)
        while adjective.predicative in _ATTRIBUTIVE:
            adjective = noun.adjectives(rng)
        kind = rng.random()
        tense = "present" if kind < 0.6 else "preterite" if kind < 0.93 else "future"
        clause = Clause(None, subject, [], tense, predicate=Predicate(adjective))
        assert clause.predicate is not None
        if clause.subject.person == "you":
            clause.tense = "present"
        if rng.random() < 0.4:
            clause.predicate.degree = self._degrees(rng)
        elif subject.noun and adjective.predicative not in _ABSOLUTE and rng.random() < 0.3:
            other = self._lexicon.pick(noun.kind)(rng)
            clause.predicate.than = self.phrases.plain(rng, other, subject.plural)
        if clause.tense == "preterite" and rng.random() < 0.2:
            self.adverbials.at(rng, clause, "past")
        return clause

    def _existence(self, rng: random.Random) -> Clause:
        noun = self._existing(rng)
        phrase = self.phrases.noun(rng, noun)
        if phrase.definite:
            phrase.possessor, phrase.attribute = None, None
            phrase.determiner = "a" if noun.countable and not phrase.plural else ""
        if rng.random() < 0.2 and phrase.determiner in ("a", ""):
            phrase.determiner = "no"
        else:
            self._modify(rng, phrase)
        clause = Clause(None, NounPhrase(pronoun=("it", "it")), [(_DIRECT, phrase)], exists=True)
        clause.tense = "present" if rng.random() < 0.6 else "preterite"
        clause.place = self.phrases.location(rng)
        clause.front = "place" if rng.random() < 0.45 else "subject"
        return clause

    def _modify(self, rng: random.Random, phrase: NounPhrase) -> None:
        """Add a relative clause to a noun phrase now and then."""
        free = phrase.determiner in ("the", "a") and not phrase.possessor and not phrase.attribute
        if phrase.noun and free and rng.random() < 0.09:
            phrase.relative = self._relative(rng, phrase.noun, phrase.plural)

    def _relative(self, rng: random.Random, noun: Noun, plural: bool) -> Relative | None:
        human = noun.kind == "person"
        gone = NounPhrase(noun, plural)
        if human and rng.random() < 0.6:
            clause, gap = self.active(rng, self.by_people(rng), gone), -1
        else:
            found = self._with_object.get(noun.kind)
            if found is None:
                return None
            frame, gap = found(rng)
            subject = self.phrases.human(rng)
            subject.attribute = None
            clause = self.active(rng, frame, subject)
            clause.objects[gap] = clause.objects[gap][0], gone
        without_adverbials(clause)
        return Relative(clause, gap, human)


def _object_index(frames: list[Frame]) -> dict[str, Pick[tuple[Frame, int]]]:
    """Which verbs of people may have a noun of some class as their object."""
    found: dict[str, list[tuple[Frame, int]]] = {}
    for frame in frames:
        if "person" not in frame.subject_kinds or any(slot.optional for slot in frame.slots):
            continue
        for index, slot in enumerate(frame.slots):
            if slot.kind in "AP" and slot.nouns and not slot.preposition.english[0].endswith("~"):
                for kind in sorted({noun.kind for noun in slot.nouns.items}):
                    found.setdefault(kind, []).append((frame, index))
    return {kind: Pick(pairs) for kind, pairs in found.items()}


def _is_human(phrase: NounPhrase) -> bool:
    return phrase.noun is None or phrase.noun.kind in ("person", "kin")


def avoid_preterite(clause: Clause) -> None:
    """Nobody says "du lasest": the second person takes another tense."""
    if clause.subject.person == "you" and clause.tense == "preterite":
        clause.tense = "present" if clause.modal else "perfect"


def match_tense(clause: Clause, past: bool) -> None:
    """Put a second clause into the past or out of it."""
    if past == (clause.tense in PAST):
        return
    clause.tense, clause.modal = "preterite" if past else "present", ""
    clause.time, clause.time_kind, clause.frequency, clause.gladly = None, "", None, False
    avoid_preterite(clause)
