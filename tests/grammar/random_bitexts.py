"""Small random bitexts, and their phrase pairs by definition."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, settings

from rectrix._core.grammar import PhraseTable
from rectrix.grammar import BitextIndex, index

Pair = tuple[str, str]
Sentences = list[tuple[list[str], list[str], set[tuple[int, int]]]]

slow = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def random_bitext(seed: int, folder: Path, most: int = 12) -> tuple[Sentences, BitextIndex]:
    """Sentence pairs of a few letters with random links, and their index."""
    rng = random.Random(seed)
    pairs = []
    for _ in range(rng.randint(1, most)):
        source = [rng.choice("abc") for _ in range(rng.randint(1, 6))]
        target = [rng.choice("xyz") for _ in range(rng.randint(1, 6))]
        links = {(s, t) for s in range(len(source)) for t in range(len(target)) if rng.random() < 0.25}
        pairs.append((source, target, links))
    return pairs, write(pairs, folder)


def write(pairs: Sentences, folder: Path) -> BitextIndex:
    """The index of some sentence pairs."""
    (folder / "s").write_text("".join(" ".join(source) + "\n" for source, _, _ in pairs))
    (folder / "t").write_text("".join(" ".join(target) + "\n" for _, target, _ in pairs))
    (folder / "a").write_text(
        "".join(" ".join(f"{s}-{t}" for s, t in sorted(links)) + "\n" for _, _, links in pairs)
    )
    return index(folder / "s", folder / "t", folder / "a", folder / "bitext.rindex", force=True)


def counted(pairs: Sentences, longest: int) -> Counter[Pair]:
    """Phrase pairs by definition: some link inside, none that leaves."""
    counts: Counter[Pair] = Counter()
    for source, target, links in pairs:
        spans = [
            [(b, e) for b in range(len(side)) for e in range(b + 1, min(len(side), b + longest) + 1)]
            for side in (source, target)
        ]
        for (a, b), (c, d) in itertools.product(*spans):
            inside = [a <= s < b and c <= t < d for s, t in links]
            half = [(a <= s < b) != (c <= t < d) for s, t in links]
            if any(inside) and not any(half):
                counts[" ".join(source[a:b]), " ".join(target[c:d])] += 1
    return counts


def contents(table: PhraseTable) -> dict[Pair, np.ndarray]:
    """The scores of all pairs."""
    found = {}
    for phrase in range(table.phrases):
        source = table.source(phrase)
        for target, _, scores, _ in table.translations(source):
            found[source, target] = scores
    return found
