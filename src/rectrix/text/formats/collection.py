"""Several files of any format as one bitext, line by line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from rectrix.base.errors import InputError
from rectrix.base.files import open_text, writing
from rectrix.text.formats import read_bitext
from rectrix.text.formats.unit import Languages, ReadOptions, Unit

_BLANKS = re.compile("[ \t\r\n\x0b\x0c\x85\u2028\u2029]+")


@dataclass(frozen=True)
class Collection:
    """The pairs of several files, one after another. Reading it again starts anew."""

    paths: Sequence[Path]
    languages: Languages
    options: ReadOptions = field(default_factory=ReadOptions)

    def __iter__(self) -> Iterator[Unit]:
        for path in self.paths:
            for unit in read_bitext(path, self.languages, self.options):
                yield from lines_of(unit)

    def write(self, source: Path, target: Path, before: tuple[Path, Path] | None = None) -> int:
        """Write the pairs into two files, line by line; gives their number.

        before: two parallel texts that come first, as they are.
        """
        count = 0
        with writing(source, force=True) as sources, writing(target, force=True) as targets:
            if before:
                _copy_both(before, (sources, targets))
            for unit in self:
                sources.write(unit.source + "\n")
                targets.write(unit.target + "\n")
                count += 1
        if count == 0:
            raise InputError(f"no translated text in {', '.join(map(str, self.paths))}")
        return count


def _copy_both(paths: tuple[Path, Path], files: tuple[IO[str], IO[str]]) -> None:
    counts = [0, 0]
    for side in (0, 1):
        with open_text(paths[side]) as lines:
            for line in lines:
                files[side].write(line if line.endswith("\n") else line + "\n")
                counts[side] += 1
    if counts[0] != counts[1]:
        raise InputError(f"{paths[0]} has {counts[0]:,} lines, but {paths[1]} has {counts[1]:,}")


def lines_of(unit: Unit) -> Iterator[Unit]:
    """A unit as single lines: those of both sides one by one if they are as many, else all in one."""
    sources, targets = ([_one(line) for line in text.split("\n") if line.strip()] for text in unit[:2])
    if len(sources) == len(targets):
        yield from (
            unit._replace(source=source, target=target)
            for source, target in zip(sources, targets, strict=True)
        )
    elif sources and targets:
        yield unit._replace(source=" ".join(sources), target=" ".join(targets))


def _one(line: str) -> str:
    return _BLANKS.sub(" ", line).strip(" ")
