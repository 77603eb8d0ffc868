"""Tiny corpora, and alignment models by enumeration of all alignments, from the formulas."""

import io
import itertools
import math
from collections.abc import Callable

import pytest

from rectrix._core.align import Aligner, DistortionOptions, Trainer

NULL = -1

TINY = [
    ("das haus ist klein", "the house is small"),
    ("das buch", "the book"),
    ("ein haus", "a house"),
    ("klein ist das buch ja", "small is the book"),
    ("ja", "yes it is"),
]


@pytest.fixture
def tiny():
    return TINY


@pytest.fixture
def trainer():
    """Makes a trainer from sentence pairs."""

    def make(pairs, **options):
        texts = [io.BytesIO("".join(f"{pair[k]}\n" for pair in pairs).encode()) for k in (0, 1)]
        return Trainer(texts[0], "source", texts[1], "target", **options)

    return make


@pytest.fixture
def options():
    """Makes distortion options."""

    def make(**values):
        made = DistortionOptions()
        for name, value in values.items():
            setattr(made, name, value)
        return made

    return make


@pytest.fixture
def enumerated():
    """Enumerates the alignments of a sentence pair."""
    return enumerate_alignments


def diagonal(j: int, given: int, generated: int, tension: float) -> list[float]:
    """The diagonal prior, by plain summation."""
    weights = [math.exp(-tension * abs((i + 1) / given - (j + 1) / generated)) for i in range(given)]
    return [weight / sum(weights) for weight in weights]


def prior(
    model: str, parameters: list[float], given: int, generated: int
) -> Callable[[tuple[int, ...]], float]:
    """p(alignment | lengths) under a model with these saved parameters."""
    if model == "ibm1":
        null = parameters[0] if parameters[0] >= 0 else 1 / (given + 1)
        return lambda a: math.prod(null if i == NULL else (1 - null) / given for i in a)
    if model == "diagonal":
        null, tension = parameters
        rows = [diagonal(j, given, generated, tension) for j in range(generated)]
        return lambda a: math.prod(null if i == NULL else (1 - null) * rows[j][i] for j, i in enumerate(a))
    return _hmm(parameters, given, generated)


def _hmm(parameters: list[float], given: int, generated: int) -> Callable[[tuple[int, ...]], float]:
    null, restart, favor, tension, width = parameters[:5]
    width = int(width)
    jumps, starts = parameters[5 : 5 + 2 * width + 3], parameters[5 + 2 * width + 3 :]

    def weight(last: int, i: int) -> float:
        if last == NULL:  # the sentence's begin
            return starts[min(i + 1, width + 1) - 1]
        return jumps[max(-width - 1, min(width + 1, i - last)) + width + 1]

    def probability(alignment: tuple[int, ...]) -> float:
        total, last = 1.0, NULL
        for j, i in enumerate(alignment):
            if i == NULL:
                total *= null
                continue
            anywhere = diagonal(j, given, generated, tension)[i] if favor else 1 / given
            jump = weight(last, i) / sum(weight(last, k) for k in range(given))
            total *= (1 - null) * ((1 - restart) * jump + restart * anywhere)
            last = i
        return total

    return probability


def enumerate_alignments(
    aligner: Aligner, source: list[str], target: list[str], reverse: bool
) -> dict[tuple[int, ...], float]:
    """The joint probability of the generated words with each alignment of theirs."""
    given, generated = (target, source) if reverse else (source, target)

    def word(i: int, e: str) -> float:
        if i == NULL:
            return aligner.null_probability(e, reverse)
        pair = (e, given[i]) if reverse else (given[i], e)
        return aligner.probability(*pair, reverse)

    chance = prior(aligner.model(reverse), aligner.parameters(reverse), len(given), len(generated))
    return {
        a: chance(a) * math.prod(word(i, e) for i, e in zip(a, generated, strict=True))
        for a in itertools.product(range(NULL, len(given)), repeat=len(generated))
    }
