"""The union of several models' k-best lists, with features by which one hypothesis of it is chosen.

Of each model: whether the hypothesis is in its list, one over its rank there, and its score, brought to mean
0 and deviation 1 within the list, since scores of different models are never compared; what is not in a list
has its lowest score. Of all together: words, and how far the lists agree on it (Hildebrand & Vogel 2008):
expected BLEU+1 and chrF, and shared words, where each model has one vote, spread over its list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.score import consensus
from rectrix.kbest.risk import shares

Floats = NDArray[np.float64]
AGREEMENT = ("bleu+1", "chrf", "votes")


def names(models: int) -> list[str]:
    """Of the features, in their order."""
    own = [f"model{m + 1}:{kind}" for m in range(models) for kind in ("in", "rank", "score")]
    return [*own, "words", *(f"agree:{kind}" for kind in AGREEMENT)]


def start_weights(models: int) -> dict[str, float]:
    """All models' scores alike, and nothing else."""
    return {f"model{m + 1}:score": 1 / models for m in range(models)}


@dataclass(frozen=True)
class Union:
    """Lists whose hypotheses are different strings, and where each was found."""

    lists: Lists
    origins: list[tuple[int, int]]  # of each hypothesis: the first model that has it, and its rank there


def standardized(lists: Lists) -> Floats:
    """Scores with mean 0 and deviation 1 in each list; 0 where all are the same."""
    begin, scores = lists.list_begin, np.array(lists.scores)
    for b, e in zip(begin[:-1].tolist(), begin[1:].tolist(), strict=True):
        if b < e:
            deviation = scores[b:e].std()
            scores[b:e] = (scores[b:e] - scores[b:e].mean()) / (deviation if deviation > 0 else 1.0)
    return scores


def union(parts: Sequence[Lists], threads: int = 1) -> Union:
    """The hypotheses of all lists, each once, the first model's first."""
    strings, origins = Lists(FeatureSpace()), list[tuple[int, int]]()
    rows, votes = list[Floats](), list[float]()
    scores = [standardized(lists) for lists in parts]
    votes_of = [shares(lists, score, 1.0) for lists, score in zip(parts, scores, strict=True)]
    for sentence in range(len(parts[0])):
        places: dict[str, int] = {}
        strings.begin_sentence()
        spans = [range(*lists.list_begin[sentence : sentence + 2].tolist()) for lists in parts]
        lowest = [score[list(span)].min(initial=0.0) for score, span in zip(scores, spans, strict=True)]
        first = len(rows)
        for m, (lists, span) in enumerate(zip(parts, spans, strict=True)):
            for rank, at in enumerate(span):
                text = lists.text(at)
                if text not in places:
                    places[text] = len(rows)
                    strings.add(text, 0.0, [])
                    origins.append((m, rank))
                    rows.append(np.array([v for low in lowest for v in (0.0, 0.0, low)]))
                    votes.append(0.0)
                row = rows[places[text]]
                if row[3 * m] == 0:  # of equal strings the first, which is the best
                    row[3 * m : 3 * m + 3] = 1.0, 1 / (rank + 1), scores[m][at]
                votes[places[text]] += votes_of[m][at] / len(parts)
        assert len(rows) - first == len(places)
    return Union(_with_features(strings, rows, np.array(votes), len(parts), threads), origins)


def _with_features(strings: Lists, rows: list[Floats], votes: Floats, models: int, threads: int) -> Lists:
    lengths = np.diff(strings.token_begin).astype(float)
    agreement = [consensus(strings, votes, kind, threads) for kind in AGREEMENT]
    lists = Lists(FeatureSpace())
    ids = [lists.space.add(name) for name in names(models)]
    begin = strings.list_begin.tolist()
    for b, e in pairwise(begin):
        lists.begin_sentence()
        for at in range(b, e):
            values = [*rows[at], lengths[at], *(kind[at] for kind in agreement)]
            lists.add(strings.text(at), 0.0, list(zip(ids, map(float, values), strict=True)))
    return lists
