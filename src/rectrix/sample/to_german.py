"""German linearization: agreement, case, and the places of the verb (second, final, first).

A clause is laid out by the field model: front, finite verb, middle field, verb end, after-field; in
subordinate clauses the finite verb closes the verb end ("weil er das Buch gelesen hat").
"""

from rectrix.sample.german import (
    AUXILIARIES,
    CONTRACTIONS,
    DATIVE,
    DETERMINERS,
    GENITIVE,
    MODALS,
    NOMINATIVE,
    NUMBERS,
    PLURAL,
    POSSESSIVES,
    PRONOUNS,
    RELATIVE,
    SEIN,
    STRONG_ENDING,
    WERDEN,
    GermanVerb,
)
from rectrix.sample.german import verb as make_verb
from rectrix.sample.lexicon import Preposition, Slot
from rectrix.sample.meaning import Clause, NounPhrase, Relative, Sentence

Tokens = list[str]
_GEBEN = make_verb("geben", "gibt gab gegeben")
CONJUNCTIONS = {
    "and": "und",
    "but": "aber",
    "for": "denn",
    "because": "weil",
    "although": "obwohl",
    "if": "wenn",
    "while": "während",
    "before": "bevor",
    "as soon as": "sobald",
    "that": "dass",
    "whether": "ob",
    "why": "warum",
    "when": "wann",
}
COORDINATING = frozenset({"and", "but", "for"})


def noun_phrase(phrase: NounPhrase, case: int) -> Tokens:
    """A noun phrase in a case, its relative clause between commas."""
    tokens = _core(phrase, case)
    if phrase.relative:
        tokens += [",", *relative(phrase, phrase.relative), ","]
    return tokens


def _core(phrase: NounPhrase, case: int) -> Tokens:
    if phrase.pronoun:
        return [PRONOUNS[phrase.pronoun[0]][case]]
    if phrase.name:
        return [phrase.name[0]]
    noun = phrase.noun
    assert noun is not None
    column = PLURAL if phrase.plural else noun.gender
    possessor = phrase.possessor
    if possessor and possessor.name:
        name = possessor.name[0]
        tokens = [name, "'"] if name.endswith(("s", "x", "z")) else [name + "s"]
        forms, endings = None, STRONG_ENDING
    elif phrase.determiner == "number":
        tokens, forms, endings = [NUMBERS[phrase.number]], None, STRONG_ENDING
    else:
        source = POSSESSIVES[phrase.owner] if phrase.determiner == "my" else DETERMINERS[phrase.determiner]
        tokens, forms, endings = [], source.forms, source.endings
    if forms:
        tokens.append(forms[case][column])
    if phrase.adjective:
        tokens.append(phrase.adjective.stem + endings[case][column])
    tokens.append((noun.many if phrase.plural else noun.one)[case])
    if possessor and not possessor.name:
        tokens += noun_phrase(possessor, GENITIVE)
    if phrase.attribute:
        tokens += prepositional(*phrase.attribute)
    return tokens


def prepositional(preposition: Preposition, phrase: NounPhrase) -> Tokens:
    """A preposition and its noun phrase, contracted with a definite article (im, zur)."""
    tokens = noun_phrase(phrase, preposition.case)
    contracted = CONTRACTIONS.get((preposition.german, tokens[0])) if phrase.determiner == "the" else None
    if contracted:
        tokens[0] = contracted
        return tokens
    return [preposition.german, *tokens]


def relative(phrase: NounPhrase, modifier: Relative) -> Tokens:
    """A relative clause, its pronoun in the gender of the noun and the case of the gap."""
    assert phrase.noun is not None
    column = PLURAL if phrase.plural else phrase.noun.gender
    if modifier.gap < 0:
        opening = [RELATIVE[NOMINATIVE][column]]
    else:
        slot = modifier.clause.objects[modifier.gap][0]
        opening = [RELATIVE[slot.preposition.case][column]]
        if slot.preposition.german:
            opening.insert(0, slot.preposition.german)
    return opening + verb_final(modifier.clause, modifier.gap)


def _verbs(clause: Clause) -> tuple[str, Tokens, str]:
    """The finite verb, the verb end, and a separable prefix that the finite verb left behind."""
    person = clause.subject.person
    verb = _verb(clause)
    if clause.passive:
        nonfinite, head = [verb.participle], WERDEN
        if clause.tense == "perfect":
            return SEIN.present[person], [verb.participle, "worden"], ""
    else:
        nonfinite, head = [], verb
    if clause.modal:
        modal = MODALS[clause.modal]
        form = modal.preterite if clause.tense == "preterite" else modal.present
        return form[person], [*nonfinite, head.infinitive], ""
    if clause.tense == "future":
        return WERDEN.present[person], [*nonfinite, head.infinitive], ""
    if clause.tense == "perfect":
        return AUXILIARIES[verb.auxiliary].present[person], [verb.participle], ""
    form = head.present if clause.tense == "present" else head.preterite
    return form[person], nonfinite, "" if clause.passive else verb.prefix


def _verb(clause: Clause) -> GermanVerb:
    if clause.exists:
        return _GEBEN
    return clause.frame.verb if clause.frame else SEIN


def main_clause(clause: Clause, inverted: bool = False) -> Tokens:
    """Verb-second; with inverted the front field is taken (by a clause before, or a question)."""
    finite, end, prefix = _verbs(clause)
    if prefix:
        end = [prefix]
    front = "" if inverted else clause.front
    opening = [] if inverted else _front(clause)
    middle, after = _middle(clause, front, bool(end))
    return [*opening, finite, *middle, *end, *after]


def verb_final(clause: Clause, gap: int | None = None) -> Tokens:
    """The order of subordinate clauses; the gap (-1: subject) is left out."""
    finite, end, prefix = _verbs(clause)
    middle, after = _middle(clause, "subject" if gap == -1 else "", True, gap)
    return [*middle, *end, prefix + finite, *after]


def infinitive(clause: Clause) -> Tokens:
    """The infinitive clause with zu, without its subject."""
    middle, after = _middle(clause, "subject", True)
    return [*middle, *_verb(clause).to_infinitive, *after]


def _front(clause: Clause) -> Tokens:
    if clause.front == "time" and clause.time:
        return clause.time[0].split()
    if clause.front == "adverb" and clause.adverb:
        return clause.adverb[0].split()
    if clause.front == "place" and clause.place:
        return prepositional(*clause.place)
    if clause.front == "object":
        slot, phrase = clause.objects[-1]
        return noun_phrase(phrase, slot.preposition.case)
    return noun_phrase(clause.subject, NOMINATIVE)


def _middle(clause: Clause, front: str, closed: bool, gap: int | None = None) -> tuple[Tokens, Tokens]:
    """The middle field, and a relative clause that moves behind the verb end if there is one."""
    chunks: list[Tokens] = []
    if front != "subject":
        chunks.append(noun_phrase(clause.subject, NOMINATIVE))
    if clause.frame and clause.frame.flags & {"r", "d"}:
        chunks.append([_reflexive(clause)])
    objects = [
        pair
        for index, pair in enumerate(clause.objects)
        if index != gap and not (front == "object" and index == len(clause.objects) - 1)
    ]
    bare = [pair for pair in objects if pair[0].kind in "AD"]
    # Pronouns lead the middle field, accusative before dative; nouns follow, dative before accusative.
    light = sorted((p for p in bare if p[1].pronoun), key=lambda pair: pair[0].kind)
    heavy = sorted((p for p in bare if not p[1].pronoun), key=lambda pair: pair[0].kind, reverse=True)
    chunks += [noun_phrase(phrase, slot.preposition.case) for slot, phrase in light]
    chunks += _adverbials(clause, front, heavy)
    for slot, phrase in objects:
        if slot.kind in "PRL":
            chunks.append(prepositional(place_preposition(slot.kind, slot.preposition, phrase), phrase))
    if clause.predicate:
        chunks.append(_predicate(clause))
    middle = [token for chunk in chunks for token in chunk]
    if closed and middle and middle[-1] == ",":  # a relative clause closes the field
        for _, phrase in objects:
            moved = [",", *relative(phrase, phrase.relative), ","] if phrase.relative else []
            if moved and middle[-len(moved) :] == moved:
                return middle[: -len(moved)], moved
    return middle, []


def _adverbials(clause: Clause, front: str, heavy: list[tuple[Slot, NounPhrase]]) -> list[Tokens]:
    """Particle, adverbs, noun objects, negation, manner and place, in their order."""
    early: list[Tokens] = [[clause.particle]] if clause.particle else []
    if clause.adverb and front != "adverb":
        early.append(clause.adverb[0].split())
    when = [clause.time[0].split()] if clause.time and front != "time" else []
    where = [prepositional(*clause.place)] if clause.place and front != "place" else []
    if clause.frequency:
        when.append(clause.frequency[0].split())
    if clause.gladly:
        when.append(["gern"])
    spoken = [noun_phrase(phrase, slot.preposition.case) for slot, phrase in heavy]
    negation = [["nicht"]] if clause.negated else []
    manner = [clause.manner[0].split()] if clause.manner else []
    if heavy and heavy[-1][1].definite:
        if clause.time_late:
            return [*early, *spoken, *when, *negation, *manner, *where]
        return [*early, *when, *spoken, *negation, *manner, *where]
    return [*early, *when, *where, *manner, *spoken, *negation]


def place_preposition(kind: str, preposition: Preposition, phrase: NounPhrase) -> Preposition:
    """The preposition of a location or direction is the place's own."""
    if kind == "P":
        return preposition
    if phrase.noun is None:
        return CITY_LOCATION if kind == "L" else CITY_DIRECTION
    found = phrase.noun.location if kind == "L" else phrase.noun.direction
    assert found is not None
    return found


CITY_LOCATION = Preposition("in", DATIVE, ("in",))
CITY_DIRECTION = Preposition("nach", DATIVE, ("to",))


def _reflexive(clause: Clause) -> str:
    name = clause.subject.pronoun[0] if clause.subject.pronoun else "they"
    assert clause.frame is not None
    column = DATIVE if "d" in clause.frame.flags and name in ("I", "you", "we") else 3
    return PRONOUNS[name][column]


def _predicate(clause: Clause) -> Tokens:
    predicate = clause.predicate
    assert predicate is not None
    if predicate.than:
        return [predicate.adjective.comparative, "als", *noun_phrase(predicate.than, NOMINATIVE)]
    degree = [predicate.degree[0]] if predicate.degree else []
    return [*degree, predicate.adjective.predicative]


def sentence(meaning: Sentence) -> Tokens:
    """A whole sentence with its punctuation."""
    if meaning.question:
        tokens = [*meaning.question[0].split(), *main_clause(meaning.main, inverted=True), "?"]
    elif meaning.second is None:
        tokens = [*main_clause(meaning.main), "."]
    elif meaning.second_first:
        opening = [CONJUNCTIONS[meaning.link], *verb_final(meaning.second)]
        tokens = [*opening, ",", *main_clause(meaning.main, inverted=True), "."]
    else:
        tokens = [*main_clause(meaning.main), ",", *_second(meaning.link, meaning.second), "."]
    return tidy(tokens)


def _second(link: str, clause: Clause) -> Tokens:
    if link == "zu":
        return infinitive(clause)
    if link == "um":
        return ["um", *infinitive(clause)]
    if link in COORDINATING:
        return [CONJUNCTIONS[link], *main_clause(clause)]
    return [CONJUNCTIONS[link], *verb_final(clause)]


def tidy(tokens: Tokens) -> Tokens:
    """Drop commas that meet other punctuation."""
    return [
        token
        for token, following in zip(tokens, [*tokens[1:], ""], strict=True)
        if not (token == "," and following in (",", ".", "?"))
    ]
