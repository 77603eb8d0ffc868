"""Normal forms of text behind names.

`nfc` and `nfkc` are Unicode's. `moses` is nfc with the quotes, apostrophes, dashes and spaces that the Moses
punctuation normalizer gives all of their variants; unlike there, no mark is moved (."), and numbers stay as
they are.
"""

import re
import unicodedata
from collections.abc import Callable

Normalizer = Callable[[str], str]

_SAME_LENGTH = str.maketrans(
    {
        **dict.fromkeys("“”„‟", '"'),
        **dict.fromkeys("‘’‚‛´", "'"),
        **dict.fromkeys("‐‑‒–", "-"),
        **dict.fromkeys("\u00a0\u2007\u2009\u202f", " "),
    }
)
_OPENING = re.compile("« ?")
_CLOSING = re.compile(" ?»")
_LONG_DASH = re.compile(" ?[—―] ?")


def _nfc(line: str) -> str:
    return unicodedata.normalize("NFC", line)


def _nfkc(line: str) -> str:
    return unicodedata.normalize("NFKC", line)


def _moses(line: str) -> str:
    text = _nfc(line).translate(_SAME_LENGTH)
    text = _CLOSING.sub('"', _OPENING.sub('"', text))
    return _LONG_DASH.sub(" - ", text).replace("…", "...").strip(" ")


NORMALIZERS: dict[str, Normalizer] = {"nfc": _nfc, "nfkc": _nfkc, "moses": _moses, "none": str}


def normalize(line: str, name: str) -> str:
    """A line in the normal form of a name; ASCII is in all of them."""
    return line if line.isascii() else NORMALIZERS[name](line)
