"""Systems' outputs compared: where they differ most, and at which words, n-grams and lengths.

Words are counted as BLEU counts them (clipped by the reference that has most of them); a word's bucket is how
often the references have it. Intervals of differences come from the same bootstrap draws for both systems.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rectrix.base.errors import InputError, UsageError
from rectrix.base.seeds import stream
from rectrix.evaluate.judges import Columns, Judge, judge
from rectrix.evaluate.significance import Floats, bootstrap_sums
from rectrix.score import MetricLike

_FREQUENCIES = (1, 2, 5, 10, 100, 1000)  # lower bounds of buckets
_LENGTHS = (1, 6, 11, 16, 21, 31, 41, 61)
_ORDER = 4  # of n-grams
_SHOWN_NGRAMS = 10
Tokens = list[list[str]]


@dataclass(frozen=True)
class Compare:
    """How to compare."""

    metrics: tuple[MetricLike, ...] = ("bleu", "chrf")
    tokenize: str = "13a"
    lowercase: bool = False
    examples: int = 25  # sentences that are shown
    resamples: int = 1000
    seed: int = 1


class Standing(NamedTuple):
    """A system under a metric, and its difference from the first."""

    system: str
    metric: str
    score: float
    low: float | None  # 95 % of the bootstrap samples have their difference between
    high: float | None


class Brevity(NamedTuple):
    """How long a system's output is."""

    system: str
    ratio: float  # words for each word of the closest references
    penalty: float  # BLEU's


class Bucket(NamedTuple):
    """What systems reach on a part of the words or sentences."""

    name: str
    size: int  # words or sentences in it
    values: tuple[float, ...]  # by system


class ExampleSentence(NamedTuple):
    """A sentence with all outputs."""

    number: int
    source: str
    reference: str
    outputs: tuple[str, ...]
    scores: tuple[float, ...]


class NgramDifference(NamedTuple):
    """An n-gram of the references that one system has more often than another."""

    ngram: str
    first: int  # times that a reference has it, too
    second: int


@dataclass(frozen=True)
class Comparison:
    """Everything that a page of comparisons shows."""

    systems: tuple[str, ...]
    sentences: int
    metric: str  # of sentences and lengths
    higher_is_better: bool
    standings: tuple[Standing, ...]
    brevity: tuple[Brevity, ...]
    words: tuple[Bucket, ...]  # F1 by frequency in the references
    lengths: tuple[Bucket, ...]  # mean sentence score by length of the reference
    examples: tuple[ExampleSentence, ...]
    ngrams: dict[str, tuple[list[NgramDifference], list[NgramDifference]]]  # better and worse than the first


def compare(
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    sources: Sequence[str] | None = None,
    options: Compare | None = None,
    columns: Mapping[str, Columns] | None = None,
) -> Comparison:
    """Compare outputs with each other by references; columns: numbers of each system's lines, by name."""
    options, columns = options or Compare(), columns or {}
    _check(systems, references, sources)
    judges = [judge(name, options.tokenize, options.lowercase) for name in options.metrics]
    rows = {part.name: _rows(part, systems, references, columns) for part in judges}
    main = judges[0]
    scores = np.stack([main.sentence_scores(rows[main.name][name][None])[0] for name in systems])
    counter = judge("bleu", options.tokenize, options.lowercase)
    wanted = [_tokens(counter, lines) for lines in references]
    outputs = {name: _tokens(counter, lines) for name, lines in systems.items()}
    return Comparison(
        systems=tuple(systems),
        sentences=len(references[0]),
        metric=main.signature(len(references)).partition("|")[0],
        higher_is_better=main.metric.higher_is_better,
        standings=tuple(_standings(judges, rows, options)),
        brevity=tuple(_brevity(counter, systems, references)),
        words=tuple(_word_buckets(outputs, wanted)),
        lengths=tuple(_length_buckets(scores, wanted[0])),
        examples=tuple(_examples(systems, references[0], sources, scores, options.examples)),
        ngrams=_ngrams(outputs, wanted),
    )


def _check(
    systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str]], sources: Sequence[str] | None
) -> None:
    if not systems or not references or not references[0]:
        raise UsageError("give at least one system and one reference with a line")
    count = len(references[0])
    named = {f"system {name}": lines for name, lines in systems.items()}
    named |= {f"reference {n}": lines for n, lines in enumerate(references, start=1)}
    if sources is not None:
        named["the source"] = sources
    for what, lines in named.items():
        if len(lines) != count:
            raise InputError(f"{what} has {len(lines)} lines, the first reference has {count}")


def _rows(
    part: Judge,
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    columns: Mapping[str, Columns],
) -> dict[str, Floats]:
    """The statistics of each system's lines."""
    prepared = [part.prepare(lines) for lines in references]
    return {name: part.statistics(lines, prepared, columns.get(name, {})) for name, lines in systems.items()}


def _tokens(counter: Judge, lines: Sequence[str]) -> Tokens:
    return [line.split() for line in counter.prepare(lines)[0]]


def _standings(
    judges: Sequence[Judge], rows: Mapping[str, Mapping[str, Floats]], options: Compare
) -> Iterator[Standing]:
    for part in judges:
        first: Floats | None = None
        for name, statistics in rows[part.name].items():
            draws = bootstrap_sums(statistics, options.resamples, stream(options.seed, "bootstrap"))
            sampled = part.metric.score(draws)
            low: float | None = None
            high: float | None = None
            if first is None:
                first = sampled
            else:
                low, high = map(float, np.quantile(sampled - first, [0.025, 0.975]))
            yield Standing(name, part.name, float(part.metric.score(statistics.sum(axis=0))), low, high)


def _brevity(
    counter: Judge, systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str]]
) -> Iterator[Brevity]:
    for name, rows in _rows(counter, systems, references, {}).items():
        found = counter.details(rows.sum(axis=0))
        yield Brevity(name, found["ratio"], found["BP"])


def _word_buckets(outputs: Mapping[str, Tokens], references: Sequence[Tokens]) -> Iterator[Bucket]:
    frequency = Counter(word for text in references for line in text for word in line)
    bounds = [low for low in _FREQUENCIES if low <= max(frequency.values(), default=0)]

    def bucket(word: str) -> int:
        return int(np.searchsorted(bounds, frequency[word], side="right")) - 1

    wanted = np.zeros(len(bounds))
    found = np.zeros((len(outputs), 2, len(bounds)))  # matches, and words of the output
    for place, line in enumerate(references[0]):
        best = _most(text[place] for text in references)
        for word, count in Counter(line).items():
            wanted[bucket(word)] += count
        for system, text in enumerate(outputs.values()):
            for word, count in Counter(text[place]).items():
                at = bucket(word)
                if at >= 0:
                    found[system, :, at] += (min(count, best[word]), count)
    for at, name in enumerate(_names(bounds)):
        values = tuple(_f1(matched, made, wanted[at]) for matched, made in found[:, :, at])
        yield Bucket(name, int(wanted[at]), values)


def _most(lines: Iterator[list[str]]) -> Counter[str]:
    """The highest count of each word in one of the lines."""
    most: Counter[str] = Counter()
    for line in lines:
        most |= Counter(line)
    return most


def _f1(matched: float, made: float, wanted: float) -> float:
    return float(200 * matched / (made + wanted)) if made + wanted else 0.0


def _length_buckets(scores: Floats, reference: Tokens) -> Iterator[Bucket]:
    lengths = np.array([max(1, len(line)) for line in reference])
    bounds = [low for low in _LENGTHS if low <= lengths.max()]
    places = np.searchsorted(bounds, lengths, side="right") - 1
    for at, name in enumerate(_names(bounds)):
        inside = places == at
        if inside.any():
            yield Bucket(name, int(inside.sum()), tuple(float(one[inside].mean()) for one in scores))


def _names(bounds: Sequence[int]) -> list[str]:
    """1, 2–4, 5 or more."""
    ends = [*(bound - 1 for bound in bounds[1:]), None][: len(bounds)]
    return [
        f"{low}+" if high is None else str(low) if low == high else f"{low}–{high}"
        for low, high in zip(bounds, ends, strict=True)
    ]


def _examples(
    systems: Mapping[str, Sequence[str]],
    reference: Sequence[str],
    sources: Sequence[str] | None,
    scores: Floats,
    count: int,
) -> Iterator[ExampleSentence]:
    """Sentences with the largest differences between scores, without those whose outputs are all equal."""
    spread = scores.max(axis=0) - scores.min(axis=0)
    if len(systems) == 1:  # nothing to differ from: the worst sentences
        spread = scores.max() - scores[0]
    shown = 0
    for place in np.argsort(-spread, kind="stable"):
        outputs = tuple(lines[place] for lines in systems.values())
        if len(outputs) > 1 and len(set(outputs)) == 1:
            continue
        source = sources[place] if sources is not None else ""
        values = tuple(float(one) for one in scores[:, place])
        yield ExampleSentence(int(place) + 1, source, reference[place], outputs, values)
        shown += 1
        if shown == count:
            return


def _ngrams(
    outputs: Mapping[str, Tokens], references: Sequence[Tokens]
) -> dict[str, tuple[list[NgramDifference], list[NgramDifference]]]:
    """For each system but the first: n-grams that it gets right most often more, and less often."""
    matches = {name: _matches(text, references) for name, text in outputs.items()}
    first, *others = matches
    found = {}
    for name in others:
        own, base = matches[name], matches[first]
        changes = {gram: own[gram] - base[gram] for gram in own.keys() | base.keys()}
        ranked = sorted(changes.items(), key=lambda item: (-abs(item[1]), item[0]))
        better = [NgramDifference(gram, base[gram], own[gram]) for gram, change in ranked if change > 0]
        worse = [NgramDifference(gram, base[gram], own[gram]) for gram, change in ranked if change < 0]
        found[name] = (better[:_SHOWN_NGRAMS], worse[:_SHOWN_NGRAMS])
    return found


def _matches(text: Tokens, references: Sequence[Tokens]) -> Counter[str]:
    """How often each n-gram stands in an output and in a reference."""
    found: Counter[str] = Counter()
    for place, line in enumerate(text):
        wanted: Counter[str] = Counter()
        for reference in references:
            wanted |= Counter(_grams(reference[place]))
        found += Counter(_grams(line)) & wanted
    return found


def _grams(line: list[str]) -> Iterator[str]:
    for order in range(1, _ORDER + 1):
        for begin in range(len(line) - order + 1):
            yield " ".join(line[begin : begin + order])
