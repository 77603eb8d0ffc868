"""Sentences of HTML: blocks divide them, inline tags stay in them, and what is no text passes through."""

import html
import re
from collections.abc import Callable, Iterator

from rectrix.text.sentences import SplitText

_BLOCKS = (
    "address|article|aside|blockquote|body|br|button|caption|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|"
    "footer|form|h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|ol|optgroup|option|p|pre|section|select|"
    "summary|table|tbody|td|tfoot|th|thead|title|tr|ul"
)
# Comments, declarations, code that is not text, and block tags; none of it is translated.
_BETWEEN = re.compile(
    r"<!--.*?(?:-->|$)|<![^<>]*>|<\?[^<>]*>"
    r"|<(script|style|textarea|template|noscript|svg|math)\b[^<>]*>.*?(?:</\1\s*>|$)"
    rf"|</?(?:{_BLOCKS})\b[^<>]*>",
    re.IGNORECASE | re.DOTALL,
)
_ENTITY = re.compile(
    r"&(?!(?:lt|gt|amp|quot|#0*3[489]|#0*6[02]|#x0*2[267]|#x0*3[ce]);)#?\w{1,31};", re.IGNORECASE
)
_SPACE = re.compile(r"\s+")


def split_html(text: str, split: Callable[[str], SplitText]) -> SplitText:
    """The sentences of a page; split: divides plain text. Entities of letters become letters."""
    sentences: list[str] = []
    gaps = [""]
    for is_text, piece in _parts(text):
        if not is_text:
            gaps[-1] += piece
            continue
        found = split(_readable(piece))
        gaps[-1] += found.gaps[0]
        sentences += found.sentences
        gaps += found.gaps[1:]
    return SplitText(tuple(sentences), tuple(gaps))


def _parts(text: str) -> Iterator[tuple[bool, str]]:
    done = 0
    for match in _BETWEEN.finditer(text):
        if done < match.start():
            yield True, text[done : match.start()]
        yield False, match[0]
        done = match.end()
    if done < len(text):
        yield True, text[done:]


def _readable(text: str) -> str:
    """Letters for entities, but for those that stand for markup; a line break is a space."""
    letters = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    return _SPACE.sub(" ", letters)
