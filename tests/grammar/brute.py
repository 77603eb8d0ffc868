"""Hierarchical rules straight from their definition, slowly: every tuple of positions, links as sets."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import log

Sentence = list[str]
Links = set[tuple[int, int]]
Range = tuple[int, int]


@dataclass(frozen=True)
class Limits:
    span: int = 15
    symbols: int = 5
    gaps: int = 2


@dataclass(frozen=True)
class Pair:
    source: Sentence
    target: Sentence
    links: frozenset[tuple[int, int]]


def chunks_of(positions: tuple[int, ...]) -> list[Range]:
    """Runs of neighboring positions as half-open ranges."""
    runs: list[list[int]] = []
    for position in positions:
        if runs and position == runs[-1][-1] + 1:
            runs[-1].append(position)
        else:
            runs.append([position])
    return [(run[0], run[-1] + 1) for run in runs]


def occurrences(length: int, limits: Limits, slack: int = 0):
    """Tuples of positions whose words and inner gaps obey the limits; slack widens the span."""
    for words in range(1, limits.symbols + 1):
        for positions in combinations(range(length), words):
            gaps = len(chunks_of(positions)) - 1
            fits = positions[-1] - positions[0] + 1 <= limits.span + slack
            if fits and gaps <= limits.gaps and words + gaps <= limits.symbols:
                yield positions


def pattern(sentence: Sentence, positions: tuple[int, ...]) -> tuple[str, ...]:
    symbols: list[str] = []
    for begin, end in chunks_of(positions):
        symbols += (["_"] if symbols else []) + sentence[begin:end]
    return tuple(symbols)


def image(links, begin: int, end: int) -> Range | None:
    found = [t for s, t in links if begin <= s < end]
    return (min(found), max(found) + 1) if found else None


def inverse(links) -> Links:
    return {(t, s) for s, t in links}


def linked(links, position: int) -> bool:
    return any(s == position for s, _ in links)


def tight(links, span: Range) -> bool:
    return linked(links, span[0]) and linked(links, span[1] - 1)


def consistent(links, span: Range, limits: Limits) -> Range | None:
    """The target range of a source range if no link leaves the two."""
    target = image(links, *span)
    if target is None or target[1] - target[0] > limits.span:
        return None
    back = image(inverse(links), *target)
    return target if back and span[0] <= back[0] and back[1] <= span[1] else None


def grown(links, core: Range, length: int, left: bool, right: bool) -> Range | None:
    """The smallest range around core that is closed, growing only on the given sides."""
    begin, end = core[0] - left, core[1] + right
    while begin >= 0 and end <= length:
        target = image(links, begin, end)
        if target is None:
            return None
        back = image(inverse(links), *target)
        assert back is not None
        wider = (min(begin, back[0]), max(end, back[1]))
        if wider == (begin, end):
            return wider
        if (wider[0] < begin and not left) or (wider[1] > end and not right):
            return None
        begin, end = wider
    return None


def rules_at(pair: Pair, positions: tuple[int, ...], limits: Limits):
    """The rules of one occurrence: source and target symbols and links."""
    links, length = pair.links, len(pair.source)
    runs = chunks_of(positions)
    core = (positions[0], positions[-1] + 1)
    target = image(links, *core)
    if target is None or target[1] - target[0] > limits.span or not any(linked(links, p) for p in positions):
        return
    back = image(inverse(links), *target)
    begin, end = min(core[0], back[0]), max(core[1], back[1])
    # What the core's translation drags in becomes a gap, unless that again is linked elsewhere.
    if image(links, begin, end) != target:
        return
    edges = (begin < core[0], end > core[1])
    inner = [(a[1], b[0]) for a, b in pairwise(runs)]
    for left, right in ((0, 0), (1, 0), (0, 1), (1, 1)):
        if (left and edges[0]) or (right and edges[1]):
            continue
        lead, trail = left or edges[0], right or edges[1]
        spanned = (
            (begin, end)
            if not left and not right
            else grown(links, (begin, end), length, bool(left), bool(right))
        )
        gaps = ([(spanned[0], core[0])] if spanned and lead else []) + inner
        gaps += [(core[1], spanned[1])] if spanned and trail else []
        first_gaps = ([(begin, core[0])] if edges[0] else []) + inner + ([(core[1], end)] if edges[1] else [])
        first_symbols = len(positions) + len(first_gaps)
        if first_symbols > limits.symbols or len(first_gaps) > limits.gaps or end - begin > limits.span:
            return
        if any(not tight(links, gap) or consistent(links, gap, limits) is None for gap in first_gaps):
            return
        if spanned is None or spanned[1] - spanned[0] > limits.span or not tight(links, spanned):
            continue
        if len(gaps) > limits.gaps or len(positions) + len(gaps) > limits.symbols:
            continue
        whole = consistent(links, spanned, limits)
        images = [consistent(links, gap, limits) if tight(links, gap) else None for gap in gaps]
        if whole is None or None in images:
            continue
        yield rule(pair, positions, bool(lead), bool(trail), whole, images)


def rule(pair: Pair, positions, lead: bool, trail: bool, whole: Range, images):
    source: list[str] = []
    place: dict[int, int] = {}
    gap = 0
    if lead:
        source.append("[X,1]")
        gap = 1
    for number, (begin, end) in enumerate(chunks_of(positions)):
        if number:
            gap += 1
            source.append(f"[X,{gap}]")
        for position in range(begin, end):
            place[position] = len(source)
            source.append(pair.source[position])
    if trail:
        source.append(f"[X,{gap + 1}]")
    target: list[str] = []
    target_place: dict[int, int] = {}
    position = whole[0]
    while position < whole[1]:
        here = [n for n, span in enumerate(images) if span[0] == position]
        if here:
            target.append(f"[X,{here[0] + 1}]")
            position = images[here[0]][1]
        else:
            target_place[position] = len(target)
            target.append(pair.target[position])
            position += 1
    links = sorted((place[s], target_place[t]) for s, t in pair.links if s in place)
    return " ".join(source), " ".join(target), tuple(links)


def lexical(corpus: list[Pair]) -> tuple[dict, dict]:
    """p(e | f) and p(f | e) by pairs of words, None for NULL."""
    pairs: Counter = Counter()
    for pair in corpus:
        pairs.update((pair.source[s], pair.target[t]) for s, t in pair.links)
        pairs.update((w, None) for i, w in enumerate(pair.source) if not linked(pair.links, i))
        pairs.update((None, w) for j, w in enumerate(pair.target) if not linked(inverse(pair.links), j))
    source: Counter = Counter()
    target: Counter = Counter()
    for (f, e), count in pairs.items():
        source[f] += count
        target[e] += count
    return ({k: n / source[k[0]] for k, n in pairs.items()}, {k: n / target[k[1]] for k, n in pairs.items()})


def lexical_cost(words: list[str], given: list[str | None], table, flip: bool) -> float:
    """cdec's: 99 for a word that nothing explains, else -log10 of the best probability."""
    total = 0.0
    for word in words:
        best = max(table.get((other, word) if not flip else (word, other), 0.0) for other in given)
        total += -log(best) / log(10) if best > 0 else 99.0
    return total


def grammar(corpus: list[Pair], sentence: Sentence, limits: Limits, left_out: int | None = None):
    """{(source, target): (scores, links)} of a sentence, all occurrences counted."""
    wanted = {pattern(sentence, p) for p in occurrences(len(sentence), limits, slack=1)}
    samples: Counter = Counter()
    counts: dict = defaultdict(Counter)
    origin = {}
    for number, pair in enumerate(corpus):
        if number == left_out:
            continue
        for positions in occurrences(len(pair.source), limits):
            words = pattern(pair.source, positions)
            if words not in wanted:
                continue
            samples[words] += 1
            for source, target, links in rules_at(pair, positions, limits):
                counts[source, target][links] += 1
                origin[source] = words
    by_source: Counter = Counter()
    for (source, _), alignments in counts.items():
        by_source[source] += alignments.total()
    forward, backward = lexical(corpus)
    result = {}
    for (source, target), alignments in counts.items():
        n, pairs = samples[origin[source]], alignments.total()
        f = [w for w in source.split() if not w.startswith("[X,")]
        e = [w for w in target.split() if not w.startswith("[X,")]
        best = min(alignments, key=lambda a: (-alignments[a], a))
        scores = {
            "EgivenFCoherent": -log(pairs / n) / log(10),
            "SampleCountF": log(1 + n) / log(10),
            "CountEF": log(1 + pairs) / log(10),
            "MaxLexEgivenF": lexical_cost(e, [*f, None], forward, flip=False),
            "MaxLexFgivenE": lexical_cost(f, [*e, None], backward, flip=True),
            "IsSingletonF": float(by_source[source] == 1),
            "IsSingletonFE": float(pairs == 1),
        }
        result[source, target] = (scores, " ".join(f"{s}-{t}" for s, t in best))
    return result
