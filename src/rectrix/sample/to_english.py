"""English linearization: fixed word order, free choice among synonyms and places of adverbials.

Each call draws its own words and order from the generator it is given, so that calling it again gives
another reference for the same meaning.
"""

import random

from rectrix.sample.english import NUMBERS, PRONOUNS, EnglishVerb, comparative, fix_articles
from rectrix.sample.english_verbs import BE, TO_BE, Choice, Tokens, verb_group
from rectrix.sample.lexicon import Preposition, Slot
from rectrix.sample.meaning import Clause, NounPhrase, Predicate, Relative, Sentence
from rectrix.sample.to_german import COORDINATING, place_preposition

_WITHOUT_COMMA = ("maybe", "perhaps", "so")
_MIDDLE = ("probably", "apparently", "therefore")
_PRESENT_ONLY = frozenset({"if", "before", "as soon as", "while"})  # no "will" behind these
_PERSONS = {"she": "he", "it": "he", "they": "we"}
_CONJUNCTIONS = {"whether": ("whether", "if"), "although": ("although", "even though")}


class English:
    """Puts meanings into English, drawing among the ways to say them."""

    def __init__(self, rng: random.Random) -> None:
        self._choice = Choice(rng)

    def noun_phrase(self, phrase: NounPhrase, case: int = 1, negated: bool = False) -> tuple[Tokens, str]:
        """The words of a noun phrase (case 0: subject, 1: object) and the person that it asks of a verb.

        In a negated clause "no" is "any" or "a".
        """
        if phrase.pronoun:
            name = phrase.pronoun[1]
            return [PRONOUNS[name][case]], _PERSONS.get(name, name)
        if phrase.name:
            return [phrase.name[1]], "he"
        assert phrase.noun is not None
        noun = self._choice(phrase.noun.english)
        plural = phrase.plural or noun.always_plural
        tokens = list(noun.many if plural else noun.one)
        if phrase.adjective:
            tokens[:0] = self._choice.words(phrase.adjective.english)
        counted = phrase.noun.countable and not noun.always_plural
        tokens = self._determined(phrase, tokens, plural, counted, negated)
        if phrase.attribute:
            tokens += self.prepositional(*phrase.attribute)
        if phrase.relative:
            tokens += self._relative(phrase.relative)
        return tokens, "we" if plural else "he"

    def _determined(
        self, phrase: NounPhrase, tokens: Tokens, plural: bool, counted: bool, negated: bool
    ) -> Tokens:
        kind = phrase.determiner
        if phrase.possessor:
            return self._possessed(phrase.possessor, tokens)
        if kind == "my":
            return [PRONOUNS[phrase.owner][2], *tokens]
        if kind == "number":
            return [NUMBERS[phrase.number], *tokens]
        if kind == "this":
            return ["these" if plural else "this", *tokens]
        if kind in _DRAWN:
            return [*self._choice.words(_DRAWN[kind]), *tokens]
        if kind == "no" and negated:
            return ["a" if counted and not plural else "any", *tokens]
        if not kind or (kind == "a" and not counted):
            return tokens
        return [kind, *tokens]

    def _possessed(self, possessor: NounPhrase, tokens: Tokens) -> Tokens:
        owner, person = self.noun_phrase(possessor)
        if possessor.name or self._choice.random() < 0.6:
            return [*owner, "'" if person == "we" and owner[-1].endswith("s") else "'s", *tokens]
        return ["the", *tokens, "of", *owner]

    def prepositional(self, preposition: Preposition, phrase: NounPhrase) -> Tokens:
        """A preposition and its noun phrase."""
        words = self.noun_phrase(phrase)[0]
        if preposition.english[0].endswith("~"):  # without an article: mit dem Bus, by bus
            return [preposition.english[0][:-1], *words[1:]]
        return [*self._choice.words(preposition.english), *words]

    def _relative(self, modifier: Relative) -> Tokens:
        if modifier.gap < 0:
            opening = ["who"] if modifier.human else self._choice.words(("that", "which"))
        else:
            opening = self._choice.words(("that", "", "whom" if modifier.human else "which"))
        return opening + self.clause(modifier.clause, gap=modifier.gap)

    def clause(
        self,
        clause: Clause,
        gap: int | None = None,
        asked: bool = False,
        will: bool = True,
        opening: bool = False,
    ) -> Tokens:
        """A finite clause; asked puts the auxiliary first, opening allows adverbials before the subject."""
        if clause.exists:
            return self._existence(clause, asked, opening)
        verb = self._choice(clause.frame.english) if clause.frame else TO_BE
        subject, objects = clause.subject, clause.objects
        if clause.frame and "x" in clause.frame.flags:
            # The German dative is the English subject: dem Kind gefällt das Buch, the child likes the book.
            subject, objects = objects[0][1], [(objects[0][0]._replace(kind="A"), clause.subject)]
        negated = clause.negated or (_lacks(clause) and self._choice.random() < 0.8)
        words, person = self.noun_phrase(subject, 0)
        group, auxiliary = verb_group(self._choice, clause, verb, person, negated, asked, will)
        front, end, middle = self._adverbials(clause, opening and not asked)
        if negated:
            middle.insert(0, "not")
        tail = [*self._tail(clause, verb, objects, gap, negated), *end]
        if asked:
            return [group[0], *words, *middle, *group[1:], *tail]
        opened = front if gap == -1 else [*front, *words]
        if not auxiliary:
            return [*opened, *middle, *group, *tail]
        if group[0] == "can" and negated:
            return [*opened, "cannot", *middle[1:], *group[1:], *tail]
        return [*opened, group[0], *middle, *group[1:], *tail]

    def infinitive(self, clause: Clause) -> Tokens:
        """The infinitive clause with to."""
        assert clause.frame is not None
        verb = self._choice(clause.frame.english)
        negated = clause.negated or (_lacks(clause) and self._choice.random() < 0.8)
        _, end, middle = self._adverbials(clause, False)
        tail = self._tail(clause, verb, clause.objects, None, negated)
        return [*(["not"] if negated else []), "to", *middle, verb.base, *tail, *end]

    def _tail(
        self,
        clause: Clause,
        verb: EnglishVerb,
        objects: list[tuple[Slot, NounPhrase]],
        gap: int | None,
        negated: bool,
    ) -> Tokens:
        """What follows the verb: particle, objects, predicate."""
        if clause.predicate:
            return self._predicate(clause.predicate)
        direct: Tokens = []
        later: Tokens = []
        light = False  # the direct object is a pronoun, or moved away
        preposition = verb.preposition
        for index, (slot, phrase) in enumerate(objects):
            words = [] if index == gap else self.noun_phrase(phrase, negated=negated)[0]
            if slot.kind == "A":
                light = phrase.pronoun is not None or index == gap
                direct = [*direct, *(preposition or "").split(), *words]
                preposition = None
            elif slot.kind == "D":
                direct, later = self._indirect(slot.preposition.english[0], words, objects, later)
            elif preposition is not None:
                later += [*preposition.split(), *words]
                preposition = None
            else:
                found = place_preposition(slot.kind, slot.preposition, phrase)
                later += (
                    self._choice.words(found.english) if index == gap else self.prepositional(found, phrase)
                )
        if verb.movable and (light or (len(direct) == 2 and self._choice.random() < 0.3)):
            return [*direct, *verb.after, *later]
        return [*verb.after, *direct, *later]

    def _indirect(
        self, preposition: str, words: Tokens, objects: list[tuple[Slot, NounPhrase]], later: Tokens
    ) -> tuple[Tokens, Tokens]:
        """An indirect object: before the direct one (give him a book) or behind it (give a book to him)."""
        if not preposition:
            return words, later
        if preposition == "@":
            pronoun = any(slot.kind == "A" and phrase.pronoun for slot, phrase in objects)
            if words and not pronoun and self._choice.random() < 0.65:
                return words, later
            preposition = "to"
        return [], [*later, preposition, *words]

    def _adverbials(self, clause: Clause, opening: bool) -> tuple[Tokens, Tokens, Tokens]:
        """What stands before the subject, at the end, and between auxiliary and verb."""
        front: Tokens = []
        end: Tokens = []
        middle = self._choice.words(clause.frequency[1]) if clause.frequency else []
        if clause.manner:
            words = self._choice.words(clause.manner[1])
            inside = words[0].endswith("ly") and not clause.modal and self._choice.random() < 0.3
            (middle if inside else end).extend(words)
        if clause.place:
            end += self.prepositional(*clause.place)
        if clause.time:
            words = self._choice.words(clause.time[1])
            heavy = any(phrase.relative for _, phrase in clause.objects)
            if opening and (heavy or self._choice.random() < (0.5 if clause.front == "time" else 0.15)):
                front = [*words, ","] if len(words) > 1 and self._choice.random() < 0.5 else words
            else:
                end += words
        if clause.adverb:
            words = self._choice.words(clause.adverb[1])
            if words[0] in _MIDDLE or not opening:
                middle += words
            else:
                front = [*words, *front] if words[0] in _WITHOUT_COMMA else [*words, ",", *front]
        return front, end, middle

    def _predicate(self, predicate: Predicate) -> Tokens:
        adjective = self._choice(predicate.adjective.english)
        if predicate.than:
            return [*comparative(adjective), "than", *self.noun_phrase(predicate.than)[0]]
        degree = self._choice.words(predicate.degree[1]) if predicate.degree else []
        return [*degree, *adjective.split()]

    def _existence(self, clause: Clause, asked: bool, opening: bool) -> Tokens:
        words, person = self.noun_phrase(clause.objects[0][1])
        verb = BE[person][clause.tense != "present"]
        front, end, middle = self._adverbials(clause, opening and not asked)
        if clause.front == "place" and opening and not front and self._choice.random() < 0.4:
            front, end = end, []
        return [*front, *((verb, "there") if asked else ("there", verb)), *middle, *words, *end]

    def sentence(self, meaning: Sentence) -> Tokens:
        """A whole sentence with its punctuation."""
        if meaning.question:
            tokens = [*self._choice.words(meaning.question[1]), *self.clause(meaning.main, asked=True), "?"]
        elif meaning.second is None:
            tokens = [*self.clause(meaning.main, opening=True), "."]
        else:
            tokens = [*self._linked(meaning, meaning.second), "."]
        fix_articles(tokens)
        return tokens

    def _linked(self, meaning: Sentence, clause: Clause) -> Tokens:
        link = meaning.link
        main = self.clause(meaning.main, opening=not meaning.second_first)
        if link == "zu":
            return [*main, *self.infinitive(clause)]
        if link == "um":
            return [*main, *self._choice.words(("", "in order")), *self.infinitive(clause)]
        if link in COORDINATING:
            words = ["because"] if link == "for" else [",", link]
            return [*main, *words, *self.clause(clause, opening=link != "for")]
        second = self.clause(clause, will=link not in _PRESENT_ONLY)
        if link == "that":
            # "that" is needed behind an adverbial: he said yesterday that he was ill.
            return [*main, *self._choice.words(("that",) if meaning.main.time else ("that", "")), *second]
        words = self._choice.words(_CONJUNCTIONS.get(link, (link,)))
        # A front clause stays in front; whether, why and when open complements, which stay behind.
        if meaning.second_first:
            return [*words, *second, ",", *main]
        return [*main, *words, *second]


_DRAWN = {"some": ("some", "a few"), "all": ("all", "all the")}


def _lacks(clause: Clause) -> bool:
    """Whether German says no (kein) where English rather negates the verb."""
    return any(slot.kind == "A" and phrase.determiner == "no" for slot, phrase in clause.objects)
