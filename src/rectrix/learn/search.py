"""A search of ours as a decoder of a tuning set's lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from rectrix._core.decode import Decoder as CoreDecoder
from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists, extract
from rectrix.learn.candidates import Floats


@dataclass(frozen=True)
class Search:
    """Chart or phrase decoder and the tuning set's source; per-sentence grammars go by number."""

    decoder: CoreDecoder
    lines: Sequence[str]
    numbers: Sequence[int] = ()  # of the lines; none: as they come, from 0

    @property
    def space(self) -> FeatureSpace:
        return self.decoder.space

    def decode(
        self, sources: Sequence[int], weights: Floats | list[Floats], k: int, unique: bool, threads: int
    ) -> Lists:
        """The k-best lists of these lines."""
        chosen = [self.lines[source] for source in sources]
        numbers = [int(self.numbers[source] if self.numbers else source) for source in sources]
        return extract(self.decoder, chosen, weights, k, unique, threads=threads, numbers=numbers)[0]
