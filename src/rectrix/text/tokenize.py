"""Tokenization: running text to words and back, behind names.

`moses` is the convention of the Moses scripts as kept by sacremoses, without its HTML escapes; `character`
sets blanks around each Chinese or Japanese character, for lack of a segmenter; `none` leaves the text alone.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Protocol

from rectrix.base.registry import Registry
from rectrix.text.lines import words

TOKENIZERS = Registry(
    "tokenizer",
    {
        "moses": "rectrix.text.tokenize:Moses",
        "character": "rectrix.text.tokenize:Character",
        "none": "rectrix.text.tokenize:Untouched",
    },
)


class Tokenizer(Protocol):
    """Text to words and back."""

    def tokenize(self, text: str) -> str:
        """The words of a text, joined by blanks."""

    def detokenize(self, text: str) -> str:
        """The text of words joined by blanks, as people write it."""


@dataclass(frozen=True)
class Moses:
    """The Moses conventions of a language."""

    language: str = "en"

    @cached_property
    def _tokenizer(self) -> Any:
        from sacremoses import MosesTokenizer

        return MosesTokenizer(lang=self.language)

    @cached_property
    def _detokenizer(self) -> Any:
        from sacremoses import MosesDetokenizer

        return MosesDetokenizer(lang=self.language)

    def tokenize(self, text: str) -> str:
        return str(self._tokenizer.tokenize(text, return_str=True, escape=False))

    def detokenize(self, text: str) -> str:
        return str(self._detokenizer.detokenize(text.split(" "), unescape=False))


_IDEOGRAPH = re.compile(
    "([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f\u3001-\u303f\uff00-\uffef])"
)


@dataclass(frozen=True)
class Character:
    """Each Chinese or Japanese character a word; other text by blanks."""

    language: str = "zh"

    def tokenize(self, text: str) -> str:
        return " ".join(_IDEOGRAPH.sub(r" \1 ", text).split())

    def detokenize(self, text: str) -> str:
        return re.sub(rf"(?<={_IDEOGRAPH.pattern}) | (?={_IDEOGRAPH.pattern})", "", text)


@dataclass(frozen=True)
class Untouched:
    """Text that is tokenized already."""

    language: str = ""

    def tokenize(self, text: str) -> str:
        return text

    def detokenize(self, text: str) -> str:
        return text


@dataclass(frozen=True)
class Normalizer:
    """Tokenizing and lowercasing as one function of a text, that can be sent to another process."""

    tokenizer: str = "none"
    language: str = "en"
    lowercase: bool = False

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer: Tokenizer = TOKENIZERS[self.tokenizer](self.language)
        return tokenizer

    def __call__(self, text: str) -> str:
        text = " ".join(words(self._tokenizer.tokenize(text)))
        return text.lower() if self.lowercase else text


def _apply(change: Callable[[str], str], texts: tuple[str, ...]) -> list[str]:
    return [change(text) for text in texts]


def map_texts(
    change: Callable[[str], str], texts: Iterable[str], processes: int = 1, batch: int = 500
) -> Iterator[str]:
    """change(text) for each text, in order, in several processes; reads only a little ahead."""
    if processes <= 1:
        yield from map(change, texts)
        return
    with ProcessPoolExecutor(processes) as pool:
        waiting: list[Future[list[str]]] = []
        texts = iter(texts)
        while chunk := tuple(islice(texts, batch)):
            waiting.append(pool.submit(_apply, change, chunk))
            if len(waiting) > 4 * processes:
                yield from waiting.pop(0).result()
        for future in waiting:
            yield from future.result()
