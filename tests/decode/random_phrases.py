"""Random small phrase tables, and every derivation they allow, by brute force without our search code."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rectrix._core.grammar import PhraseTable, read_moses

from .given import Given
from .random_grammars import Grammar, random_grammar

SCORES = ["p_fe", "lex_fe", "p_ef", "lex_ef"]
CLASSES = {
    "msd": ["monotone", "swap", "discontinuous"],
    "mslr": ["monotone", "swap", "left", "right"],
    "monotonicity": ["monotone", "other"],
    "leftright": ["right", "left"],
}
# What an orientation is called in each set of classes.
MEANING = {
    "msd": {"left": "discontinuous", "right": "discontinuous"},
    "mslr": {},
    "monotonicity": {"swap": "other", "left": "other", "right": "other"},
    "leftright": {"monotone": "right", "swap": "left"},
}


@dataclass(frozen=True)
class Pair:
    source: tuple[str, ...]
    target: tuple[str, ...]
    scores: tuple[float, ...]
    reordering: tuple[float, ...]
    links: tuple[tuple[int, int], ...] = ()
    forced: float = 0.0  # the score of a given translation


@dataclass
class Phrases:
    pairs: list[Pair]
    type: str  # of the reordering model; empty: there is none
    weights: dict[str, float]
    distortion_limit: int
    model: Grammar  # only its language model is used
    sparse: bool = False  # phrase pairs with their orientation are features, too
    itg: bool = False  # only orders that phrases joined two by two can have
    walls: tuple[
        int, ...
    ] = ()  # words that no phrase reaches or passes before all words before them are done
    zones: tuple[tuple[int, int], ...] = ()  # stretches of words that are translated without others between
    given: tuple[Given, ...] = ()  # spans with translations of their own

    @property
    def columns(self) -> list[str]:
        """The reordering model's features."""
        if not self.type:
            return []
        _, classes, direction, _ = self.type.split("-")
        directions = ["backward", "forward"] if direction == "bidirectional" else [direction]
        return [f"reordering:{one}_{name}" for one in directions for name in CLASSES[classes]]

    def table(self, path: Path) -> PhraseTable:
        """Written as Moses' text, read, and opened."""
        pairs = "".join(
            f"{' '.join(p.source)} ||| {' '.join(p.target)} ||| {' '.join(map(str, p.scores))} ||| "
            f"{' '.join(f'{s}-{t}' for s, t in p.links)} |||\n"
            for p in self.pairs
        )
        values = "".join(
            f"{' '.join(p.source)} ||| {' '.join(p.target)} ||| {' '.join(map(str, p.reordering))}\n"
            for p in reversed(self.pairs)
        )
        read_moses(
            io.BytesIO(pairs.encode()),
            "pairs",
            io.BytesIO(values.encode()) if self.type else None,
            "reordering",
            self.type,
            path,
            path.parent,
        )
        return PhraseTable.open(path)


def random_phrases(seed: int, most: int = 5) -> tuple[Phrases, list[str]]:
    """A table and a sentence of up to `most` words."""
    rng = random.Random(seed)
    kind, classes = rng.choice(["wbe", "phrase", "hier"]), rng.choice(list(CLASSES))
    type_ = f"{kind}-{classes}-{rng.choice(['backward', 'forward', 'bidirectional'])}-fe"
    phrases = Phrases([], type_, {}, rng.choice([-1, 0, 1, 2, 6]), random_grammar(seed)[0])
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], Pair] = {}
    for _ in range(rng.randint(1, 7)):
        source = tuple(rng.choice("abc") for _ in range(rng.randint(1, 3)))
        target = tuple(rng.choice("xyz") for _ in range(rng.randint(1, 3)))
        scores = tuple(round(rng.uniform(0.01, 1), 3) for _ in SCORES)
        values = tuple(round(rng.uniform(0.01, 1), 3) for _ in phrases.columns)
        found[source, target] = Pair(source, target, scores, values)
    phrases.pairs = list(found.values())
    names = [*SCORES, "phrase_penalty", "word_penalty", "distortion", "unknown", *phrases.columns]
    phrases.weights = {name: round(rng.uniform(-1, 1), 2) for name in names}
    phrases.weights["lm"] = round(rng.uniform(0.1, 1), 2)
    return phrases, [rng.choice("abcd") for _ in range(rng.randint(1, most))]


@dataclass
class Derived:
    words: tuple[str, ...]
    features: dict[str, float] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        self.features[name] = self.features.get(name, 0.0) + value


Step = tuple[int, int, Pair | None]  # begin, end, translation; none: the word is copied


def sequences(phrases: Phrases, sentence: list[str]) -> Iterator[list[Step]]:
    """Every way to translate all words once, within the distortion limit as Moses defines it."""
    limit = phrases.distortion_limit
    known = {pair.source for pair in phrases.pairs}

    def spans(covered: frozenset[int]) -> Iterator[Step]:
        for begin in range(len(sentence)):
            for end in range(begin + 1, len(sentence) + 1):
                if covered & set(range(begin, end)):
                    break
                words = tuple(sentence[begin:end])
                if end - begin == 1 and words not in known and permitted(begin, end, words):
                    yield begin, end, None
                for pair in phrases.pairs:
                    if pair.source == words and permitted(begin, end, pair.target):
                        yield begin, end, pair
                yield from ((begin, end, pair) for pair in given_pairs(begin, end))

    def permitted(begin: int, end: int, target: tuple[str, ...]) -> bool:
        return all(one.permits(set(range(begin, end)), target) for one in phrases.given)

    def given_pairs(begin: int, end: int) -> Iterator[Pair]:
        certain = (1.0,) * len(SCORES), (1.0,) * len(phrases.columns)
        for one in phrases.given:
            for target, score in zip(one.targets, one.scores, strict=True):
                if (one.begin, one.end) == (begin, end):
                    yield Pair(tuple(sentence[begin:end]), target, *certain, forced=score)

    def extend(done: list[Step], covered: frozenset[int]) -> Iterator[list[Step]]:
        if len(covered) == len(sentence):
            yield done
            return
        last = done[-1][1] if done else 0
        gap = min(set(range(len(sentence))) - covered)
        for step in spans(covered):
            begin, end, _ = step
            if limit >= 0 and (abs(begin - last) > limit or (begin != gap and end - gap > limit)):
                continue
            yield from extend([*done, step], covered | set(range(begin, end)))

    yield from extend([], frozenset())


def side(begin: int, end: int, step: Step) -> str:
    """How a step stands to the block before it."""
    if step[0] == end:
        return "monotone"
    if step[1] == begin:
        return "swap"
    return "right" if step[0] > end else "left"


def is_block(steps: list[Step]) -> bool:
    """Whether phrases make up one stretch of source words, by joining neighbors two by two."""
    words = {word for begin, end, _ in steps for word in range(begin, end)}
    if len(words) != max(words) - min(words) + 1:
        return False
    return len(steps) == 1 or any(is_block(steps[:k]) and is_block(steps[k:]) for k in range(1, len(steps)))


def hierarchical(before: list[Step], step: Step) -> str:
    """Some run of the last phrases is a block that touches the step (Galley & Manning 2008)."""
    if not before:
        return side(0, 0, step)
    for first in range(len(before)):
        if is_block(before[first:]):
            begin, end = min(s[0] for s in before[first:]), max(s[1] for s in before[first:])
            if (found := side(begin, end, step)) in ("monotone", "swap"):
                return found
    return side(before[-1][0], before[-1][1], step)


def ahead(before: list[Step], step: Step) -> str:
    """The heuristic for what comes next: free words beside the last phrase will join the block to come."""
    begin, end, _ = before[-1]
    covered = {word for one in [*before, step] for word in range(one[0], one[1])}
    if step[0] >= end:
        return "monotone" if step[0] == end or end not in covered else "right"
    return "swap" if step[1] == begin or begin - 1 not in covered else "left"


def respects_wall(steps: list[Step], wall: int) -> bool:
    """Whether all words before the wall come first, and no phrase has words on both sides."""
    sides = [(end > wall) - (begin < wall) for begin, end, _ in steps]
    return 0 not in sides and sides == sorted(sides)


def respects_zone(steps: list[Step], zone: tuple[int, int]) -> bool:
    """Whether the phrases that touch the zone follow each other, and are all of it or within it."""
    first, last = zone
    touching = [number for number, (begin, end, _) in enumerate(steps) if begin < last and end > first]
    fits = all(
        (b <= first and last <= e) or (first <= b and e <= last) for b, e, _ in (steps[n] for n in touching)
    )
    return fits and touching == list(range(touching[0], touching[-1] + 1))


def allowed(phrases: Phrases, steps: list[Step]) -> bool:
    """Whether an order obeys what limits reordering besides the distortion limit."""
    return (
        (not phrases.itg or is_block(steps))
        and all(respects_wall(steps, wall) for wall in phrases.walls)
        and all(respects_zone(steps, zone) for zone in phrases.zones)
    )


def marked(phrases: Phrases, sentence: list[str]) -> str:
    """The sentence with its walls and zones as markup."""
    marks: list[list[str]] = [[] for _ in range(len(sentence) + 1)]
    for first, last in phrases.zones:
        marks[first].append("<zone>")
        marks[last].insert(0, "</zone>")
    for wall in phrases.walls:
        marks[wall].append("<wall/>")
    return " ".join(
        one for place, word in zip(marks, [*sentence, ""], strict=True) for one in (*place, word)
    ).strip()


def derive(phrases: Phrases, sentence: list[str], steps: list[Step]) -> Derived:
    """Words and features of one derivation."""
    kind, classes, _, _ = phrases.type.split("-") if phrases.type else ("phrase", "msd", "", "")
    derived = Derived(())
    for number, step in enumerate(steps):
        begin, _, pair = step
        before = steps[:number]
        target = pair.target if pair else (sentence[begin],)
        derived.words += target
        derived.add("phrase_penalty", 1.0)
        derived.add("word_penalty", -float(len(target)))
        derived.add("distortion", -float(abs(begin - (before[-1][1] if before else 0))))
        derived.add("unknown", float(pair is None))
        derived.add("forced", pair.forced if pair else 0.0)
        for name, score in zip(SCORES, pair.scores if pair else (), strict=bool(pair)):
            derived.add(name, math.log(score))
        last = before[-1][:2] if before else (0, 0)
        backward = hierarchical(before, step) if kind == "hier" else side(*last, step)
        forward = (ahead(before, step) if kind == "hier" else side(*last, step)) if before else ""
        for one, orientation, given in (
            ("backward", backward, pair),
            ("forward", forward, before[-1][2] if before else None),
        ):
            column = f"reordering:{one}_{MEANING[classes].get(orientation, orientation)}"
            if given and orientation and column in phrases.columns:
                derived.add(column, math.log(given.reordering[phrases.columns.index(column)]))
        if phrases.sparse:
            add_sparse(derived, "before", backward, step, sentence)
            if before:
                add_sparse(derived, "after", forward, before[-1], sentence)
    derived.features["lm"] = phrases.model.log_probability(derived.words)
    return derived


def add_sparse(derived: Derived, place: str, orientation: str, step: Step, sentence: list[str]) -> None:
    """The classes of Green et al. (2013) with the phrase pair."""
    begin, end, pair = step
    sides = f"{'_'.join(sentence[begin:end])}|{'_'.join(pair.target if pair else sentence[begin:end])}"
    name = {"monotone": "monotone", "swap": "swap"}.get(orientation, "discontinuous")
    for one in [name] if name == "monotone" else [name, "other"]:
        derived.add(f"lo:{place}_{one}|{sides}", 1.0)


def derivations(phrases: Phrases, sentence: list[str]) -> list[tuple[float, Derived]]:
    """Every derivation with its score, best first."""
    found = []
    for steps in sequences(phrases, sentence):
        if not allowed(phrases, steps):
            continue
        one = derive(phrases, sentence, steps)
        score = sum(phrases.weights.get(name, 0.0) * value for name, value in one.features.items())
        found.append((score, one))
    return sorted(found, key=lambda pair: -pair[0])
