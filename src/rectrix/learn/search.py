"""Searches of ours as decoders of a tuning set's sentences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rectrix._core.decode import Decoder as CoreDecoder
from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists, append
from rectrix._core.learn import Forests, gather
from rectrix.learn.candidates import Floats
from rectrix.learn.finding import Finding, SearchInput, Wanted

_OPEN = 256  # blocks whose grammars are mapped at once


@dataclass(frozen=True)
class Search:
    """Chart or phrase decoder and the source of the sentences from `first` on."""

    decoder: CoreDecoder
    lines: Sequence[str]
    first: int = 0
    numbers: Sequence[int] = ()  # by which the decoder knows the sentences; none: as they come, from 0

    @property
    def space(self) -> FeatureSpace:
        return self.decoder.space

    def find(self, finding: Finding, sentences: Sequence[int], wanted: Wanted) -> Lists:
        """The lists of these sentences."""
        return finding.lists(SearchInput(self.decoder, *self._asked(sentences), sentences), wanted)

    def forests(self, sentences: Sequence[int], weights: Floats, density: float) -> Forests:
        """Their forests, pruned."""
        lines, numbers = self._asked(sentences)
        return gather(self.decoder, lines, weights, sentences, numbers, density)

    def _asked(self, sentences: Sequence[int]) -> tuple[list[str], list[int]]:
        """The sentences' lines, and the numbers by which the decoder knows them."""
        places = [sentence - self.first for sentence in sentences]
        numbers = [int(self.numbers[place] if self.numbers else place) for place in places]
        return [self.lines[place] for place in places], numbers


@dataclass(frozen=True)
class Searches:
    """A search for each block of sentences, opened when one of them is wanted; all share one space."""

    space: FeatureSpace
    block_of: Callable[[int], int]
    open_block: Callable[[int], Search]
    _opened: dict[int, Search] = field(default_factory=dict)

    def find(self, finding: Finding, sentences: Sequence[int], wanted: Wanted) -> Lists:
        """The lists of these sentences, block by block."""
        parts = [
            self._search(block).find(finding, list(group), wanted)
            for block, group in groupby(sentences, self.block_of)
        ]
        if len(parts) == 1:
            return parts[0]
        lists = Lists(self.space)
        for part in parts:
            append(lists, part)
        return lists

    def forests(self, sentences: Sequence[int], weights: Floats, density: float) -> Forests:
        """Their forests, pruned."""
        found = Forests(self.space)
        for block, group in groupby(sentences, self.block_of):
            found.join(self._search(block).forests(list(group), weights, density))
        return found

    def _search(self, block: int) -> Search:
        if block not in self._opened:
            if len(self._opened) >= _OPEN:
                self._opened.pop(next(iter(self._opened)))
            self._opened[block] = self.open_block(block)
        return self._opened[block]
