"""Inline tags projected by word alignment: pairs stay balanced and nested, each tag comes out exactly once.

A pair encloses the translations of the words it enclosed: their hull, or, where the hull would take in words
of a neighboring pair, its longest run of own words. A lone tag goes where the fewest links cross. Offsets are
clamped to the enclosing pair and to the neighbors before: whatever the alignment says, tags are well-formed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rectrix.text.places import Links
from rectrix.text.protect import Tag
from rectrix.text.segmented import Segmented


@dataclass
class _Node:
    """A pair of tags, or a lone one (open is close), with the pairs inside."""

    open: int
    close: int
    children: list["_Node"] = field(default_factory=list)


@dataclass(frozen=True)
class _Sentences:
    """What all steps look at."""

    tags: Sequence[Tag]
    source: Segmented
    target: Segmented
    links: Links


def project(
    tags: Sequence[Tag], source: Segmented, target: Segmented, links: Links
) -> Iterator[tuple[int, int]]:
    """Offsets in the target's text, ascending, and the numbers of the tags that go there."""
    if tags:
        sentences = _Sentences(tags, source, target, links)
        yield from _emit(_tree(tags), (0, len(target.text)), range(len(target)), sentences)


def _tree(tags: Sequence[Tag]) -> list[_Node]:
    roots: list[_Node] = []
    levels = [roots]
    for number, tag in enumerate(tags):
        if tag.partner is None:
            levels[-1].append(_Node(number, number))
        elif tag.partner > number:
            node = _Node(number, tag.partner)
            levels[-1].append(node)
            levels.append(node.children)
        else:
            levels.pop()
    return roots


def _emit(
    nodes: Sequence[_Node], limits: tuple[int, int], inside: range, sentences: _Sentences
) -> Iterator[tuple[int, int]]:
    """The tags of siblings in the order of the target, between the limits."""
    ranges = _ranges(nodes, inside, sentences)
    spans = [_span(node, words, sentences) for node, words in zip(nodes, ranges, strict=True)]
    begin, end = limits
    for number in sorted(range(len(nodes)), key=lambda n: (*spans[n], n)):
        node = nodes[number]
        first = min(max(spans[number][0], begin), end)
        last = min(max(spans[number][1], first), end)
        yield first, node.open
        if node.close != node.open:
            yield from _emit(node.children, (first, last), ranges[number] or range(0), sentences)
            yield last, node.close
        begin = last


def _ranges(nodes: Sequence[_Node], inside: range, sentences: _Sentences) -> list[range | None]:
    """For each pair of siblings the target words that it shall enclose, disjoint; None if there are none."""
    owner: dict[int, int] = {}
    for number, node in enumerate(nodes):
        for word in _words(node, sentences):
            for other in sentences.links.targets(word):
                if other in inside:
                    owner.setdefault(other, number)
    own: list[list[int]] = [[] for _ in nodes]
    for word in sorted(owner):
        own[owner[word]].append(word)
    return [_range(number, words, owner) if words else None for number, words in enumerate(own)]


def _range(number: int, words: Sequence[int], owner: dict[int, int]) -> range:
    """The hull of a pair's words, or their longest run if others' words stand in between."""
    hull = range(words[0], words[-1] + 1)
    if len(words) == len(hull) or all(owner.get(word, number) == number for word in hull):
        return hull
    runs: list[range] = []
    for word in words:
        if runs and runs[-1].stop == word:
            runs[-1] = range(runs[-1].start, word + 1)
        else:
            runs.append(range(word, word + 1))
    return max(runs, key=len)


def _words(node: _Node, sentences: _Sentences) -> range:
    """The source words that a pair touches."""
    begin, end = sentences.tags[node.open].at, sentences.tags[node.close].at
    if begin == end:
        return range(0)
    first = sentences.source.word_at(begin)
    return range(sentences.source.boundary(begin) if first is None else first, sentences.source.boundary(end))


def _span(node: _Node, words: range | None, sentences: _Sentences) -> tuple[int, int]:
    """Offsets of the opening and the closing tag in the target's text."""
    if words is None:
        begin = _lone(node.open, sentences)
        return begin, begin if node.close == node.open else _lone(node.close, sentences)
    return (
        _edge(node.open, words.start, words.start, sentences),
        _edge(node.close, words.stop - 1, words.stop, sentences),
    )


def _lone(tag: int, sentences: _Sentences) -> int:
    """The offset of a tag that encloses no translated word."""
    at = sentences.tags[tag].at
    word = sentences.source.word_at(at)
    if word is not None and sentences.source.spans[word][0] < at:
        for other in sentences.links.targets(word):
            if sentences.source.word(word) == sentences.target.word(other):
                return sentences.target.spans[other][0] + at - sentences.source.spans[word][0]
    return _between(tag, sentences.links.place(sentences.source.boundary(at)), sentences)


def _edge(tag: int, word: int, boundary: int, sentences: _Sentences) -> int:
    """The offset of half a pair at its outermost target word; within it if it was within the same word."""
    at = sentences.tags[tag].at
    origin = sentences.source.word_at(at)
    if origin is None or sentences.source.spans[origin][0] == at:
        return _between(tag, boundary, sentences)
    begin, end = sentences.target.spans[word]
    if sentences.source.word(origin) == sentences.target.word(word):
        return begin + at - sentences.source.spans[origin][0]
    return begin if word == boundary else end


def _between(tag: int, boundary: int, sentences: _Sentences) -> int:
    """An offset in the gap before a target word, next to that of its two neighbors where it was before."""
    at, partner = sentences.tags[tag].at, sentences.tags[tag].partner
    source_begin, source_end = sentences.source.gap(sentences.source.boundary(at))
    begin, end = sentences.target.gap(boundary)
    if source_begin == source_end:
        return end if partner is not None and partner > tag else begin
    return end if at >= source_end else min(begin + at - source_begin, end)
