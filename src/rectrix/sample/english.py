"""English morphology: plurals, verb forms, comparatives, pronouns, and a or an."""

from typing import NamedTuple

from rectrix.sample.table import entries, words

PLURALS = {
    "man": "men",
    "woman": "women",
    "child": "children",
    "policeman": "policemen",
    "salesman": "salesmen",
    "saleswoman": "saleswomen",
    "craftsman": "craftsmen",
    "fisherman": "fishermen",
    "sheep": "sheep",
    "fish": "fish",
    "mouse": "mice",
    "wolf": "wolves",
    "thief": "thieves",
    "crisis": "crises",
    "shelf": "shelves",
    "knife": "knives",
    "leaf": "leaves",
    "potato": "potatoes",
    "tomato": "tomatoes",
    "crossroads": "crossroads",
    "police": "police",
}
# base, past, participle
_IRREGULAR_TABLE = """
be was been; become became become; begin began begun; bite bit bitten; break broke broken;
bring brought brought; build built built; burn burned burned; buy bought bought; cast cast cast;
catch caught caught;
choose chose chosen; come came come; cut cut cut; deal dealt dealt; do did done; draw drew drawn;
dream dreamed dreamed; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen;
feed fed fed; feel felt felt; fight fought fought; find found found; fly flew flown;
forbid forbade forbidden; forget forgot forgotten; get got gotten; give gave given; go went gone;
grow grew grown; hang hung hung;
have had had; hear heard heard; hide hid hidden; hit hit hit; hold held held; keep kept kept;
know knew known; lay laid laid; lead led led; lean leaned leaned; leave left left; lend lent lent;
let let let; lie lay lain; lose lost lost; make made made; meet met met; pay paid paid; put put put;
read read read; ride rode ridden; ring rang rung; rise rose risen; run ran run; say said said;
see saw seen; sell sold sold; send sent sent; show showed shown; shut shut shut; sing sang sung;
sit sat sat; sleep slept slept; speak spoke spoken; spend spent spent; stand stood stood;
steal stole stolen; swim swam swum; take took taken; teach taught taught; tell told told;
think thought thought; throw threw thrown; understand understood understood; wake woke woken;
wear wore worn; win won won; write wrote written; overtake overtook overtaken; mean meant meant;
withdraw withdrew withdrawn; shoot shot shot; rebuild rebuilt rebuilt; hurt hurt hurt; blow blew blown"""
_IRREGULAR = {base: (past, participle) for base, past, participle in map(words, entries(_IRREGULAR_TABLE))}
# Their last letter is doubled: stopped, planning.
_DOUBLED = frozenset(
    words(
        "stop plan rob hit put cut sit get run swim win let shut admit rip drop prefer begin chat forget ban "
        "drip forbid regret transfer refer slip grab dig hug step"
    )
)

# Name → nominative, accusative, possessive, verb form.
PRONOUNS = {
    "I": ("I", "me", "my"),
    "you": ("you", "you", "your"),
    "he": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "it": ("it", "it", "its"),
    "we": ("we", "us", "our"),
    "they": ("they", "them", "their"),
}
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_VOWELS = "aeiou"
# Begin with a consonant's or vowel's sound against their spelling.
_A = ("univers", "europ", "one", "used", "union", "useful", "unit", "usual")
_AN = ("hour", "honest", "honor")


def plural(noun: str) -> str:
    """The plural of a noun, whose last word is its head."""
    before, blank, head = noun.rpartition(" ")
    if head in PLURALS:
        return before + blank + PLURALS[head]
    if head.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if head.endswith("y") and head[-2] not in _VOWELS:
        return noun[:-1] + "ies"
    return noun + "s"


class EnglishVerb(NamedTuple):
    """The forms of a verb, and a particle or fixed words behind it ("give ~up": the particle may move)."""

    base: str
    third: str
    past: str
    participle: str
    ing: str
    after: tuple[str, ...]  # fixed words behind the verb
    movable: bool  # whether a pronoun object stands before those words
    preposition: str | None  # replaces the frame's preposition before its first prepositional object


def verb(text: str) -> EnglishVerb:
    """A verb from `give ~up`, `take care`, `discuss!` (no preposition) or `look!at` (another preposition)."""
    text, mark, preposition = text.partition("!")
    words = text.split()
    base, after = words[0], words[1:]
    movable = bool(after) and after[0].startswith("~")
    past, participle = _IRREGULAR.get(base) or (_past(base),) * 2
    return EnglishVerb(
        base,
        _third(base),
        past,
        participle,
        _ing(base),
        tuple(word.removeprefix("~") for word in after),
        movable,
        preposition if mark else None,
    )


def _third(base: str) -> str:
    if base == "have":
        return "has"
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    return base[:-1] + "ies" if base.endswith("y") and base[-2] not in _VOWELS else base + "s"


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ied"
    return base + (base[-1] if base in _DOUBLED else "") + "ed"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "be")):
        return base[:-1] + "ing"
    return base + (base[-1] if base in _DOUBLED else "") + "ing"


def comparative(adjective: str) -> tuple[str, ...]:
    """older, bigger, happier, or more expensive."""
    special = {"good": "better", "bad": "worse", "far": "farther"}
    if adjective in special:
        return (special[adjective],)
    if adjective.endswith("y") and len(adjective) < 9:
        return (adjective[:-1] + "ier",)
    groups = sum(
        now in _VOWELS and before not in _VOWELS
        for before, now in zip(" " + adjective, adjective.removesuffix("e"), strict=False)
    )
    if groups > 1 or adjective.endswith(("ed", "ing")):
        return ("more", adjective)
    if adjective.endswith("e"):
        return (adjective + "r",)
    double = adjective[-1] in "gtdnm" and adjective[-2] in _VOWELS and adjective[-3] not in _VOWELS
    return (adjective + (adjective[-1] if double else "") + "er",)


def fix_articles(tokens: list[str]) -> None:
    """Turn `a` into `an` where the next word begins with a vowel's sound."""
    for place in [place for place, token in enumerate(tokens) if token == "a"]:
        if place + 1 < len(tokens) and takes_an(tokens[place + 1].lower()):
            tokens[place] = "an"


def takes_an(word: str) -> bool:
    """Whether the word begins with a vowel's sound."""
    return word.startswith(_AN) or (word[0] in _VOWELS and not word.startswith(_A))
