"""English linearization: fixed word order, do-support, tense by context, and free choice among synonyms.

Each call draws its own words and order from the generator it is given, so that calling it again gives
another reference for the same meaning.
"""

import random

from rectrix.text.sample.english import NUMBERS, PRONOUNS, Verb, comparative, fix_articles
from rectrix.text.sample.lexicon import EnglishNoun, Preposition, Slot
from rectrix.text.sample.meaning import Clause, NounPhrase, Predicate, Relative, Sentence
from rectrix.text.sample.to_german import COORDINATING, place_preposition

Tokens = list[str]
T = tuple[str, ...]
_FIRST = 0.7  # how often the first of several synonyms is taken

# What may stand for a modal: (present, past) alternatives; a leading be, have or want is inflected.
_MODALS: dict[str, tuple[str, str]] = {
    "can": ("can/be able to", "could/be able to"),
    "must": ("must/have to", "have to"),
    "want": ("want to", "want to"),
    "should": ("should/be supposed to", "be supposed to/should"),
    "may": ("may/be allowed to", "be allowed to"),
    "like": ("would like to/want to", "want to"),
}
_NEGATED_MODALS = {"must": ("have to", "have to"), "may": ("must/be allowed to", "be allowed to")}
_BE = {"I": ("am", "was"), "he": ("is", "was"), "you": ("are", "were"), "we": ("are", "were")}
_WITHOUT_COMMA = ("maybe", "perhaps", "so")
_MID = ("probably", "apparently", "therefore")
_DETERMINERS = {
    "the": "the",
    "a": "a",
    "no": "no",
    "every": "every",
    "all": "all",
    "many": "many",
    "several": "several",
}


class English:
    """Puts meanings into English, drawing among the ways to say them."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random

    def _choose(self, alternatives: tuple[T, ...] | T) -> str:
        size = len(alternatives)
        if size == 1 or self._random() < _FIRST:
            return alternatives[0]  # type: ignore[return-value]
        return alternatives[1 + int(self._random() * (size - 1))]  # type: ignore[return-value]

    def _words(self, alternatives: T) -> Tokens:
        return self._choose(alternatives).split()

    # Noun phrases

    def noun_phrase(self, phrase: NounPhrase, case: int = 1) -> tuple[Tokens, str]:
        """The words of a noun phrase (case 0: subject, 1: object) and the person that it asks of a verb."""
        if phrase.pronoun:
            name = phrase.pronoun[1]
            return [PRONOUNS[name][case]], {"she": "he", "it": "he", "they": "we"}.get(name, name)
        if phrase.name:
            return [phrase.name[1]], "he"
        assert phrase.noun is not None
        noun: EnglishNoun = self._choose(phrase.noun.english)  # type: ignore[arg-type, assignment]
        plural = phrase.plural or noun.always_plural
        tokens = list(noun.many if plural else noun.one)
        if phrase.adjective:
            tokens[:0] = self._words(phrase.adjective.english)
        tokens = self._determined(phrase, tokens, plural, noun.always_plural or not phrase.noun.countable)
        if phrase.attribute:
            tokens += self.prepositional(*phrase.attribute)
        if phrase.relative:
            tokens += self._relative(phrase.relative)
        return tokens, "we" if plural else "he"

    def _determined(self, phrase: NounPhrase, tokens: Tokens, plural: bool, uncounted: bool) -> Tokens:
        if phrase.possessor:
            owner, person = self.noun_phrase(phrase.possessor)
            if phrase.possessor.name or self._random() < 0.6:
                return [*owner, "'" if person == "we" and owner[-1].endswith("s") else "'s", *tokens]
            return ["the", *tokens, "of", *owner]
        kind = phrase.determiner
        if kind == "my":
            return [PRONOUNS[phrase.owner][2], *tokens]
        if kind == "number":
            return [NUMBERS[phrase.number], *tokens]
        if kind == "this":
            return ["these" if plural else "this", *tokens]
        if kind == "some":
            return [*self._words(("some", "a few")), *tokens]
        if kind == "all":
            return [*self._words(("all", "all the")), *tokens]
        if not kind or (kind == "a" and uncounted):
            return tokens
        return [_DETERMINERS[kind], *tokens]

    def prepositional(self, preposition: Preposition, phrase: NounPhrase) -> Tokens:
        """A preposition and its noun phrase."""
        words = self.noun_phrase(phrase)[0]
        if preposition.english[0].endswith("~"):  # mit dem Bus: by bus
            return [preposition.english[0][:-1], *words[1:]]
        return [*self._words(preposition.english), *words]

    def _relative(self, modifier: Relative) -> Tokens:
        if modifier.gap < 0:
            opening = ["who" if modifier.human else self._choose(("that", "which"))]
            return opening + self.clause(modifier.clause, gap=-1)
        return [
            *self._words(("that", "", "whom" if modifier.human else "which")),
            *self.clause(modifier.clause, gap=modifier.gap),
        ]

    # Verbs

    def _verb_group(
        self, clause: Clause, verb: Verb, person: str, support: bool, will: bool
    ) -> tuple[Tokens, bool]:
        """The verb's words, and whether the first is an auxiliary; support asks for "do" where there is none."""
        past = clause.tense == "preterite"
        if clause.passive:
            return self._passive(clause, verb, person), True
        if clause.modal:
            return self._modal(clause, [verb.base], person, support)
        if clause.tense == "future":
            return self._future([verb.base], person), True
        if clause.tense == "perfect":
            if self._present_perfect(clause):
                return ["has" if person == "he" else "have", verb.participle], True
            past = True
        elif not past:
            special = self._present(clause, verb, person, will)
            if special:
                return special, True
        if clause.gladly:
            return self._simple("like", "likes", "liked", person, past, support, ["to", verb.base])
        if verb.base == "be":
            return [_BE[person][past]], True
        return self._simple(verb.base, verb.third, verb.past, person, past, support, [])

    def _simple(
        self, base: str, third: str, past: str, person: str, is_past: bool, support: bool, rest: Tokens
    ) -> tuple[Tokens, bool]:
        if support:
            return ["did" if is_past else "does" if person == "he" else "do", base, *rest], True
        return [past if is_past else third if person == "he" else base, *rest], False

    def _present(self, clause: Clause, verb: Verb, person: str, will: bool) -> Tokens:
        """What English needs instead of the simple present, if anything."""
        stative = verb.base == "be" or (clause.frame is not None and "t" in clause.frame.flags)
        if clause.time_kind == "since":
            return ["has" if person == "he" else "have", verb.participle]
        if clause.time_kind == "future" and will:
            if stative or self._random() < 0.75:
                return ["will", verb.base]
            return [_BE[person][0], verb.ing]
        if stative or clause.frequency or clause.time_kind == "habit" or clause.gladly:
            return []
        if clause.time_kind == "now" or self._random() < 0.25:
            return [_BE[person][0], verb.ing]
        return []

    def _present_perfect(self, clause: Clause) -> bool:
        if clause.time_kind == "past":
            return False
        if clause.frequency:
            return True
        return clause.time is None and self._random() < 0.35

    def _future(self, rest: Tokens, person: str) -> Tokens:
        return ["will", *rest] if self._random() < 0.75 else [_BE[person][0], "going", "to", *rest]

    def _passive(self, clause: Clause, verb: Verb, person: str) -> Tokens:
        if clause.modal:
            return self._modal(clause, ["be", verb.participle], person, clause.negated)[0]
        if clause.tense == "future":
            return self._future(["be", verb.participle], person)
        if clause.tense == "perfect" and self._present_perfect(clause):
            return ["has" if person == "he" else "have", "been", verb.participle]
        if clause.time_kind == "now":
            return [_BE[person][0], "being", verb.participle]
        return [_BE[person][clause.tense != "present"], verb.participle]

    def _modal(self, clause: Clause, rest: Tokens, person: str, support: bool) -> tuple[Tokens, bool]:
        past = clause.tense == "preterite"
        table = _NEGATED_MODALS if clause.negated and clause.modal in _NEGATED_MODALS else _MODALS
        words = self._choose(tuple(table[clause.modal][past].split("/"))).split()
        if words[0] == "be":
            return [_BE[person][past], *words[1:], *rest], True
        if words[0] == "have":
            return self._simple("have", "has", "had", person, past, support, [*words[1:], *rest])
        if words[0] == "want":
            return self._simple("want", "wants", "wanted", person, past, support, [*words[1:], *rest])
        return [*words, *rest], True

    # Clauses

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
        if clause.frame is None:
            verb, tail = _TO_BE, None
        else:
            verb, tail = self._choose(clause.frame.english), None  # type: ignore[arg-type, assignment]
        subject, objects = clause.subject, clause.objects
        if clause.frame and "x" in clause.frame.flags:
            # The German dative is the English subject: dem Kind gefällt das Buch, the child likes the book.
            slot = objects[0][0]
            subject, objects = objects[0][1], [(slot._replace(kind="A"), clause.subject)]
            gap = {0: -1, -1: 0}.get(gap, gap) if gap is not None else None
        words, person = self.noun_phrase(subject, 0)
        group, auxiliary = self._verb_group(clause, verb, person, clause.negated or asked, will)
        front, end, middle = self._adverbials(clause, opening and not asked)
        if clause.negated:
            middle.insert(0, "not")
        if gap == -1:
            words = []
        tail = self._tail(clause, verb, objects, gap)
        if asked:
            return [group[0], *words, *middle, *group[1:], *tail, *end]
        if auxiliary:
            return [*front, *words, *self._after_auxiliary(group, middle), *tail, *end]
        return [*front, *words, *middle, *group, *tail, *end]

    def infinitive(self, clause: Clause) -> Tokens:
        """The infinitive clause with to."""
        assert clause.frame is not None
        verb: Verb = self._choose(clause.frame.english)  # type: ignore[arg-type, assignment]
        _, end, middle = self._adverbials(clause, False)
        negation = ["not"] if clause.negated else []
        return [*negation, "to", *middle, verb.base, *self._tail(clause, verb, clause.objects, None), *end]

    def _after_auxiliary(self, group: Tokens, middle: Tokens) -> Tokens:
        if group[0] == "can" and middle[:1] == ["not"]:
            return ["cannot", *middle[1:], *group[1:]]
        return [group[0], *middle, *group[1:]]

    def _tail(
        self, clause: Clause, verb: Verb, objects: list[tuple[Slot, NounPhrase]], gap: int | None
    ) -> Tokens:
        """What follows the verb: particle, objects, predicate."""
        if clause.predicate:
            return self._predicate(clause.predicate)
        direct: Tokens = []
        later: Tokens = []
        indirect: tuple[str, Tokens] | None = None
        pronoun = False
        preposition = verb.preposition
        for index, (slot, phrase) in enumerate(objects):
            simple = slot.kind in "AD" or preposition is not None
            words = self.noun_phrase(phrase)[0] if simple and index != gap else []
            if slot.kind == "A":
                pronoun = phrase.pronoun is not None or index == gap
                direct = words if preposition is None else [*preposition.split(), *words]
                preposition = None
            elif slot.kind == "D":
                indirect = slot.preposition.english[0], words
            else:
                found = place_preposition(slot.kind, slot.preposition, phrase)
                if preposition is not None:
                    later += [*preposition.split(), *words]
                elif index == gap:
                    later += self._words(found.english)
                else:
                    later += self.prepositional(found, phrase)
                preposition = None
        if indirect:
            direct = self._with_indirect(direct, indirect, pronoun)
        if verb.movable and (pronoun or (len(direct) == 2 and self._random() < 0.3)):
            return [*direct, *verb.after, *later]
        return [*verb.after, *direct, *later]

    def _with_indirect(self, direct: Tokens, indirect: tuple[str, Tokens], pronoun: bool) -> Tokens:
        preposition, words = indirect
        if not preposition:
            return [*words, *direct]
        if preposition == "@":
            if not pronoun and self._random() < 0.65:
                return [*words, *direct]
            preposition = "to"
        return [*direct, preposition, *words]

    def _adverbials(self, clause: Clause, opening: bool) -> tuple[Tokens, Tokens, Tokens]:
        """What stands before the subject, at the end, and between auxiliary and verb."""
        front: Tokens = []
        middle: Tokens = []
        end: Tokens = []
        if clause.frequency:
            middle += self._words(clause.frequency[1])
        if clause.manner:
            words = self._words(clause.manner[1])
            if words[0].endswith("ly") and not clause.modal and self._random() < 0.3:
                middle += words
            else:
                end += words
        if clause.place:
            end += self.prepositional(*clause.place)
        if clause.time:
            words = self._words(clause.time[1])
            heavy = any(phrase.relative for _, phrase in clause.objects)
            if opening and (heavy or self._random() < (0.5 if clause.front == "time" else 0.15)):
                front = [*words, ","] if len(words) > 1 and self._random() < 0.5 else words
            else:
                end += words
        if clause.adverb:
            words = self._words(clause.adverb[1])
            if words[0] in _MID or not opening:
                middle += words
            else:
                front = [*words, *front] if words[0] in _WITHOUT_COMMA else [*words, ",", *front]
        return front, end, middle

    def _predicate(self, predicate: Predicate) -> Tokens:
        adjective = self._choose(predicate.adjective.english)
        if predicate.than:
            return [*comparative(adjective), "than", *self.noun_phrase(predicate.than)[0]]
        return [*(self._words(predicate.degree[1]) if predicate.degree else ()), *adjective.split()]

    def _existence(self, clause: Clause, asked: bool, opening: bool) -> Tokens:
        words, person = self.noun_phrase(clause.objects[0][1])
        verb = _BE[person][clause.tense != "present"]
        front, end, middle = self._adverbials(clause, opening and not asked)
        if clause.front == "place" and opening and not front and clause.place and self._random() < 0.4:
            front, end = end, []
        return [*front, *((verb, "there") if asked else ("there", verb)), *middle, *words, *end]

    def sentence(self, meaning: Sentence) -> Tokens:
        """A whole sentence with its punctuation."""
        if meaning.question:
            tokens = [*self._words(meaning.question[1]), *self.clause(meaning.main, asked=True), "?"]
        elif meaning.second is None:
            tokens = [*self.clause(meaning.main, opening=True), "."]
        else:
            tokens = self._linked(meaning, meaning.second)
        fix_articles(tokens)
        return tokens

    def _linked(self, meaning: Sentence, clause: Clause) -> Tokens:
        link = meaning.link
        main = self.clause(meaning.main, opening=not meaning.second_first)
        if link == "zu":
            return [*main, *self.infinitive(clause), "."]
        if link == "um":
            return [*main, *self._words(("", "in order")), *self.infinitive(clause), "."]
        if link in COORDINATING:
            words = ["because"] if link == "for" else [",", link]
            return [*main, *words, *self.clause(clause, opening=link != "for"), "."]
        second = self.clause(clause, will=link not in ("if", "before", "as soon as", "while"))
        if link == "that":
            optional = meaning.main.time is None  # he said yesterday that
            return [*main, *self._words(("that", "") if optional else ("that",)), *second, "."]
        words = self._words(
            {"whether": ("whether", "if"), "although": ("although", "even though")}.get(link, (link,))
        )
        if meaning.second_first or (link in ("because", "if", "while", "although") and self._random() < 0.08):
            return [*words, *second, ",", *main, "."]
        return [*main, *words, *second, "."]


_TO_BE = Verb("be", "is", "was", "been", "being", (), False, None)
