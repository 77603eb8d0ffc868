"""What is done to the text of one side, and its language."""

import re
from pathlib import Path
from typing import Literal

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.base.errors import UsageError
from rectrix.text.languages import KNOWN, canonical, short

_CODE = re.compile(r"[a-z]{2,3}([-_][A-Za-z0-9]+)*")
_COMPRESSED = (".gz", ".xz", ".zst")


class TextSettings(Settings):
    """The parts of a side's text processing, in their order."""

    language: str = ""  # a code such as de; none for text that is prepared already
    # The Unicode form; moses: nfc, and one form of quotes, dashes and spaces.
    normalize: Literal["nfc", "nfkc", "moses", "none"] = "nfc"
    protect: bool = True  # placeholders, tags, addresses and accelerators pass through translation
    tokenize: str = "auto"  # by language, or words, moses, jieba (Chinese), fugashi (Japanese), none
    # truecase: words that begin a sentence get their usual form; recase: lowercase, and a learned model
    # restores capitals in the output; lowercase: the output stays so.
    case: Literal["truecase", "recase", "lowercase", "keep"] = "truecase"
    # Split compounds into known parts; none: those of German text that is translated from.
    compounds: bool | None = None
    # mean: by the geometric mean of the parts' frequencies; posterior: by a log-linear score of German parts
    compound_scores: Literal["mean", "posterior"] = "mean"
    subwords: int = Field(default=0, ge=0)  # vocabulary of a unigram subword model; 0: whole words
    detokenize: bool = True  # output is text as people write it, not space-separated tokens

    @property
    def prepared(self) -> bool:
        """Is nothing to be done?"""
        return self.settled() == PREPARED.model_copy(update={"language": self.language})

    def settled(self, source: bool = False) -> "TextSettings":
        """With what is left open decided; source: the text is translated from."""
        if self.compounds is not None:
            return self
        german = self.language.partition("-")[0] == "de"
        return self.model_copy(update={"compounds": source and german})

    @property
    def lowercased(self) -> bool:
        """Does the model see small letters only?"""
        return self.case in ("recase", "lowercase")


PREPARED = TextSettings(
    normalize="none", protect=False, tokenize="none", case="keep", compounds=False, detokenize=False
)


def check_language(code: str) -> str:
    """A language code in its usual form; de_DE is de-DE, deu is de."""
    if not _CODE.fullmatch(code):
        small = f", in small letters: {code.lower()}" if _CODE.fullmatch(code.lower()) else ""
        raise UsageError(f"{code!r} is not a language code such as de, sw or zh{small}")
    language, dash, rest = code.replace("_", "-").partition("-")
    return canonical(language) + dash + rest


def language_pair(text: str) -> tuple[str, str]:
    """The languages of `de-en`."""
    source, dash, target = text.partition("-")
    if not dash:
        raise UsageError(f"languages {text!r}: expected source and target, such as de-en")
    return check_language(source), check_language(target)


def guess_language(path: Path) -> str | None:
    """The language that the name of a file ends with, as in train.de or train.de.xz."""
    name = path.name
    for ending in _COMPRESSED:
        name = name.removesuffix(ending)
    code = name.rpartition(".")[2]
    if "." not in name or not re.fullmatch("[a-z]{2,3}", code) or code in _NOT_A_LANGUAGE:
        return None
    return short(code) if len(code) == 3 or short(code) in KNOWN else None


_NOT_A_LANGUAGE = frozenset(
    ["txt", "tsv", "csv", "tok", "raw", "src", "trg", "tgt", "ref", "out", "tmx", "dev", "low", "all"]
)
