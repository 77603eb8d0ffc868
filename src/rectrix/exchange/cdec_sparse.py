"""cdec's names of sparse features: R:X:das_NX:the_N1, RBS:<r>_das, RBT:the_X1, Shape_S1…_T1…, LT:das:the."""

from rectrix.exchange.escape import for_cdec
from rectrix.exchange.sparse import Twin, sides_of, unescaped, words_of

_LEXICAL = "LexicalFeatures 1 1 1"  # translations, insertions, deletions


def _name(text: str) -> str:
    """As cdec changes its names."""
    return text.replace("=", "_").replace(";", "_")


def _joined(words: list[str]) -> str:
    return "_".join(map(for_cdec, words))


def _word(text: str) -> str:
    return for_cdec(unescaped(text))


def _rule(text: str) -> str:
    source, target = sides_of(text)
    sides = words_of(source, lambda number: "NX"), words_of(target, lambda number: f"N{number}")
    return _name("R:X:" + ":".join(map(_joined, sides)))


CDEC_TWINS = {
    "rule_id": Twin("RuleIdentityFeatures", _rule),
    "source_bigrams": Twin(
        "RuleSourceBigramFeatures", lambda text: _name("RBS:" + _joined(words_of(text, lambda number: "X")))
    ),
    "target_bigrams": Twin(
        "RuleTargetBigramFeatures",
        lambda text: _name("RBT:" + _joined(words_of(text, lambda number: f"X{number}"))),
    ),
    "shape": Twin("RuleShape", lambda text: f"Shape_{text}"),
    "word_pairs": Twin(_LEXICAL, lambda text: _name("LT:" + ":".join(map(_word, sides_of(text))))),
    "insertions": Twin(_LEXICAL, lambda text: _name(f"LI:{_word(text)}")),
    "deletions": Twin(_LEXICAL, lambda text: _name(f"LD:{_word(text)}")),
}
