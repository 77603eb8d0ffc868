"""Raw text: words are split into parts and lowercased for alignment, links are mapped back to whole words."""

import re
from collections.abc import Iterable, Iterator

import numpy as np

from rectrix._core.align import Alignments

_PART = re.compile(r"\w+|[^\w\s]")


def parts_of(line: str) -> tuple[str, list[int]]:
    """The lowercased parts (runs of letters and digits, single marks) of a line, and the word of each."""
    parts: list[str] = []
    words: list[int] = []
    for number, word in enumerate(line.split()):
        found = _PART.findall(word.lower()) or [word.lower()]
        parts += found
        words += [number] * len(found)
    return " ".join(parts), words


def in_parts(lines: Iterable[str]) -> Iterator[str]:
    """Each line in parts."""
    for line in lines:
        yield parts_of(line)[0]


def whole_words(alignments: Alignments, source: Iterable[str], target: Iterable[str]) -> Alignments:
    """Links between the words of lines from links between their parts."""
    links, offsets = [], [0]
    for pair, (left, right) in enumerate(zip(source, target, strict=True)):
        of_source, of_target = parts_of(left)[1], parts_of(right)[1]
        found = sorted({(of_source[i], of_target[j]) for i, j in alignments[pair]})
        links += [position for link in found for position in link]
        offsets.append(len(links) // 2)
    return Alignments.from_arrays(np.array(offsets, np.uint64), np.array(links, np.uint16))
