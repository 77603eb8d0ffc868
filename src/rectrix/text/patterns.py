"""What passes through translation unchanged, by kind: placeholders, escapes, tags, addresses, files, numbers.

Each kind is one regular expression whose repeats are bounded or cannot give back what they took, so that a
line of a megabyte without a space is searched in linear time.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Literal, get_args

from rectrix.base.errors import UnknownName

Search = Callable[[str], Any]
Kind = Literal["url", "email", "file", "tag", "placeholder", "escape", "number", "accelerator"]
KINDS: tuple[Kind, ...] = get_args(Kind)

# Numbers are translated well as words (and often change their form): their class is there for those who ask.
DEFAULT_KINDS: frozenset[Kind] = frozenset(KINDS) - {"number"}

# The class of an item is one character at the very end of Unicode's private planes: no tokenizer joins it to
# its neighbors, no case or normal form changes it; where a text holds one, it is an item itself ("literal").
_FIRST = 0x10FF00
CLASSES: dict[str, str] = {
    name: chr(_FIRST + number)
    for number, name in enumerate(["literal", "placeholder", "escape", "url", "email", "file", "number"])
}
CLASS_OF: dict[str, str] = {token: name for name, token in CLASSES.items()}
CLASS_TOKEN = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + 0xFF)}]")

_ENDINGS = (
    "avi|bak|bat|bib|bin|bmp|bz2|cfg|class|conf|cpp|css|csv|db|deb|dic|dll|docx?|dtd|emf|eps|epub|exe|flac|gif|gz|"
    "hpp|html?|ico|ini|iso|jar|java|jpe?g|js|json|log|md|mdb|mkv|mo|mov|mp3|mp4|mpe?g|msi|od[bfgmpst]|ogg|ot[ft]|"
    "pdf|php|pl|png|pot?|pptx?|properties|ps|py|rar|rpm|rst|rtf|sh|so|sql|svg|sx[cdiw]|tar|tbx|tex|tgz|tiff?|tmx|"
    "toml|tsv|ttf|txt|wav|webm|webp|wmf|woff2?|xcu|xhtml|xlf|xliff|xls[mx]?|xml|xsd|xslt?|xz|ya?ml|zip|zst"
)
# Names are in Latin letters: in Chinese or Japanese text they touch the words around them.
_NAME = r"[A-Za-z_][A-Za-z0-9_]{0,63}"
_LETTER = "A-Za-z0-9_À-ɏ"
_UNITS = r"%|‰|°[CF]?|[kMGT]i?B|[mck]?m[²³]?|[km]?g|[kMG]?Hz|px|pt|dpi|ms|s|h|V|W|kW|€|\$|£"
_OUTSIDE = r"\s<>\"“”„«»\u2e80-\u9fff\uac00-\ud7ff\uff00-\uffef"  # ends a web address

_PATTERNS: dict[str, str] = {
    "literal": CLASS_TOKEN.pattern,
    "url": r"(?<![A-Za-z])(?:(?:https?|ftps?|sftp|file|ssh|git|svn|ldaps?|vnd\.[a-z.]{1,40})://"
    r"|mailto:(?=[^\s@]{1,64}@)|www\.(?=\w))"
    rf"[^{_OUTSIDE}]*[^{_OUTSIDE}.,;:!?…'‘’)\]}}]",
    "email": r"(?<![A-Za-z0-9_.+-])[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}",
    "file": rf"(?<![{_LETTER}./\\:~-])(?:[A-Za-z]:\\[^\s<>\"|?*“”]*[^\s<>\"|?*“”.,;:!?')\]}}]"
    r"|~?(?:/[A-Za-z0-9_.+-]{0,99}[A-Za-z0-9_+-]){2,40}/?|(?<=})(?:/[A-Za-z0-9_+-]{1,99}){1,40}/?"
    rf"|(?:[{_LETTER}-]{{1,100}})?(?:\.[{_LETTER}-]{{1,40}}){{0,4}}\.(?:{_ENDINGS})(?![{_LETTER}]|\.[{_LETTER}]))",
    "tag": r"</?[A-Za-z_][\w:.-]{0,63}"
    r"(?:\s+[A-Za-z_][\w:.-]{0,63}(?:\s{0,9}=\s{0,9}(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>=]{1,999}))?)*\s{0,9}/?>",
    "placeholder": r"%%|%\([^\s()]{1,64}\)[#0 +-]*\d*(?:\.\d+)?[diouxXeEfFgGcrsa]"
    r"|%[A-Z][A-Z0-9_]+%?|(?<!\d)%(?!\d{1,2}[A-Za-z]{2})(?:\d{1,2}\$)?[#0+]*(?:-(?=[\d*]))?(?:\d{1,4}|\*)?(?:\.(?:\d{1,4}|\*))?"
    r"(?:hh?|ll?|[jztLq])?(?!ige?[mnrs]?\b)[diouxXeEfFgGaAcCspSn@]"
    rf"|%\d{{1,2}}(?!\d)|(?<!\d)%(?!ige?[mnrs]?\b){_NAME}|[$%#]\{{[^\s{{}}]{{0,99}}\}}|\$[\[(][A-Za-z_][\w.]{{0,63}}[\])]"
    rf"|\$[A-Z]{{1,3}}\$\d{{1,7}}|\$\$?{_NAME}(?:\$(?!\d))?|\$\d(?![\d.,]*\d)"
    rf"|\{{\{{ ?[\w.|-]{{1,64}} ?\}}\}}|\{{(?!=)[^\s{{}}]{{0,99}}\}}"
    r"|\[X\d{1,6}X ?\]",
    "escape": r"&(?:[A-Za-z]{2,31}[0-9]{0,2}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});"
    r"|\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[n\"'\\]|[rt](?![a-z])|[abfv0](?![A-Za-z]))",
    "number": rf"(?<![\w.,])[+−-]?\d{{1,3}}(?:(?P<_group>[.,'  ’])\d{{3}}(?:(?P=_group)\d{{3}}){{0,9}})"
    rf"(?:[.,]\d{{1,40}})?(?:{_UNITS})?(?![\w]|[.,]\d)"
    rf"|(?<![\w.,])[+−-]?\d{{1,40}}(?:[.,:]\d{{1,40}}){{0,3}}(?:{_UNITS})?(?![\w]|[.,]\d)",
}
# A text without any of these characters has nothing to protect; most prose is passed over so. One set of
# characters is searched several times faster than alternatives.
_HINTS: dict[str, str] = {
    "literal": f"{chr(_FIRST)}-{chr(_FIRST + 0xFF)}",
    "url": "/@",
    "email": "@",
    "file": r"/\\",
    "tag": "<",
    "placeholder": r"%${\[",
    "escape": r"&\\",
    "number": r"\d",
    "accelerator": "~_&",
}
_DOTTED = re.compile(r"\.[A-Za-z]").search  # www.example, name.txt


def require_kinds(kinds: Iterable[str]) -> frozenset[Kind]:
    """The kinds by their names; an unknown one is an error that lists the known."""
    chosen = frozenset(kinds)
    for name in sorted(chosen - frozenset(KINDS)):
        raise UnknownName("kind of protected text", name, KINDS)
    return frozenset(kind for kind in KINDS if kind in chosen)


@lru_cache
def pattern(kinds: frozenset[Kind]) -> re.Pattern[str]:
    """One expression for the kinds, a group each; at one place the kind that stands first above wins."""
    groups = [name for name in _PATTERNS if name == "literal" or name in kinds]
    return re.compile("|".join(f"(?P<{name}>{_PATTERNS[name]})" for name in groups))


@lru_cache
def hints(kinds: frozenset[Kind]) -> tuple[Search, Search]:
    """Two searches of which one at least finds something in every text that holds one of the kinds."""
    chosen = "".join(text for name, text in _HINTS.items() if name == "literal" or name in kinds)
    return re.compile(f"[{chosen}]").search, _DOTTED
