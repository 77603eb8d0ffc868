"""N-best files that are neither columns between bars nor JSON: fairseq, tables, plain lines; speech is apart.

fairseq      H-17<TAB>-0.8<TAB>text, D- (detokenized: preferred), P- (word scores), A- (alignment)
tsv          a header that names id, text, and numbers; or without one: id, text and numbers
tsv:N        the same without ids, N lines for each sentence
lines:N      plain text, N lines for each sentence
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import IO

from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.kbest.foreign_list import ForeignHypothesis, ForeignList, Lines, grouped, numbered
from rectrix.kbest.formats import FOREIGN
from rectrix.kbest.names import require_name, require_number
from rectrix.kbest.speech import ICEFALL, icefall, kaldi

_FAIRSEQ = re.compile(r"([A-Z])-(\d+)\t")
_ID_NAMES = ("id", "sentence_id", "sent_id", "segment_id", "utt", "utt_id", "sentence")
_TEXT_NAMES = ("text", "hypothesis", "hyp", "translation", "mt")


def reader(format: str, path: Path | str) -> Callable[[IO[str]], Iterator[ForeignList]]:
    """What makes lists of a text file of this format."""
    kind, _, count = format.partition(":")
    if kind == "fairseq":
        return lambda file: fairseq(numbered(file), path)
    if kind == "kaldi":
        return lambda file: kaldi(numbered(file), path)
    if kind == "icefall":
        return lambda file: icefall(numbered(file), path)
    if kind in ("lines", "tsv"):
        size = _size(format, count) if count or kind == "lines" else 0
        if kind == "lines":
            return lambda file: plain(numbered(file), path, size)
        return lambda file: table(numbered(file), path, size)
    raise UnknownName("n-best format", format, FOREIGN)


def _size(format: str, count: str) -> int:
    if not count.isdecimal() or int(count) == 0:
        raise UsageError(
            f"--format {format}: say how many lines each sentence has, as in {format.partition(':')[0]}:5"
        )
    return int(count)


def guess(line: str) -> str:
    """The format that a first line looks like; '' if it could be anything."""
    if _FAIRSEQ.match(line):
        return "fairseq"
    if ICEFALL.fullmatch(line):
        return "icefall"
    return "tsv" if "\t" in line else ""


def fairseq(lines: Lines, path: Path | str) -> Iterator[ForeignList]:
    """Output of fairseq-generate, which is in the order of lengths: sorted by number."""
    lists: dict[int, list[ForeignHypothesis]] = {}
    detokenized: dict[int, int] = {}  # how many D- lines each sentence has
    for number, line in lines:
        if (match := _FAIRSEQ.match(line)) is None:
            continue  # messages stand between
        kind, sentence, rest = match[1], int(match[2]), line[match.end() :]
        own = lists.setdefault(sentence, [])
        if kind == "H":
            own.append(_scored(rest, path, number))
        elif kind == "D" and own and detokenized.get(sentence, 0) < len(own):
            detokenized[sentence] = len(own)
            own[-1].text = _scored(rest, path, number).text
        elif kind == "P" and own:
            own[-1].notes["word_scores"] = rest
        elif kind == "A" and own:
            own[-1].notes["alignment"] = rest
    yield from _by_number(lists, path)


def _scored(rest: str, path: Path | str, line: int) -> ForeignHypothesis:
    score, tab, text = rest.partition("\t")
    if not tab:
        raise InputError.at(path, line, f"expected score<TAB>text, saw {rest[:60]!r}")
    return ForeignHypothesis(text, {"score": require_number(score, path, line)})


def _by_number(lists: dict[int, list[ForeignHypothesis]], path: Path | str) -> Iterator[ForeignList]:
    largest = max(lists, default=-1)
    if largest > 2 * len(lists) + 1000:
        raise InputError.at(path, 0, f"sentence {largest} of {len(lists)}: sentences are numbered from 0")
    for number in range(largest + 1):
        yield ForeignList("", lists.get(number, []))


def plain(lines: Lines, path: Path | str, size: int) -> Iterator[ForeignList]:
    """Plain text, so many lines for each sentence."""
    return _blocks((ForeignHypothesis(line) for _, line in lines), path, size)


def _blocks(hypotheses: Iterator[ForeignHypothesis], path: Path | str, size: int) -> Iterator[ForeignList]:
    for number in range(1 << 60):
        block = list(islice(hypotheses, size))
        if not block:
            return
        if len(block) < size:
            total = number * size + len(block)
            raise InputError.at(
                path, 0, f"{total} lines are no multiple of {size}, the lines of each sentence"
            )
        yield ForeignList("", block)


def table(lines: Lines, path: Path | str, size: int = 0) -> Iterator[ForeignList]:
    """Tab-separated columns; size: lines of each sentence if there are no ids."""
    rest = iter(lines)
    first = next(rest, None)
    if first is None:
        return
    shape, is_header = _shape(first[1].split("\t"), path, ids=not size)
    rows = (
        shape.row(line, path, number)
        for number, line in (rest if is_header else chain([first], rest))
        if line
    )
    if size:
        yield from _blocks((hypothesis for _, hypothesis in rows), path, size)
        return
    yield from grouped(rows, path)


@dataclass(frozen=True)
class _Shape:
    """Which column of a table is what."""

    id: int | None
    text: int
    numbers: tuple[tuple[int, str], ...]  # place and name
    width: int

    def row(self, line: str, path: Path | str, number: int) -> tuple[str, ForeignHypothesis]:
        cells = line.split("\t")
        if len(cells) != self.width:
            raise InputError.at(path, number, f"{len(cells)} columns; the first line has {self.width}")
        hypothesis = ForeignHypothesis(cells[self.text])
        for place, name in self.numbers:
            value = require_number(cells[place], path, number)
            if name.startswith("column:"):
                hypothesis.columns[name.removeprefix("column:")] = value
            else:
                hypothesis.features[name] = value
        return "" if self.id is None else cells[self.id], hypothesis


def _shape(cells: list[str], path: Path | str, ids: bool) -> tuple[_Shape, bool]:
    """The shape that the first line shows, and whether it is a header."""
    lower = [cell.lower() for cell in cells]
    texts = [place for place, name in enumerate(lower) if name in _TEXT_NAMES]
    known = [place for place, name in enumerate(lower) if name in _ID_NAMES]
    if len(texts) == 1 and (known or not ids):
        own = known[0] if known else None
        others = tuple((p, cells[p]) for p in range(len(cells)) if p != texts[0] and p != own)
        for _, name in others:
            require_name(name.removeprefix("column:"), path, 1)
        return _Shape(own if ids else None, texts[0], others, len(cells)), True
    words = [place for place in range(int(ids), len(cells)) if not _is_number(cells[place])]
    if len(words) != 1:
        raise InputError.at(
            path,
            1,
            f"cannot tell the columns of {cells!r}: expected a header with id, text and names of numbers, or "
            f"lines with {'an id, ' if ids else ''}one text and numbers; without ids: --format tsv:N",
        )
    places = [place for place in range(int(ids), len(cells)) if place != words[0]]
    names = ["score"] if len(places) == 1 else [f"F{i}" for i in range(len(places))]
    return _Shape(0 if ids else None, words[0], tuple(zip(places, names, strict=True)), len(cells)), False


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
