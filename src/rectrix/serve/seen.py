"""Where a rule was seen: sentence pairs of the training text whose word alignment lets it be extracted.

A match is a stretch of source words and a stretch of target words that fit the rule's sides, such that no
link leaves the pair of stretches, nor the pair of stretches of a gap.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rectrix._core.grammar import BitextIndex
from rectrix.serve.schema import Example, Seen

_GAPS = {"[1]": 0, "[2]": 1}
_SEARCHED = 2000  # places of the source side's longest run of words
_LONGEST = 15  # source words that a match covers, as extraction has it
_Span = tuple[int, int]
_Link = tuple[int, int]


@dataclass(frozen=True)
class _Match:
    """Where a side of a rule stands: its words, and the stretches of its gaps."""

    words: tuple[int, ...]
    gaps: tuple[_Span | None, _Span | None]
    span: _Span


def where_seen(bitext: BitextIndex | None, source: str, target: str, limit: int) -> Seen:
    """Examples of a rule, and how many of the places that were looked at have it."""
    if bitext is None:
        return Seen(available=False)
    left, right = source.split(), target.split()
    run = max(_runs(left), key=len, default=[])
    if not run:
        return Seen(available=True)
    total, places = bitext.find(" ".join(run), _SEARCHED)
    found: list[Example] = []
    count = 0
    for sentence in dict.fromkeys(sentence for sentence, _ in places):
        example = _example(bitext, sentence, left, right)
        if example is not None:
            count += 1
            if len(found) < limit:
                found.append(example)
    whole = total <= len(places)
    return Seen(available=True, searched=len(places), all_searched=whole, count=count, examples=found)


def _runs(side: Sequence[str]) -> list[list[str]]:
    """The words between gaps."""
    runs: list[list[str]] = [[]]
    for symbol in side:
        if symbol in _GAPS:
            runs.append([])
        else:
            runs[-1].append(symbol)
    return [run for run in runs if run]


def _example(bitext: BitextIndex, sentence: int, left: list[str], right: list[str]) -> Example | None:
    source, target = bitext.source(sentence).split(), bitext.target(sentence).split()
    links = [_link(text) for text in bitext.links(sentence).split()]
    for one in _matches(left, source, _LONGEST):
        other = _partner(one, right, target, links)
        if other is not None:
            return Example(
                sentence=sentence + 1,
                source=source,
                target=target,
                source_words=list(one.words),
                target_words=list(other.words),
            )
    return None


def _link(text: str) -> _Link:
    a, _, b = text.partition("-")
    return int(a), int(b)


def _partner(one: _Match, right: list[str], target: list[str], links: list[_Link]) -> _Match | None:
    """A match of the target side that the links allow beside a match of the source side."""
    for other in _matches(right, target, len(target)):
        pairs: list[tuple[_Span | None, _Span | None]] = [(one.span, other.span)]
        pairs += zip(one.gaps, other.gaps, strict=True)
        if all(_consistent(a, b, links) for a, b in pairs if a and b):
            return other
    return None


def _consistent(source: _Span, target: _Span, links: list[_Link]) -> bool:
    """Does a link join the two stretches, and none only one of them?"""
    inside = [(source[0] <= a < source[1], target[0] <= b < target[1]) for a, b in links]
    return (True, True) in inside and all(a == b for a, b in inside)


def _matches(side: list[str], words: list[str], longest: int) -> Iterator[_Match]:
    """All ways in which a side fits words; each gap has a word at least."""
    for begin in range(len(words)):
        stack: list[tuple[int, int, tuple[int, ...], tuple[_Span | None, _Span | None]]] = [
            (0, begin, (), (None, None))
        ]
        while stack:
            place, at, used, gaps = stack.pop()
            if place == len(side):
                yield _Match(used, gaps, (begin, at))
            elif at - begin >= longest or at >= len(words):
                continue
            elif side[place] not in _GAPS:
                if words[at] == side[place]:
                    stack.append((place + 1, at + 1, (*used, at), gaps))
            else:
                number = _GAPS[side[place]]
                for end in range(min(len(words), begin + longest), at, -1):
                    filled = (at, end)
                    both = (filled, gaps[1]) if number == 0 else (gaps[0], filled)
                    stack.append((place + 1, end, used, both))
