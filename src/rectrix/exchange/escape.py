"""Words that other decoders take for something else, escaped as Moses escapes its own special characters."""

import re
from collections.abc import Callable, Iterable

Escape = Callable[[str], str]

BAR = "&#124;"  # what a bar is escaped to
_CODES = {"[": "&#91;", "]": "&#93;", "|": BAR}
# As the core writes grammars: gaps, and what ends a column of a grammar or a line of text.
_CDEC = re.compile(r"\[[^\[\],][^\[\]]*\]|.*\|\|\|.*", re.DOTALL)
_CODE = re.compile(r"[\[\]|]")


def for_cdec(word: str) -> str:
    """A word as cdec's grammars have it: [X,1] is &#91;X,1&#93;."""
    return _CODE.sub(lambda found: _CODES[found[0]], word) if _CDEC.fullmatch(word) else word


def for_moses(word: str) -> str:
    """A word as Moses' tables have it: a bar divides factors, so it is &#124;."""
    return word.replace("|", BAR)


def escaped(words: Iterable[str], escape: Escape) -> list[str]:
    """The words that must be escaped, each once."""
    return [word for word in dict.fromkeys(words) if escape(word) != word]
