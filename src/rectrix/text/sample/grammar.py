"""The grammar: draws a meaning top-down, so that verbs get subjects, objects, tenses and adverbials that fit."""

import random
from functools import lru_cache

from rectrix.text.sample import modifiers
from rectrix.text.sample.german import DATIVE, FEMININE, MASCULINE, NEUTER
from rectrix.text.sample.lexicon import Frame, Noun, Pick, Preposition, Slot, alternatives, lexicon
from rectrix.text.sample.meaning import Clause, NounPhrase, Predicate, Relative, Sentence, Words

_PRONOUNS = ("I", "you", "he", "she", "we", "they", "he", "she", "I", "we")
_PREDICATED = "person,document,building,vehicle,food,event,topic,device,clothing,inplace"
_EXISTING = "building,event,topic,animal,person,food,plant,furniture"
_BY = Slot("P", Preposition("von", DATIVE, ("by",)), None, False)
_LINKS = Pick(("because",) * 4 + ("although",) * 2 + ("if",) * 3 + ("while", "before", "as soon as"))


def _words(pairs: tuple[tuple[str, str], ...]) -> Pick[Words]:
    return Pick([(german, alternatives(english)) for german, english in pairs])


def _name(text: str) -> tuple[str, str]:
    german, _, english = text.partition("/")
    return german, english or german


class Grammar:
    """Draws sentences; holds no state but the lexicon's tables."""

    def __init__(self) -> None:
        self._lexicon = lexicon()
        frames = self._lexicon.frames
        self._frames = Pick(frames)
        self._by_person = Pick([frame for frame in frames if "person" in frame.subject_kinds])
        self._infinitive = Pick(
            [frame for frame in frames if "person" in frame.subject_kinds and not frame.flags & {"x"}]
        )
        self._with_object: dict[str, Pick[tuple[Frame, int]]] = self._object_index(frames)
        self._clause_frames = {
            kind: Pick([frame for frame in self._lexicon.clause_frames if kind in frame.clauses])
            for kind in ("dass", "ob", "w")
        }
        self._moving = Pick([frame for frame in frames if any(slot.kind == "R" for slot in frame.slots)])
        self._infinitive_frames = Pick(self._lexicon.infinitive_frames)
        self._people = self._lexicon.pick("person")
        self._predicated = self._lexicon.pick(_PREDICATED)
        self._existing = self._lexicon.pick(_EXISTING)
        self._places = self._lexicon.places
        self._times = {kind: _words(times) for kind, times in modifiers.TIMES.items()}
        self._frequencies = _words(modifiers.FREQUENCIES)
        self._perfect_adverbs = _words(modifiers.PERFECT_ADVERBS)
        self._sentence_adverbs = _words(modifiers.SENTENCE_ADVERBS)
        self._degrees = _words(modifiers.DEGREES)
        self._names = Pick(
            [(_name(text), False) for text in modifiers.MALE_NAMES]
            + [(_name(text), True) for text in modifiers.FEMALE_NAMES]
        )
        self._cities = Pick([_name(text) for text in (*modifiers.CITIES, *modifiers.COUNTRIES)])

    def _object_index(self, frames: list[Frame]) -> dict[str, Pick[tuple[Frame, int]]]:
        found: dict[str, list[tuple[Frame, int]]] = {}
        for frame in frames:
            if "x" in frame.flags:
                continue
            for index, slot in enumerate(frame.slots):
                if slot.kind in "AP" and slot.nouns and not slot.optional:
                    for kind in sorted({noun.kind for noun in slot.nouns.items}):
                        found.setdefault(kind, []).append((frame, index))
        return {kind: Pick(pairs) for kind, pairs in found.items()}

    # Sentences

    def sentence(self, rng: random.Random) -> Sentence:
        """A meaning."""
        draw = rng.random()
        if draw < 0.52:
            return Sentence(self.clause(rng))
        if draw < 0.60:
            return self._question(rng)
        if draw < 0.76:
            return self._adverbial(rng)
        if draw < 0.86:
            return self._complement(rng)
        if draw < 0.93:
            return self._purpose(rng)
        first = self.clause(rng, small=True)
        return Sentence(first, ("and", "but", "for")[int(rng.random() * 3)], self._second(rng, first.subject))

    def _question(self, rng: random.Random) -> Sentence:
        draw = rng.random()
        clause = self.clause(rng, small=draw < 0.5)
        clause.adverb, clause.particle = None, ""
        if clause.exists:
            return Sentence(clause, question=("", ("",)))
        if draw < 0.25:
            return Sentence(clause, question=("warum", ("why",)))
        if draw < 0.4 and clause.time is None and clause.frequency is None:
            return Sentence(clause, question=("wann", ("when",)))
        return Sentence(clause, question=("", ("",)))

    def _adverbial(self, rng: random.Random) -> Sentence:
        main = self.clause(rng, small=True)
        link = _LINKS(rng)
        past = main.tense in ("perfect", "preterite")
        if past and link == "if":
            link = "because"
        second = self._second(rng, main.subject, link)
        if link in _TEMPORAL:
            _match(second, past)
        return Sentence(main, link, second, second_first=rng.random() < 0.35)

    def _second(self, rng: random.Random, subject: NounPhrase, link: str = "") -> Clause:
        """A second clause, about the first one's subject half of the time."""
        again = _refer(subject) if rng.random() < 0.55 else None
        clause = self.clause(rng, subject=again, small=True)
        clause.front = "subject"
        if link:
            clause.adverb, clause.particle = None, ""
        return clause

    def _complement(self, rng: random.Random) -> Sentence:
        kind, link = (("dass", "that"), ("dass", "that"), ("dass", "that"), ("ob", "whether"), ("w", "why"))[
            int(rng.random() * 5)
        ]
        main = self._controlling(rng, self._clause_frames[kind](rng))
        if kind == "ob" and "t" in (main.frame.flags if main.frame else ()):
            main.negated = True
        return Sentence(main, link, self._second(rng, main.subject, link))

    def _purpose(self, rng: random.Random) -> Sentence:
        if rng.random() < 0.6:
            main, link = self._controlling(rng, self._infinitive_frames(rng)), "zu"
        else:
            main, link = self.clause(rng, frame=self._moving(rng), small=True, active=True), "um"
        subject = main.subject
        second = self.clause(rng, frame=self._infinitive(rng), subject=subject, small=True, active=True)
        second.tense, second.modal, second.gladly, second.frequency = "present", "", False, None
        second.time, second.time_kind, second.adverb, second.particle = None, "", None, ""
        second.negated = second.negated and link == "zu"
        for _, phrase in second.objects:
            phrase.relative = None
        return Sentence(main, link, second)

    def _controlling(self, rng: random.Random, frame: Frame) -> Clause:
        """The main clause above a complement clause: short."""
        subject = self._human(rng)
        clause = Clause(frame, subject, [])
        draw = rng.random()
        clause.tense = "present" if draw < 0.4 else "perfect" if draw < 0.7 else "preterite"
        if subject.person == "you" and clause.tense == "preterite":
            clause.tense = "perfect"
        clause.negated = rng.random() < 0.12
        if clause.tense != "present" and rng.random() < 0.3:
            self._at(rng, clause, "past")
            if rng.random() < 0.5:
                clause.front = "time"
        return clause

    # Clauses

    def clause(
        self,
        rng: random.Random,
        frame: Frame | None = None,
        subject: NounPhrase | None = None,
        small: bool = False,
        active: bool = False,
    ) -> Clause:
        """A clause; small ones have fewer adverbials, active ones are no passives and have a human subject."""
        if frame is None:
            draw = rng.random()
            if draw < 0.09:
                return self._predicative(rng, subject)
            if draw < 0.12 and subject is None:
                return self._existence(rng)
            frame = self._by_person(rng) if subject else self._frames(rng)
        if subject is None:
            subject = self._subject(rng, frame, active)
        clause = Clause(frame, subject, [])
        self._add_objects(rng, clause, frame, small)
        self._add_tense(rng, clause, frame)
        if not active:
            self._make_passive(rng, clause, frame)
        self._add_adverbials(rng, clause, frame, 0.5 if small else 1.0)
        self._negate(rng, clause)
        self._add_front(rng, clause)
        return clause

    def _subject(self, rng: random.Random, frame: Frame, active: bool) -> NounPhrase:
        assert frame.subjects is not None
        if "person" in frame.subject_kinds and (active or rng.random() < 0.8):
            return self._human(rng)
        return self._phrase(rng, frame.subjects(rng), subject=True)

    def _human(self, rng: random.Random) -> NounPhrase:
        draw = rng.random()
        if draw < 0.28:
            name = _PRONOUNS[int(rng.random() * len(_PRONOUNS))]
            return NounPhrase(pronoun=(name, name))
        if draw < 0.40:
            name_pair, female = self._names(rng)
            return NounPhrase(name=name_pair, female=female)
        return self._phrase(rng, self._people(rng), subject=True)

    def _add_objects(self, rng: random.Random, clause: Clause, frame: Frame, small: bool) -> None:
        for slot in frame.slots:
            if slot.optional and rng.random() < 0.65:
                continue
            for _, earlier in clause.objects:
                earlier.relative = None  # only the last object may be heavy
            clause.objects.append((slot, self._object(rng, clause, slot, small)))

    def _object(self, rng: random.Random, clause: Clause, slot: Slot, small: bool) -> NounPhrase:
        assert slot.nouns is not None
        draw = rng.random()
        noun = slot.nouns(rng)
        if slot.kind in "RL":
            if draw < 0.2 and slot.nouns is self._places:
                return NounPhrase(name=self._cities(rng))
            return self._phrase(rng, noun, owner=clause.subject, place=True)
        if slot.preposition.english[0].endswith("~"):
            return NounPhrase(noun)
        if noun.kind == "person" and draw < 0.3:
            if draw < 0.18:
                return self._other_pronoun(rng, clause.subject)
            name_pair, female = self._names(rng)
            return NounPhrase(name=name_pair, female=female)
        return self._phrase(rng, noun, owner=clause.subject, small=small)

    def _other_pronoun(self, rng: random.Random, subject: NounPhrase) -> NounPhrase:
        """A pronoun of another person than the subject, so that it needs no reflexive."""
        taken = subject.pronoun[1] if subject.pronoun else ""
        name = _PRONOUNS[int(rng.random() * len(_PRONOUNS))]
        if name == taken or {name, taken} == {"I", "we"}:
            name = "she" if taken == "they" else "they"
        return NounPhrase(pronoun=(name, name))

    def _add_tense(self, rng: random.Random, clause: Clause, frame: Frame) -> None:
        draw = rng.random()
        human = _is_human(clause.subject)
        if draw < 0.20 and "x" not in frame.flags and human:
            clause.modal = ("can", "must", "want", "should", "may", "like")[int(rng.random() * 6)]
            clause.tense = "preterite" if rng.random() < 0.3 and clause.modal != "like" else "present"
        elif draw < 0.26 and "x" not in frame.flags:
            clause.tense = "future"
        elif draw < 0.60:
            clause.tense = "perfect"
        elif draw < 0.74:
            clause.tense = "preterite"
        if clause.subject.person == "you" and clause.tense == "preterite":
            clause.tense = "present" if clause.modal else "perfect"

    def _make_passive(self, rng: random.Random, clause: Clause, frame: Frame) -> None:
        if "n" in frame.flags or len(clause.objects) != 1 or rng.random() > 0.13:
            return
        slot, phrase = clause.objects[0]
        if slot.kind != "A" or clause.modal in ("want", "like", "may") or phrase.relative:
            return
        agent = clause.subject
        phrase = NounPhrase(phrase.noun, phrase.plural, "the" if phrase.determiner == "my" else phrase.determiner,
                            number=phrase.number, adjective=phrase.adjective, name=phrase.name, pronoun=phrase.pronoun)  # fmt: skip
        if phrase.person == "you" and clause.tense == "preterite":
            clause.tense = "present" if clause.modal else "perfect"
        clause.passive = True
        clause.subject = phrase
        spoken = not agent.pronoun and not agent.relative and rng.random() < 0.45
        clause.objects = [(_BY, agent)] if spoken else []

    def _add_adverbials(self, rng: random.Random, clause: Clause, frame: Frame, share: float) -> None:
        if rng.random() < 0.5 * share:
            self._add_time(rng, clause, frame)
        if clause.time is None and not clause.modal and rng.random() < 0.12:
            if clause.tense == "perfect":
                clause.frequency = self._perfect_adverbs(rng)
            elif clause.tense in ("present", "preterite"):
                clause.frequency = self._frequencies(rng)
        if frame.manners and not clause.frequency and rng.random() < 0.2 * share:
            clause.manner = frame.manners(rng)
            if clause.manner[0] == "zusammen" and clause.subject.person != "we":
                clause.manner = None
            elif clause.manner[0] in ("plötzlich", "sofort") and clause.time:
                clause.manner = None
        settled = clause.passive or clause.manner or any(slot.kind in "RL" for slot in frame.slots)
        if "p" in frame.flags and not settled and rng.random() < 0.25 * share:
            clause.place = self._place(rng)
        free = not clause.manner and not clause.frequency
        if free and clause.tense == "present" and not clause.modal and "g" in frame.flags:
            clause.gladly = not clause.time and not clause.passive and rng.random() < 0.2
        if rng.random() < 0.06 * share:
            clause.adverb = self._sentence_adverbs(rng)
        elif rng.random() < 0.05 * share:
            clause.particle = modifiers.PARTICLES[int(rng.random() * len(modifiers.PARTICLES))]

    def _add_time(self, rng: random.Random, clause: Clause, frame: Frame) -> None:
        draw = rng.random()
        if clause.tense in ("perfect", "preterite"):
            kind = "past" if draw < 0.7 else "any"
        elif clause.tense == "future" or clause.modal:
            kind = "future" if draw < 0.6 else "any"
        elif frame.verb.infinitive in ("wohnen", "leben", "arbeiten", "kennen", "lernen"):
            kind = "since"
        elif "t" in frame.flags:
            return
        elif draw < 0.45:
            kind = "habit"
        else:
            kind = "now" if draw < 0.65 else "future"
        self._at(rng, clause, kind)

    def _at(self, rng: random.Random, clause: Clause, kind: str) -> None:
        clause.time, clause.time_kind = self._times[kind](rng), kind

    def _place(self, rng: random.Random) -> tuple[Preposition, NounPhrase]:
        if rng.random() < 0.25:
            return Preposition("in", DATIVE, ("in",)), NounPhrase(name=self._cities(rng))
        noun = self._places(rng)
        assert noun.location is not None
        return noun.location, self._phrase(rng, noun, place=True)

    def _negate(self, rng: random.Random, clause: Clause) -> None:
        if clause.manner or clause.frequency or clause.gladly or rng.random() > 0.13:
            return
        for slot, phrase in clause.objects:
            if slot.kind == "A" and phrase.noun and phrase.determiner in ("a", "") and not phrase.relative:
                phrase.determiner = "no"
                return
        if any(phrase.relative for _, phrase in clause.objects) or clause.subject.determiner in (
            "no",
            "every",
        ):
            return
        clause.negated = True

    def _add_front(self, rng: random.Random, clause: Clause) -> None:
        draw = rng.random()
        clause.time_late = rng.random() < 0.3
        if clause.adverb and draw < 0.6:
            clause.front = "adverb"
        elif clause.time and draw < 0.4 and clause.time_kind != "now":
            clause.front = "time"
        elif clause.place and draw < 0.25:
            clause.front = "place"
        elif draw > 0.94 and _frontable(clause):
            clause.front = "object"

    def _predicative(self, rng: random.Random, subject: NounPhrase | None) -> Clause:
        if subject is None:
            subject = self._phrase(rng, self._predicated(rng), subject=True, plain=True)
        noun = subject.noun if subject.noun else self._people(rng)
        assert noun.adjectives is not None
        adjective = noun.adjectives(rng)
        while adjective.predicative in ("letzt", "deutsch", "französisch", "gemeinsam", "nah"):
            adjective = noun.adjectives(rng)
        clause = Clause(None, subject, [])
        draw = rng.random()
        clause.tense = "present" if draw < 0.6 else "preterite" if draw < 0.93 else "future"
        if subject.person == "you":
            clause.tense = "present"
        predicate = Predicate(adjective)
        if rng.random() < 0.4:
            predicate.degree = self._degrees(rng)
        elif rng.random() < 0.25 and subject.noun:
            predicate.than = self._phrase(rng, _of_kind(self._lexicon.by_class[noun.kind], rng), plain=True)
            predicate.than.plural = (
                subject.plural and predicate.than.noun is not None and predicate.than.noun.countable
            )
        clause.predicate = predicate
        if clause.tense == "preterite" and rng.random() < 0.2:
            self._at(rng, clause, "past")
        return clause

    def _existence(self, rng: random.Random) -> Clause:
        phrase = self._phrase(rng, self._existing(rng))
        if phrase.determiner in ("the", "my", "this", "all", "every") or phrase.possessor:
            phrase.determiner, phrase.possessor = (
                ("a" if phrase.noun and phrase.noun.countable and not phrase.plural else ""),
                None,
            )
        if rng.random() < 0.2 and phrase.determiner in ("a", "") and not phrase.relative:
            phrase.determiner = "no"
        slot = Slot("A", Preposition("", 1, ("",)), None, False)
        clause = Clause(None, NounPhrase(pronoun=("it", "it")), [(slot, phrase)], exists=True)
        clause.tense = "present" if rng.random() < 0.6 else "preterite"
        clause.place = self._place(rng)
        if rng.random() < 0.45:
            clause.front = "place"
        return clause

    # Noun phrases

    def _phrase(
        self,
        rng: random.Random,
        noun: Noun,
        subject: bool = False,
        owner: NounPhrase | None = None,
        place: bool = False,
        plain: bool = False,
        small: bool = False,
    ) -> NounPhrase:
        phrase = NounPhrase(noun)
        draw = rng.random()
        phrase.plural = noun.countable and draw < (0.08 if place else 0.22)
        self._determine(rng, phrase, owner, place or plain)
        if noun.adjectives and rng.random() < 0.3 and not plain:
            phrase.adjective = noun.adjectives(rng)
            if phrase.adjective.predicative == "kaputt" or (
                phrase.adjective.predicative == "letzt" and phrase.determiner != "the"
            ):
                phrase.adjective = None
        if plain or phrase.determiner not in ("the", "a"):
            return phrase
        draw = rng.random()
        if (
            draw < 0.05
            and phrase.determiner == "the"
            and not place
            and noun.kind not in ("person", "kin", "weatherthing")
        ):
            phrase.possessor = self._owner(rng)
        elif draw > 0.93 and not small and phrase.determiner != "number":
            phrase.relative = self._relative(rng, phrase, subject)
        elif draw > 0.905 and subject and noun.kind == "person":
            place_phrase = self._place(rng)
            phrase.attribute = (
                (place_phrase[0], place_phrase[1]) if place_phrase[1].name is None else _from(place_phrase[1])
            )
        return phrase

    def _determine(
        self, rng: random.Random, phrase: NounPhrase, owner: NounPhrase | None, plain: bool
    ) -> None:
        noun = phrase.noun
        assert noun is not None
        draw = rng.random()
        whose = _owner_name(owner) if owner else ""
        if noun.kind == "kin" and (whose or draw < 0.6):
            phrase.determiner, phrase.owner = "my", whose or "I"
        elif not noun.countable:
            phrase.determiner = (
                "" if noun.kind in ("language",) or (draw < 0.5 and noun.kind in _MASS) else "the"
            )
        elif draw < 0.52 or plain:
            phrase.determiner = "the"
        elif whose and draw < 0.68 and noun.kind in _OWNED:
            phrase.determiner, phrase.owner = "my", whose
        elif draw < 0.90:
            phrase.determiner = "" if phrase.plural else "a"
        elif draw < 0.95:
            phrase.determiner = "this"
        elif phrase.plural:
            phrase.determiner = ("many", "some", "several", "all", "number", "number")[int(rng.random() * 6)]
            phrase.number = int(rng.random() * 11)

    def _owner(self, rng: random.Random) -> NounPhrase:
        if rng.random() < 0.4:
            name_pair, female = self._names(rng)
            return NounPhrase(name=name_pair, female=female)
        return self._phrase(rng, self._people(rng), plain=True)

    def _relative(self, rng: random.Random, phrase: NounPhrase, subject: bool) -> Relative | None:
        noun = phrase.noun
        assert noun is not None
        human = noun.kind == "person"
        bare = NounPhrase(noun, phrase.plural)
        if human and rng.random() < 0.6:
            clause = self.clause(rng, frame=self._infinitive(rng), subject=bare, small=True, active=True)
            gap = -1
        else:
            found = self._with_object.get(noun.kind)
            if found is None:
                return None
            frame, gap = found(rng)
            if "person" not in frame.subject_kinds or any(slot.optional for slot in frame.slots):
                return None
            clause = self.clause(rng, frame=frame, subject=self._plain_human(rng), small=True, active=True)
            clause.objects[gap] = (clause.objects[gap][0], bare)
        clause.adverb, clause.particle, clause.front = None, "", "subject"
        clause.time, clause.time_kind = None, ""
        for _, inner in clause.objects:
            inner.relative = None
        return Relative(clause, gap, human)

    def _plain_human(self, rng: random.Random) -> NounPhrase:
        phrase = self._human(rng)
        phrase.relative, phrase.attribute = None, None
        return phrase


_TEMPORAL = frozenset({"if", "before", "as soon as", "while"})


def _match(clause: Clause, past: bool) -> None:
    """Put a temporal clause into the time of its main clause."""
    if past == (clause.tense in ("perfect", "preterite")) and clause.tense != "future":
        return
    clause.tense = ("preterite" if clause.subject.person != "you" else "perfect") if past else "present"
    clause.modal = ""
    clause.time, clause.time_kind, clause.frequency, clause.gladly = None, "", None, False


_MASS = frozenset({"food", "drink", "material", "money", "music", "handled", "plant", "paper", "geld"})
_OWNED = frozenset(
    "person portable clothing vehicle document furniture device container opening inplace tool instrument music animal topic hope studies".split()
)
_NATURAL = {"Mädchen": "she", "Kind": ""}
_FROM = Preposition("aus", DATIVE, ("from",))


def _from(city: NounPhrase) -> tuple[Preposition, NounPhrase]:
    return _FROM, city


def _of_kind(found: list[Noun], rng: random.Random) -> Noun:
    return found[int(rng.random() * len(found))]


def _is_human(phrase: NounPhrase) -> bool:
    return phrase.noun is None or phrase.noun.kind in ("person", "kin")


def _frontable(clause: Clause) -> bool:
    """An object may open the clause if its case shows: a masculine singular, or beside a pronoun subject."""
    if not clause.objects or clause.passive or clause.exists:
        return False
    slot, phrase = clause.objects[-1]
    if slot.kind != "A" or phrase.noun is None or not phrase.definite or phrase.relative or phrase.owner:
        return False
    return (phrase.noun.gender == MASCULINE and not phrase.plural) or (
        clause.subject.pronoun is not None and clause.subject.person in ("I", "you")
    )


def _owner_name(phrase: NounPhrase) -> str:
    """The pronoun that stands for a person, in English and (for persons) in German; empty if unclear."""
    if phrase.pronoun:
        return phrase.pronoun[1]
    if phrase.name:
        return "she" if phrase.female else "he"
    return _natural(phrase)


def _natural(phrase: NounPhrase) -> str:
    noun = phrase.noun
    if noun is None or noun.kind not in ("person", "kin"):
        return ""
    if phrase.plural:
        return "they"
    if noun.gender == NEUTER:
        return ""
    return "she" if noun.gender == FEMININE else "he"


def _refer(phrase: NounPhrase) -> NounPhrase | None:
    """A pronoun for someone who was just named: German by grammatical gender, English by nature."""
    if phrase.pronoun:
        return NounPhrase(pronoun=phrase.pronoun) if phrase.pronoun[0] != "it" else None
    name = _owner_name(phrase)
    if name:
        return NounPhrase(pronoun=(name, name))
    if phrase.noun and phrase.noun.lemma == "Mädchen":
        return NounPhrase(pronoun=("it", "she"))
    return None


@lru_cache(maxsize=1)
def grammar() -> Grammar:
    """The grammar, with its tables, made on first use."""
    return Grammar()
