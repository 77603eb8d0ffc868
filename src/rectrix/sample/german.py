"""German morphology: paradigms of articles, adjectives, pronouns, nouns and verbs.

Cases are numbered 0-3 (nominative, accusative, dative, genitive), genders 0-2 (masculine, feminine,
neuter), and 3 is the plural of all genders.
"""

from typing import NamedTuple

NOMINATIVE, ACCUSATIVE, DATIVE, GENITIVE = range(4)
MASCULINE, FEMININE, NEUTER, PLURAL = range(4)

Paradigm = tuple[tuple[str, ...], ...]  # [case][gender]


def _paradigm(text: str) -> Paradigm:
    return tuple(tuple("" if cell == "0" else cell for cell in row.split()) for row in text.split("/"))


# One row per case, one column per gender.
DER = _paradigm("der die das die / den die das die / dem der dem den / des der des der")
STRONG_ENDING = _paradigm("er e es e / en e es e / em er em en / en er en er")
WEAK_ENDING = _paradigm("e e e en / en e e en / en en en en / en en en en")
MIXED_ENDING = _paradigm("er e es en / en e es en / en en en en / en en en en")
_DIES_ENDING = _paradigm("er e es e / en e es e / em er em en / es er es er")
_EIN_ENDING = _paradigm("0 e 0 e / en e 0 e / em er em en / es er es er")
RELATIVE = _paradigm("der die das die / den die das die / dem der dem denen / dessen deren dessen deren")


def _with_stem(stem: str, endings: Paradigm) -> Paradigm:
    return tuple(tuple(stem + ending for ending in row) for row in endings)


def _possessive(stem: str) -> Paradigm:
    paradigm = _with_stem(stem, _EIN_ENDING)
    if stem != "euer":
        return paradigm
    return tuple(tuple(form.replace("euere", "eure") for form in row) for row in paradigm)


class Determiner(NamedTuple):
    """A determiner's forms and the adjective endings that follow it."""

    forms: Paradigm | None
    endings: Paradigm


DETERMINERS: dict[str, Determiner] = {
    "the": Determiner(DER, WEAK_ENDING),
    "this": Determiner(_with_stem("dies", _DIES_ENDING), WEAK_ENDING),
    "every": Determiner(_with_stem("jed", _DIES_ENDING), WEAK_ENDING),
    "a": Determiner(_with_stem("ein", _EIN_ENDING), MIXED_ENDING),
    "no": Determiner(_with_stem("kein", _EIN_ENDING), MIXED_ENDING),
    "all": Determiner(_with_stem("all", _DIES_ENDING), WEAK_ENDING),
    "many": Determiner(_with_stem("viel", _DIES_ENDING), STRONG_ENDING),
    "some": Determiner(_with_stem("einig", _DIES_ENDING), STRONG_ENDING),
    "several": Determiner(_with_stem("mehrer", _DIES_ENDING), STRONG_ENDING),
    "": Determiner(None, STRONG_ENDING),
}
POSSESSIVES = {
    owner: Determiner(_possessive(stem), MIXED_ENDING)
    for owner, stem in {
        "I": "mein",
        "you": "dein",
        "he": "sein",
        "she": "ihr",
        "it": "sein",
        "we": "unser",
        "they": "ihr",
    }.items()
}
NUMBERS = ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")

# The owner's English name → (nominative, accusative, dative, reflexive, verb form).
PRONOUNS = {
    "I": ("ich", "mich", "mir", "mich"),
    "you": ("du", "dich", "dir", "dich"),
    "he": ("er", "ihn", "ihm", "sich"),
    "she": ("sie", "sie", "ihr", "sich"),
    "it": ("es", "es", "ihm", "sich"),
    "we": ("wir", "uns", "uns", "uns"),
    "they": ("sie", "sie", "ihnen", "sich"),
}

CONTRACTIONS = {
    ("in", "dem"): "im",
    ("in", "das"): "ins",
    ("an", "dem"): "am",
    ("zu", "dem"): "zum",
    ("zu", "der"): "zur",
    ("von", "dem"): "vom",
    ("bei", "dem"): "beim",
}

_VOWELS = "aeiouyäöü"


def syllables(word: str) -> int:
    """Groups of vowels, which is near enough for choosing -s or -es."""
    flags = [letter in _VOWELS for letter in word.lower()]
    return sum(now and not before for before, now in zip([False, *flags], flags, strict=False))


def noun_forms(
    singular: str, plural: str, gender: int, weak: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The four cases of singular and plural; a weak masculine has its plural's form in all but one."""
    if weak:
        one = (singular, plural, plural, plural)
    else:
        foreign = plural == singular + "s"  # der Chef, die Chefs, des Chefs
        owned = singular if gender == FEMININE else plural if foreign else genitive(singular)
        one = (singular, singular, singular, owned)
    dative = plural if plural.endswith(("n", "s")) or not plural else plural + "n"
    return one, (plural, plural, dative, plural)


def genitive(singular: str) -> str:
    """The strong genitive singular: des Hauses, des Mannes, des Lehrers, des Ergebnisses."""
    if singular.endswith("nis"):
        return singular + "ses"
    if singular.endswith(("us", "os", "as")) and syllables(singular) > 1 and not singular.endswith("haus"):
        return singular
    if singular.endswith(("s", "ß", "x", "z", "sch")):
        return singular + "es"
    short = syllables(singular) == 1 and (singular.endswith("ch") or singular[-1] not in "aeiouhwlr")
    return singular + ("es" if short else "s")


def add_plural(singular: str, plural: str) -> str:
    """A plural from the tables: an ending as `-en`, `-` for none, `0` for no plural, else the form itself."""
    if plural == "0":
        return ""
    return singular + plural[1:] if plural.startswith("-") else plural


class GermanVerb(NamedTuple):
    """The forms of a verb; those of a separable one stand without its prefix."""

    prefix: str  # the separable prefix, or empty
    infinitive: str  # with the prefix
    to_infinitive: tuple[str, ...]  # "zu kommen", "anzukommen"
    present: dict[str, str]  # by person: I you he we
    preterite: dict[str, str]
    participle: str  # with the prefix
    auxiliary: str  # haben or sein


_INSEPARABLE = ("be", "ver", "er", "ent", "zer", "ge", "miss", "über", "unter", "um", "wider")
_SECOND_PERSON = {"hält": "hältst", "lädt": "lädst", "rät": "rätst", "tritt": "trittst", "weiß": "weißt"}


def _needs_e(stem: str) -> bool:
    return stem.endswith(("t", "d", "chn", "ffn", "gn", "tm", "dn"))


def verb(infinitive: str, forms: str = "", auxiliary: str = "haben") -> GermanVerb:
    """A verb from `an_kommen` and its third person present, preterite and participle (guessed if weak)."""
    prefix, _, base = infinitive.rpartition("_")
    stem = base[:-2] if base.endswith("en") else base[:-1]
    link = "e" if _needs_e(stem) else ""
    if forms:
        third, past, participle = forms.split()
    else:
        no_ge = base.endswith("ieren") or base.startswith(_INSEPARABLE)
        third, past = f"{stem}{link}t", f"{stem}{link}te"
        participle = ("" if no_ge else "ge") + f"{stem}{link}t"
    first = third if third == "weiß" else _first_person(base, stem)
    present = {"I": first, "you": _second_person(third), "he": third, "we": base}
    plural = past + ("n" if past.endswith("e") else "en")
    to_infinitive = (f"{prefix}zu{base}",) if prefix else ("zu", base)
    return GermanVerb(
        prefix,
        prefix + base,
        to_infinitive,
        present,
        {"I": past, "you": past + "st", "he": past, "we": plural},
        prefix + participle,
        auxiliary,
    )


def _first_person(base: str, stem: str) -> str:
    # -eln loses its e (wechseln, ich wechsle); spielen has none to lose.
    return (stem[:-2] + "l" if base.endswith("eln") else stem) + "e"


def _second_person(third: str) -> str:
    if third in _SECOND_PERSON:
        return _SECOND_PERSON[third]
    stem = third[:-1]
    return stem + ("t" if stem.endswith(("s", "ß", "z", "x")) else "st")


def _irregular(infinitive: str, present: str, preterite: str, participle: str, auxiliary: str) -> GermanVerb:
    persons = ("I", "you", "he", "we")
    return GermanVerb(
        "",
        infinitive,
        ("zu", infinitive),
        dict(zip(persons, present.split(), strict=True)),
        dict(zip(persons, preterite.split(), strict=True)),
        participle,
        auxiliary,
    )


HABEN = _irregular("haben", "habe hast hat haben", "hatte hattest hatte hatten", "gehabt", "haben")
SEIN = _irregular("sein", "bin bist ist sind", "war warst war waren", "gewesen", "sein")
WERDEN = _irregular("werden", "werde wirst wird werden", "wurde wurdest wurde wurden", "geworden", "sein")
AUXILIARIES = {"haben": HABEN, "sein": SEIN}
MODALS = {
    "can": _irregular(
        "können", "kann kannst kann können", "konnte konntest konnte konnten", "gekonnt", "haben"
    ),
    "must": _irregular(
        "müssen", "muss musst muss müssen", "musste musstest musste mussten", "gemusst", "haben"
    ),
    "want": _irregular(
        "wollen", "will willst will wollen", "wollte wolltest wollte wollten", "gewollt", "haben"
    ),
    "should": _irregular(
        "sollen", "soll sollst soll sollen", "sollte solltest sollte sollten", "gesollt", "haben"
    ),
    "may": _irregular(
        "dürfen", "darf darfst darf dürfen", "durfte durftest durfte durften", "gedurft", "haben"
    ),
    "like": _irregular(
        "mögen", "möchte möchtest möchte möchten", "wollte wolltest wollte wollten", "gemocht", "haben"
    ),
}


def attributive(stem: str) -> str:
    """The stem before an ending: teuer → teur, dunkel → dunkl, hoch → hoh."""
    if stem == "hoch":
        return "hoh"
    if stem.endswith("el"):
        return stem[:-2] + "l"
    if stem.endswith("e"):
        return stem[:-1]
    return stem[:-2] + "r" if stem.endswith(("euer", "auer")) else stem


def comparative(stem: str) -> str:
    """The regular comparative, without umlaut."""
    return attributive(stem) + "er"
