"""Tokenizers behind names: from text to words.

`words` follows the Moses tokenizer (no escapes, hyphens kept) in every script: characters of scripts without
spaces are words of their own, ’ between letters is an apostrophe, and 10:30 is one word. `moses` is the same
with ’ and : as Moses has them, for numbers that must compare. `jieba` (Chinese) and `fugashi` (Japanese)
divide those languages by a dictionary and are extras; `none` is for text of space-separated tokens
already.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from rectrix._core import text as core
from rectrix.base.errors import UnknownName, UsageError
from rectrix.text.abbreviations import abbreviations
from rectrix.text.lines import words

TOKENIZERS = ("auto", "words", "moses", "jieba", "fugashi", "none")

_APOSTROPHES = {
    "en": core.Apostrophe.RIGHT,  # it 's
    "fr": core.Apostrophe.LEFT,  # l' homme
    "it": core.Apostrophe.LEFT,
}

# Ideographs and kana.
_RUN = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")

Segment = Callable[[str], list[str]]


@dataclass(frozen=True)
class Tokenizer:
    """Text to words, for one line or many."""

    core: core.Tokenizer | None  # None: tokens are separated by spaces already
    segment: Segment | None = None  # divides what the core's rules cannot

    def tokenize(self, line: str) -> list[str]:
        """The words of a line."""
        if self.core is None:
            return words(line)
        return self.core.tokenize(self.spaced(line))

    def spaced(self, line: str) -> str:
        """A line with spaces between the words that a segmenter finds in its Chinese or Japanese."""
        if self.segment is None:
            return line
        segment = self.segment
        return _RUN.sub(lambda run: f" {' '.join(segment(run[0]))} ", line)


def tokenizer(name: str, language: str) -> Tokenizer:
    """The tokenizer of a name, with the rules of a language."""
    if name not in TOKENIZERS:
        raise UnknownName("tokenizer", name, TOKENIZERS)
    if name == "none":
        return Tokenizer(None)
    known = abbreviations(language)
    segmenters: dict[str, Callable[[], Segment]] = {"jieba": _jieba, "fugashi": _fugashi}
    made = core.Tokenizer(
        _APOSTROPHES.get(language, core.Apostrophe.ALONE),
        curly=name != "moses",
        clock=name != "moses",
        segmented=name in segmenters,
        abbreviations=list(known.always),
        numeric_abbreviations=list(known.numeric),
    )
    return Tokenizer(made, segmenters[name]() if name in segmenters else None)


def _extra(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        extra = {"jieba": "chinese", "fugashi": "japanese"}[name]
        raise UsageError(f"the tokenizer {name} needs a package: pip install 'rectrix[{extra}]'") from None


def _jieba() -> Segment:
    jieba = _extra("jieba")
    jieba.setLogLevel("ERROR")
    return lambda line: list(jieba.cut(line))


def _fugashi() -> Segment:
    tagger = _extra("fugashi").Tagger("-Owakati")
    return lambda line: str(tagger.parse(line)).split()
