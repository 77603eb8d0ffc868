"""Decisions by minimum Bayes risk, over forests or k-best lists, for one setting or for many at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.decode import ChartOptions, Constraints, Decoder, SearchReport
from rectrix._core.kbest import Lists, extract
from rectrix._core.learn import consensus_lists
from rectrix.base.errors import UsageError
from rectrix.kbest.risk import choose
from rectrix.model.mbr import MbrSettings

Floats = NDArray[np.float64]
_LONGEST = ChartOptions().max_words  # of both decoders


@dataclass(frozen=True)
class DecoderInput:
    """What a decoder is asked."""

    decoder: Decoder
    lines: list[str]
    weights: Floats
    first: int = 0  # the number of the first
    constraints: Sequence[Constraints | None] = ()
    threads: int = 1

    def alone(self, number: int) -> "DecoderInput":
        """One of them."""
        demanded = list(self.constraints[number : number + 1])
        first = self.first + number
        return DecoderInput(self.decoder, [self.lines[number]], self.weights, first, demanded, self.threads)

    @property
    def long(self) -> bool:
        """Whether a single sentence has no forest."""
        return len(self.lines[0].split()) > _LONGEST

    def plain(self) -> list[tuple[str, float, SearchReport]]:
        """The likeliest translations."""
        return self.decoder.translate(
            self.lines, self.weights, self.threads, self.first, constraints=list(self.constraints)
        )


@dataclass(frozen=True)
class Decisions:
    """The hypotheses that were chosen: of sentence s and setting i, number chosen[s, i] of the lists."""

    lists: Lists
    chosen: NDArray[np.int64]  # -1 where there is no translation
    reports: list[SearchReport]

    def place(self, sentence: int, setting: int = 0) -> int:
        """A choice's place in the list of its sentence."""
        return int(self.chosen[sentence, setting] - self.lists.list_begin[sentence])


def decide(asked: DecoderInput, settings: Sequence[MbrSettings]) -> Decisions:
    """For each of the settings, which differ in scale, precision, ratio and model alone, a choice."""
    one = settings[0]
    fixed = ("kind", "density", "states", "k")
    if any(getattr(other, name) != getattr(one, name) for other in settings for name in fixed):
        raise UsageError("settings that are tried together have the same kind, density, states and k")
    if one.over_forest:
        return _over_forest(asked, settings)
    lists, reports, _ = extract(
        asked.decoder,
        asked.lines,
        asked.weights,
        one.k,
        True,
        threads=asked.threads,
        first=asked.first,
        constraints=list(asked.constraints),
        alignments=True,
        grow=False,
    )
    choices = [choose(lists, lists.scores, one.kind, each.scale, asked.threads) for each in settings]
    return Decisions(lists, np.stack(choices, axis=1), reports)


def translations(asked: DecoderInput, risk: MbrSettings) -> list[tuple[str, float, SearchReport]]:
    """Words, score and report of each sentence's choice; one that is too long for a forest is translated in
    pieces, without expectations."""
    if any(len(line.split()) > _LONGEST for line in asked.lines):
        parts = [asked.alone(number) for number in range(len(asked.lines))]
        return [
            found for part in parts for found in (part.plain() if part.long else translations(part, risk))
        ]
    made = decide(asked, [risk])
    found = []
    for number, report in enumerate(made.reports):
        at = int(made.chosen[number, 0])
        if at < 0:
            found.append(("", 0.0, report))
        else:
            aligned = report.of_hypothesis(made.place(number))
            found.append((made.lists.text(at), float(made.lists.scores[at]), aligned))
    return found


def _over_forest(asked: DecoderInput, settings: Sequence[MbrSettings]) -> Decisions:
    one = settings[0]
    lists, reports = consensus_lists(
        asked.decoder,
        asked.lines,
        asked.weights,
        [(each.scale, each.precision, each.ratio, each.model) for each in settings],
        one.kind == "counts",
        one.k if one.kind == "consensus" else 0,
        one.density,
        one.states,
        asked.threads,
        list(range(asked.first, asked.first + len(asked.lines))),
        list(asked.constraints),
        True,
    )
    begin, sizes = lists.list_begin[:-1], np.diff(lists.list_begin)
    places = begin[:, None] + np.arange(len(settings))
    return Decisions(lists, np.where(sizes[:, None] > 0, places, -1), reports)
