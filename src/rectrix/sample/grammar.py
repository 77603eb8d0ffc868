"""The grammar: draws a meaning top-down, from the kind of sentence to its words."""

import random
from functools import lru_cache

from rectrix.sample.adverbials import PAST, without_adverbials
from rectrix.sample.clauses import Clauses, avoid_preterite, match_tense
from rectrix.sample.lexicon import Frame, lexicon
from rectrix.sample.meaning import Clause, NounPhrase, Sentence
from rectrix.sample.phrases import refer
from rectrix.sample.pick import Pick

_TEMPORAL = frozenset({"if", "while", "before", "as soon as"})
_LINKS = Pick(("because",) * 4 + ("although",) * 2 + ("if",) * 3 + ("while", "before", "as soon as"))
_COORDINATION = Pick(("and", "but", "for"))
_COMPLEMENTS = Pick((("dass", "that"),) * 3 + (("ob", "whether"), ("w", "why"), ("w", "when")))
_YES_OR_NO = ("", ("",))


class Grammar:
    """Draws sentences; holds no state but the lexicon's tables."""

    def __init__(self) -> None:
        words = lexicon()
        self._clauses = Clauses(words)
        self._clause_frames = {
            kind: Pick([frame for frame in words.clause_frames if kind in frame.clauses])
            for kind in ("dass", "ob", "w")
        }
        self._infinitive_frames = Pick(words.infinitive_frames)
        moves = [frame for frame in words.frames if any(slot.kind == "R" for slot in frame.slots)]
        self._moving = Pick([frame for frame in moves if "person" in frame.subject_kinds])

    def sentence(self, rng: random.Random) -> Sentence:
        """A meaning."""
        kind = rng.random()
        if kind < 0.48:
            return Sentence(self._clauses.draw(rng))
        if kind < 0.55:
            return self._question(rng)
        if kind < 0.74:
            return self._adverbial(rng)
        if kind < 0.86:
            return self._complement(rng)
        if kind < 0.94:
            return self._infinitive(rng)
        first = self._clauses.draw(rng, small=True)
        return Sentence(first, _COORDINATION(rng), self._second(rng, first))

    def _question(self, rng: random.Random) -> Sentence:
        clause = self._clauses.draw(rng)
        clause.adverb, clause.particle, clause.front = None, "", "subject"
        kind = rng.random()
        if kind < 0.25 and not clause.exists:
            return Sentence(clause, question=("warum", ("why",)))
        if kind < 0.4 and clause.frame and clause.time is None and clause.frequency is None:
            return Sentence(clause, question=("wann", ("when",)))
        return Sentence(clause, question=_YES_OR_NO)

    def _adverbial(self, rng: random.Random) -> Sentence:
        main = self._clauses.draw(rng, small=True)
        link = _LINKS(rng)
        if link == "if" and main.tense in PAST:
            link = "because"
        return Sentence(main, link, self._second(rng, main, link), second_first=rng.random() < 0.35)

    def _second(self, rng: random.Random, first: Clause, link: str = "") -> Clause:
        """A second clause, about the first one's subject half of the time, and mostly in its tense."""
        again = refer(first.subject) if rng.random() < 0.55 else None
        clause = self._clauses.draw(rng, subject=again, small=True)
        clause.front = "subject"
        if link in _TEMPORAL or rng.random() < 0.8:
            match_tense(clause, first.tense in PAST)
        if link in _TEMPORAL:
            _affirm(clause)
            if clause.tense == "future":
                clause.tense = "present"
        if link:
            clause.adverb, clause.particle = None, ""
        if link == "when":  # asks for the time itself
            clause.time, clause.time_kind, clause.frequency = None, "", None
        return clause

    def _complement(self, rng: random.Random) -> Sentence:
        kind, link = _COMPLEMENTS(rng)
        main = self._controlling(rng, self._clause_frames[kind](rng))
        if kind == "ob" and main.frame and "t" in main.frame.flags:
            main.negated = True  # he knows that, but he does not know whether
        return Sentence(main, link, self._second(rng, main, link))

    def _infinitive(self, rng: random.Random) -> Sentence:
        if rng.random() < 0.6:
            main, link = self._controlling(rng, self._infinitive_frames(rng)), "zu"
        else:
            main, link = self._clauses.active(rng, self._moving(rng), self._human(rng)), "um"
            main.negated = False
        second = self._clauses.active(rng, self._clauses.by_people(rng), main.subject)
        second.tense, second.modal = "present", ""
        second.negated = second.negated and link == "zu"
        without_adverbials(second)
        return Sentence(main, link, second)

    def _human(self, rng: random.Random) -> NounPhrase:
        return self._clauses.phrases.human(rng)

    def _controlling(self, rng: random.Random, frame: Frame) -> Clause:
        """The main clause above a complement clause: short."""
        kind = rng.random()
        tense = "present" if kind < 0.4 else "perfect" if kind < 0.7 else "preterite"
        clause = Clause(frame, self._human(rng), [], tense, negated=rng.random() < 0.12)
        avoid_preterite(clause)
        if clause.tense in PAST and rng.random() < 0.3:
            self._clauses.adverbials.at(rng, clause, "past")
            clause.front = "time" if rng.random() < 0.5 else "subject"
        return clause


def _affirm(clause: Clause) -> None:
    clause.negated = False
    for _, phrase in clause.objects:
        if phrase.determiner == "no":
            phrase.determiner = "the"


@lru_cache(maxsize=1)
def grammar() -> Grammar:
    """The grammar, with its tables, made on first use."""
    return Grammar()
