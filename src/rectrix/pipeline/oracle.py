"""How good the best translations are that search has found: of the first, of k-best lists, of whole forests.

Candidates of a forest are those that linear BLEU likes best (Tromble et al. 2008). Which candidate of each
sentence gives the best corpus is found by hill climbing: the exact answer is NP-hard (Sokolov et al. 2012).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rectrix._core.kbest import Lists, extract
from rectrix._core.learn import liked_lists
from rectrix.base.files import require_lines
from rectrix.base.progress import Progress
from rectrix.model.batches import batches
from rectrix.pipeline.model import Model
from rectrix.score import references_of
from rectrix.score.bleu import length_ratio
from rectrix.score.gains.linear import worths
from rectrix.score.metric import Floats
from rectrix.score.metrics import metric as metric_by_name
from rectrix.text import read_sentences

_BATCH = 50
_SWEEPS = 3  # over all sentences
_EACH = 20  # candidates of a forest
_STATES = 1000  # of a node of the forest, at most
_WORTHS = worths(precision=0.85, ratio=0.72)


@dataclass(frozen=True)
class Best:
    """BLEU and words per word of the references."""

    bleu: float
    length: float


@dataclass(frozen=True)
class Oracles:
    """Of the model's first choice, and of the best there is."""

    first: Best
    lists: Best
    forest: Best


def oracles(
    model: Model,
    source: Path,
    references: Sequence[Path],
    k: int = 100,
    density: float = 100.0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Oracles:
    """Of the k best, and of forests with so many edges per edge of the best derivation."""
    require_lines(source, references)
    lines = list(read_sentences(source))
    texts = [list(model.target_text.apply_lines(list(read_sentences(path)))) for path in references]
    metric = metric_by_name("bleu")
    rows: dict[str, list[Floats]] = {"lists": [], "forest": []}
    with (progress or Progress()).task("searching", len(lines), "sentences") as task:
        for first, chunk in batches((asked.text for asked in model.prepare(lines)), _BATCH):
            there = references_of([text[first : first + len(chunk)] for text in texts])
            numbers = list(range(first, first + len(chunk)))
            best, _, _ = extract(model.decoder, chunk, model.weights, k, threads=threads, numbers=numbers)
            liked = liked_lists(
                model.decoder,
                chunk,
                model.weights,
                there,
                list(range(len(chunk))),
                [(0.0, 1.0)],
                _WORTHS,
                _EACH,
                density,
                _STATES,
                numbers,
            )
            for name, lists in (("lists", best), ("forest", liked)):
                rows[name] += _by_sentence(lists, metric.statistics(lists, there))
            task.advance(len(chunk))

    def score(sums: Floats) -> Best:
        return Best(float(metric.score(sums)), length_ratio(sums))

    # What the lists have, the forests have.
    both = [np.concatenate(pair) for pair in zip(rows["lists"], rows["forest"], strict=True)]
    return Oracles(
        score(np.sum([one[0] for one in rows["lists"]], axis=0)),
        score(_climb(rows["lists"], metric.score)),
        score(_climb(both, metric.score)),
    )


def _by_sentence(lists: Lists, statistics: Floats) -> list[Floats]:
    """The rows of each list; of an empty one a row of zeros."""
    begin, width = lists.list_begin, statistics.shape[1]
    parts: Iterator[Floats] = (
        statistics[b:e] for b, e in zip(begin[:-1].tolist(), begin[1:].tolist(), strict=True)
    )
    return [part if len(part) else np.zeros((1, width)) for part in parts]


def _climb(candidates: list[Floats], score: Callable[[Floats], Any]) -> Floats:
    """The summed statistics of one candidate of each sentence: each is exchanged while that is better."""
    chosen = [rows[0] for rows in candidates]
    sums = np.sum(chosen, axis=0)
    for _ in range(_SWEEPS):
        before = sums.copy()
        for number, rows in enumerate(candidates):
            rest = sums - chosen[number]
            chosen[number] = rows[int(np.argmax(score(rest + rows)))]
            sums = rest + chosen[number]
        if np.array_equal(before, sums):
            break
    return np.asarray(sums)
