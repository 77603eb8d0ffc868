"""Numbers as a language writes them: 1.000,5 in German is 1,000.5 in English; done only if asked for."""

import re

from rectrix.base.errors import UsageError

# Marks of thousands and of decimals; the first mark of thousands is the one that is written.
_MARKS: dict[str, tuple[str, str]] = {
    **dict.fromkeys(["en", "he", "hi", "ja", "ko", "sw", "th", "zh"], (",", ".")),
    **dict.fromkeys(["da", "de", "el", "es", "hr", "id", "it", "nl", "pt", "ro", "sl", "tr"], (".", ",")),
    **dict.fromkeys(
        ["bg", "cs", "et", "fi", "fr", "hu", "lt", "lv", "no", "pl", "ru", "sk", "sv", "uk"], ("\u00a0", ",")
    ),
}
_BLANKS = re.compile("[ \u00a0\u202f]")
_NUMBER = re.compile("[0-9][0-9., \u00a0\u202f]*[0-9]|[0-9]")


def convert(text: str, source: str, target: str) -> str:
    """A number (with what stands around it) in the manner of another language.

    Unchanged if it is not written in the manner of the first, such as a version or a date.
    """
    return _NUMBER.sub(lambda match: _convert(match[0], _marks(source), _marks(target)), text, count=1)


def _marks(language: str) -> tuple[str, str]:
    marks = _MARKS.get(language.partition("-")[0])
    if marks is None:
        raise UsageError(
            f"how numbers are written in {language!r} is not known; known: {', '.join(sorted(_MARKS))}"
        )
    return marks


def _convert(digits: str, source: tuple[str, str], target: tuple[str, str]) -> str:
    plain = _BLANKS.sub("\u00a0", digits)
    thousands, decimal = map(re.escape, source)
    match = re.fullmatch(rf"([0-9]{{1,3}}(?:{thousands}[0-9]{{3}})+|[0-9]+)(?:{decimal}([0-9]+))?", plain)
    if match is None:
        return digits
    whole = match[1].replace(source[0], target[0])
    return whole if match[2] is None else f"{whole}{target[1]}{match[2]}"
