"""English verb groups: do-support, modals, passives, and the tense that a German one asks for in context."""

import random
from collections.abc import Sequence
from typing import TypeVar

from rectrix.sample.english import EnglishVerb
from rectrix.sample.meaning import Clause

T = TypeVar("T")
Tokens = list[str]
Group = tuple[Tokens, bool]  # the words, and whether the first is an auxiliary

_FIRST = 0.7  # how often the first of several synonyms is taken
BE = {"I": ("am", "was"), "he": ("is", "was"), "you": ("are", "were"), "we": ("are", "were")}
TO_BE = EnglishVerb("be", "is", "was", "been", "being", (), False, None)
# What may stand for a modal: (present, past) alternatives; a leading be, have or want is inflected.
_MODALS = {
    "can": (("can", "be able to"), ("could", "be able to")),
    "must": (("must", "have to"), ("have to",)),
    "want": (("want to",), ("want to",)),
    "should": (("should", "be supposed to"), ("be supposed to", "should")),
    "may": (("may", "be allowed to"), ("be allowed to",)),
    "like": (("would like to", "want to"), ("want to",)),
}
_NEGATED_MODALS = {
    "must": (("have to",), ("have to",)),
    "may": (("must", "be allowed to"), ("be allowed to",)),
}
_INFLECTED = {"have": ("has", "had"), "want": ("wants", "wanted")}


class Choice:
    """Draws among the ways to say something; the first is the usual one."""

    def __init__(self, rng: random.Random) -> None:
        self.random = rng.random

    def __call__(self, options: Sequence[T]) -> T:
        size = len(options)
        if size == 1 or self.random() < _FIRST:
            return options[0]
        return options[1 + int(self.random() * (size - 1))]

    def words(self, options: Sequence[str]) -> Tokens:
        """The words of one of the options."""
        return self(options).split()


def verb_group(
    choice: Choice, clause: Clause, verb: EnglishVerb, person: str, negated: bool, asked: bool, will: bool
) -> Group:
    """The verb's words; negated and asked clauses get "do" where there is no auxiliary."""
    support = negated or asked
    past = clause.tense == "preterite"
    if clause.modal:
        main = ["be", verb.participle] if clause.passive else [verb.base]
        return _modal(choice, clause, main, person, negated, support)
    if clause.passive:
        return _passive(choice, clause, verb, person), True
    if clause.tense == "future":
        return _future(choice, [verb.base], person), True
    if clause.tense == "perfect":
        if _present_perfect(choice, clause):
            return [_have(person), verb.participle], True
        past = True
    elif not past:
        special = _present(choice, clause, verb, person, will)
        if special:
            return special, True
    if verb.base == "be":
        return [BE[person][past]], True
    if clause.gladly:
        return _simple(("like", "likes", "liked"), person, past, support, ["to", verb.base])
    return _simple((verb.base, verb.third, verb.past), person, past, support, [])


def _have(person: str) -> str:
    return "has" if person == "he" else "have"


def _simple(forms: tuple[str, str, str], person: str, past: bool, support: bool, rest: Tokens) -> Group:
    base, third, preterite = forms
    if support:
        return ["did" if past else "does" if person == "he" else "do", base, *rest], True
    return [preterite if past else third if person == "he" else base, *rest], False


def _present(choice: Choice, clause: Clause, verb: EnglishVerb, person: str, will: bool) -> Tokens:
    """What English needs instead of the simple present, if anything."""
    stative = verb.base == "be" or _stative(clause)
    if clause.time_kind == "since":
        return [_have(person), verb.participle]
    if clause.time_kind == "future" and will:
        if stative or choice.random() < 0.75:
            return ["will", verb.base]
        return [BE[person][0], verb.ing]
    if stative or clause.frequency or clause.time_kind == "habit" or clause.gladly:
        return []
    if clause.time_kind == "now" or choice.random() < 0.25:
        return [BE[person][0], verb.ing]
    return []


def _stative(clause: Clause) -> bool:
    return clause.frame is not None and "t" in clause.frame.flags


def _present_perfect(choice: Choice, clause: Clause) -> bool:
    if clause.time_kind == "past":
        return False
    if clause.frequency:
        return True
    return clause.time is None and not _stative(clause) and choice.random() < 0.3


def _future(choice: Choice, rest: Tokens, person: str) -> Tokens:
    return ["will", *rest] if choice.random() < 0.75 else [BE[person][0], "going", "to", *rest]


def _passive(choice: Choice, clause: Clause, verb: EnglishVerb, person: str) -> Tokens:
    if clause.tense == "future":
        return _future(choice, ["be", verb.participle], person)
    if clause.tense == "perfect" and _present_perfect(choice, clause):
        return [_have(person), "been", verb.participle]
    if clause.time_kind == "now":
        return [BE[person][0], "being", verb.participle]
    if clause.tense == "present" and clause.time_kind == "future":
        return ["will", "be", verb.participle]
    return [BE[person][clause.tense != "present"], verb.participle]


def _modal(choice: Choice, clause: Clause, rest: Tokens, person: str, negated: bool, support: bool) -> Group:
    past = clause.tense == "preterite"
    table = _NEGATED_MODALS if negated and clause.modal in _NEGATED_MODALS else _MODALS
    head, *words = choice(table[clause.modal][past]).split()
    if head == "be":
        return [BE[person][past], *words, *rest], True
    if head in _INFLECTED:
        return _simple((head, *_INFLECTED[head]), person, past, support, [*words, *rest])
    return [head, *words, *rest], True
