"""Lists of other systems on their way to `Lists`: what every reader gives."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import IO

from rectrix.base.errors import InputError


@dataclass
class ForeignHypothesis:
    """One line, or what several lines say of one hypothesis."""

    text: str
    features: dict[str, float] = field(default_factory=dict)
    columns: dict[str, float] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    @property
    def score(self) -> float:
        return self.features.get("score", 0.0)


@dataclass
class ForeignList:
    """A list; id: '' if sentences are numbered."""

    id: str
    hypotheses: list[ForeignHypothesis]


Lines = Iterable[tuple[int, str]]  # numbered from 1, without their ends


def numbered(file: IO[str]) -> Lines:
    return ((number, line.rstrip("\r\n")) for number, line in enumerate(file, start=1))


def grouped(rows: Iterable[tuple[str, ForeignHypothesis]], path: Path | str) -> Iterator[ForeignList]:
    """Lists of hypotheses that stand together; ids that are numbers from 0 on are numbers, others names."""
    seen: set[str] = set()
    for id_, group in groupby(rows, key=lambda row: row[0]):
        if id_ in seen or not id_ or any(c.isspace() for c in id_):
            reason = (
                "stands twice, with others between"
                if id_ in seen
                else "is no name: it is empty or has spaces"
            )
            raise InputError.at(path, 0, f"sentence {id_!r} {reason}")
        name = "" if id_ == str(len(seen)) else id_
        seen.add(id_)
        yield ForeignList(name, [hypothesis for _, hypothesis in group])
