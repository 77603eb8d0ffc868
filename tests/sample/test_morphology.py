"""Forms of the sample's words, against tables as any German or English grammar prints them."""

import pytest

from rectrix.sample import english, german
from rectrix.sample.lexicon import lexicon
from rectrix.sample.meaning import NounPhrase
from rectrix.sample.to_german import noun_phrase


def phrase(kind: str, lemma: str, determiner: str, adjective: str, plural: bool = False) -> NounPhrase:
    noun = next(noun for noun in lexicon().by_class[kind] if noun.lemma == lemma)
    assert noun.adjectives is not None
    found = next(item for item in noun.adjectives.items if item.predicative == adjective)
    return NounPhrase(noun, plural, determiner, adjective=found)


AGREEMENT = """
person Arzt alt the one: der alte Arzt | den alten Arzt | dem alten Arzt | des alten Arztes
person Frau jung a one: eine junge Frau | eine junge Frau | einer jungen Frau | einer jungen Frau
person Kind müde a one: ein müdes Kind | ein müdes Kind | einem müden Kind | eines müden Kindes
person Junge klug a one: ein kluger Junge | einen klugen Jungen | einem klugen Jungen | eines klugen Jungen
person Lehrer nett - many: nette Lehrer | nette Lehrer | netten Lehrern | netter Lehrer
person Chef streng the one: der strenge Chef | den strengen Chef | dem strengen Chef | des strengen Chefs
person Gast alt the many: die alten Gäste | die alten Gäste | den alten Gästen | der alten Gäste
food Fisch teuer no one: kein teurer Fisch | keinen teuren Fisch | keinem teuren Fisch | keines teuren Fisches
building Haus dunkel the one: das dunkle Haus | das dunkle Haus | dem dunklen Haus | des dunklen Hauses
building Dach alt this one: dieses alte Dach | dieses alte Dach | diesem alten Dach | dieses alten Daches
vehicle Auto rot many many: viele rote Autos | viele rote Autos | vielen roten Autos | vieler roter Autos
topic Ergebnis gut the one: das gute Ergebnis | das gute Ergebnis | dem guten Ergebnis | des guten Ergebnisses
"""


@pytest.mark.parametrize("line", AGREEMENT.strip().splitlines())
def test_noun_phrases_agree(line):
    what, _, expected = line.partition(": ")
    kind, lemma, adjective, determiner, number = what.split()
    found = phrase(kind, lemma, determiner.strip("-"), adjective, number == "many")
    assert " | ".join(" ".join(noun_phrase(found, case)) for case in range(4)) == expected


@pytest.mark.parametrize(
    ("infinitive", "forms", "present", "participle", "to"),
    [
        ("öffnen", "", "öffne öffnest öffnet öffnen", "geöffnet", "zu öffnen"),
        ("an_kommen", "kommt kam gekommen", "komme kommst kommt kommen", "angekommen", "anzukommen"),
        ("lesen", "liest las gelesen", "lese liest liest lesen", "gelesen", "zu lesen"),
        ("halten", "hält hielt gehalten", "halte hältst hält halten", "gehalten", "zu halten"),
        ("reparieren", "", "repariere reparierst repariert reparieren", "repariert", "zu reparieren"),
        ("wissen", "weiß wusste gewusst", "weiß weißt weiß wissen", "gewusst", "zu wissen"),
        ("zerstören", "", "zerstöre zerstörst zerstört zerstören", "zerstört", "zu zerstören"),
        ("spielen", "", "spiele spielst spielt spielen", "gespielt", "zu spielen"),
        ("aus_wechseln", "", "wechsle wechselst wechselt wechseln", "ausgewechselt", "auszuwechseln"),
        ("klettern", "", "klettere kletterst klettert klettern", "geklettert", "zu klettern"),
    ],
)
def test_german_verbs(infinitive, forms, present, participle, to):
    verb = german.verb(infinitive, forms)
    assert " ".join(verb.present[person] for person in ("I", "you", "he", "we")) == present
    assert (verb.participle, " ".join(verb.to_infinitive)) == (participle, to)


@pytest.mark.parametrize(
    ("base", "forms"),
    [
        ("write", "writes wrote written writing"),
        ("stop", "stops stopped stopped stopping"),
        ("carry", "carries carried carried carrying"),
        ("watch", "watches watched watched watching"),
        ("lie", "lies lay lain lying"),
        ("travel", "travels traveled traveled traveling"),
        ("give ~up", "gives gave given giving"),
    ],
)
def test_english_verbs(base, forms):
    verb = english.verb(base)
    assert " ".join((verb.third, verb.past, verb.participle, verb.ing)) == forms


def test_english_words():
    nouns = ("box", "city", "key", "wolf", "climate crisis", "ice cream")
    assert [english.plural(word) for word in nouns] == [
        "boxes", "cities", "keys", "wolves", "climate crises", "ice creams",
    ]  # fmt: skip
    compared = ("old", "big", "friendly", "expensive", "large", "good", "hard-working", "quiet")
    assert [" ".join(english.comparative(word)) for word in compared] == [
        "older", "bigger", "friendlier", "more expensive", "larger", "better", "more hard-working", "quieter",
    ]  # fmt: skip
    assert [word for word in ("apple", "university", "hour", "house", "egg") if english.takes_an(word)] == [
        "apple", "hour", "egg",
    ]  # fmt: skip


def test_several_hundred_lemmas():
    words = lexicon()
    lemmas = {noun.lemma for nouns in words.by_class.values() for noun in nouns}
    verbs = {
        frame.verb.infinitive for frame in (*words.frames, *words.clause_frames, *words.infinitive_frames)
    }
    assert len(lemmas) > 700
    assert len(verbs) > 150
    for nouns in words.by_class.values():
        assert all(noun.one[0][0].isupper() and noun.english for noun in nouns)
