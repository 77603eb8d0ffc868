"""Which hypotheses of a sentence learners see: the k best, samples of its forest, or what references like."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

from rectrix._core.decode import Decoder
from rectrix._core.kbest import Lists, extract
from rectrix._core.learn import liked_lists, sampled_lists
from rectrix._core.score import References
from rectrix.base.seeds import stream
from rectrix.learn.candidates import Floats
from rectrix.score.gains.linear import worths

_STATES = 1000  # of a node of the forest, at most


@dataclass(frozen=True)
class SearchInput:
    """Sentences to be searched, as a decoder knows them."""

    decoder: Decoder
    lines: list[str]
    numbers: list[int]  # by which the decoder knows them
    sentences: Sequence[int]  # their numbers in the tuning set


@dataclass(frozen=True)
class Wanted:
    """What is looked for in a search, whoever finds it."""

    weights: Floats
    k: int
    unique: bool
    references: References
    first: int  # the sentence that the first references are of


class Finding(Protocol):
    """Which hypotheses are found."""

    def lists(self, asked: SearchInput, wanted: Wanted) -> Lists:
        """A list for each sentence, the model's best hypothesis first."""

    def at(self, epoch: int, slopes: Floats | None) -> Self:
        """The same in an epoch, which may be different at random; slopes: see GainWith.slopes."""


@dataclass(frozen=True)
class KBest:
    """The k best derivations, or strings."""

    def lists(self, asked: SearchInput, wanted: Wanted) -> Lists:
        how = (wanted.weights, wanted.k, wanted.unique)
        return extract(asked.decoder, asked.lines, *how, numbers=asked.numbers)[0]

    def at(self, epoch: int, slopes: Floats | None) -> Self:
        return self


KBEST = KBest()


@dataclass(frozen=True)
class Samples:
    """Derivations drawn with probability ~ exp(scale * score), k of each sentence; others in each epoch."""

    seed: int
    scale: float = 1.0
    epoch: int = 0

    def lists(self, asked: SearchInput, wanted: Wanted) -> Lists:
        seed = int(stream(self.seed, "samples", self.epoch).integers(1 << 63))
        seeds = [int(sentence) for sentence in asked.sentences]
        return sampled_lists(
            asked.decoder,
            asked.lines,
            wanted.weights,
            seeds,
            wanted.k,
            self.scale,
            seed,
            wanted.unique,
            asked.numbers,
        )

    def at(self, epoch: int, slopes: Floats | None) -> Self:
        return replace(self, epoch=epoch)


@dataclass(frozen=True)
class Liked:
    """For each wish (μ, ν) the derivations of the forest that are best by μ·score + ν·gain.

    The gain is linear in words and matches: the slopes of the recipe's own (Chiang 2012), at what that
    remembers when an epoch begins. Before it remembers anything: linear BLEU with the precisions of a good
    system (Tromble et al. 2008), times their BLEU, so that it counts words as gains of lists do. Matches are
    not clipped: the recipe's own gain judges what was found.
    """

    wishes: tuple[tuple[float, float], ...]
    precision: float = 0.85  # of unigrams, at first
    ratio: float = 0.72  # of precisions of neighboring orders, at first
    each: int = 1  # hypotheses for each wish
    density: float = 50.0  # edges per edge of the best derivation
    slopes: tuple[float, ...] = ()  # of a word, and of matches of 1, 2 … words

    def worths(self) -> list[float]:
        """Of a word, and of matches of 1, 2 … words."""
        bleu = self.precision * self.ratio**1.5
        return list(self.slopes) or [bleu * worth for worth in worths(self.precision, self.ratio)]

    def lists(self, asked: SearchInput, wanted: Wanted) -> Lists:
        return liked_lists(
            asked.decoder,
            asked.lines,
            wanted.weights,
            wanted.references,
            [int(sentence) - wanted.first for sentence in asked.sentences],
            list(self.wishes),
            self.worths(),
            self.each,
            self.density,
            _STATES,
            asked.numbers,
        )

    def at(self, epoch: int, slopes: Floats | None) -> Self:
        return self if slopes is None else replace(self, slopes=tuple(slopes.tolist()))
