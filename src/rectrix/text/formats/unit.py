"""A translation unit, as all formats give it, and the languages people ask for by their codes."""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rectrix.text.languages import short

Codes = Literal["drop", "tags"]
_SEPARATOR = re.compile("[-_@.]")  # pt-BR, pt_BR, sr@latin, de_DE.UTF-8


class Languages(NamedTuple):
    """Codes such as de, en or pt-BR."""

    source: str
    target: str


class Unit(NamedTuple):
    """A text and its translation as the file has them, line breaks and all."""

    source: str
    target: str
    origin: str  # file:line


@dataclass(frozen=True)
class ReadOptions:
    """How files are read."""

    codes: Codes = "drop"  # inline codes: left out, or as tags <g id="1">…</g> and <x id="1"/>
    columns: tuple[int, int] = (1, 2)  # of source and target in a TSV file, from 1


def speaks(wanted: str, found: str) -> bool:
    """Whether text in the language `found` is in the wanted one: en-US is en, en may be en-US, eng is en."""
    first, second = (_parts(code) for code in (wanted, found))
    shorter = min(len(first), len(second))
    return first[:shorter] == second[:shorter]


def _parts(code: str) -> list[str]:
    language, *rest = _SEPARATOR.split(code.lower())
    return [short(language), *rest]


def direction(wanted: Languages, source: str, target: str) -> Literal["as is", "swapped"] | None:
    """How a file's languages lie to the wanted ones; a language that the file does not name fits."""
    if fits(wanted.source, source) and fits(wanted.target, target):
        return "as is"
    if fits(wanted.source, target) and fits(wanted.target, source):
        return "swapped"
    return None


def fits(wanted: str, found: str) -> bool:
    """Whether a language is the wanted one, or either is not known."""
    return not wanted or not found or speaks(wanted, found)
