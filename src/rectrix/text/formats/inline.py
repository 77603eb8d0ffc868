"""Text with inline codes, as TMX and XLIFF have them: left out, or written as tags for `protect`."""

from rectrix.text.formats.unit import Codes
from rectrix.text.patterns import CLASSES
from rectrix.text.protect import protect

PAIRS = frozenset({"g", "pc", "hi"})  # enclose text
OPENING = frozenset({"bpt", "bx", "sc"})  # half of a pair
CLOSING = frozenset({"ept", "ex", "ec"})
ALONE = frozenset({"x", "ph", "it", "ut", "cp"})
NATIVE = frozenset({"bpt", "ept", "ph", "it", "ut"})  # their content is code, not text
CODES = PAIRS | OPENING | CLOSING | ALONE
_WORDS = frozenset({CLASSES["placeholder"], CLASSES["escape"]})


class InlineText:
    """A text in the making."""

    def __init__(self, codes: Codes) -> None:
        self._codes = codes
        self._pieces: list[str] = []
        self._native: list[str] | None = None  # the content of a code
        self._depth = self._number = self.length = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element within the text begins."""
        if self._native is not None:
            self._depth += 1
        elif name in CODES:
            self._number += 1
            identity = (
                attributes.get("rid") or attributes.get("i") or attributes.get("id") or str(self._number)
            )
            self._open(name, identity.replace('"', ""))
            if name in NATIVE:
                self._native, self._depth = [], 0

    def end(self, name: str) -> None:
        """An element within the text ends."""
        if self._native is not None:
            if self._depth:
                self._depth -= 1
                return
            content, self._native = "".join(self._native), None
            if name in ALONE and self._codes == "drop" and _is_word(content):
                self._pieces.append(content)
        elif name in PAIRS and self._codes == "tags":
            self._pieces.append("</g>")

    def text(self, data: str) -> None:
        """Characters of the text, or of a code."""
        self.length += len(data)
        (self._pieces if self._native is None else self._native).append(data)

    def result(self) -> str:
        """The text."""
        return "".join(self._pieces)

    def _open(self, name: str, identity: str) -> None:
        if self._codes == "tags":
            kind = f'<g id="{identity}">' if name in PAIRS | OPENING else f'<x id="{identity}"/>'
            self._pieces.append("</g>" if name in CLOSING else kind)
        elif name in ALONE and self._pieces and self._pieces[-1][-1:].isalnum():
            self._pieces.append(" ")  # a line break between two words, most likely


def _is_word(code: str) -> bool:
    """Whether a code is a placeholder such as %s, which the text would miss."""
    return protect(code).text in _WORDS
