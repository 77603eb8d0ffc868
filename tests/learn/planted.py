"""Tasks with a known answer: candidate sets whose quality is a known function of their features."""

from dataclasses import dataclass
from itertools import repeat

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.learn.tuning import Decoded, Stored
from rectrix.score.external import External

QUALITY = External("quality")


@dataclass(frozen=True)
class Sets:
    """Features [sentences, candidates, D] and the quality of each candidate."""

    features: np.ndarray
    quality: np.ndarray
    names: tuple[str, ...]


def sets(sentences=60, candidates=30, truth=(1.0, -2.0, 0.5, 0.0), noise=0.0, seed=0):
    """Candidates with normal features; quality rises with truth·f, between 0 and 100."""
    random = np.random.default_rng(seed)
    features = random.normal(size=(sentences, candidates, len(truth)))
    points = features @ np.asarray(truth) + noise * random.normal(size=(sentences, candidates))
    quality = 100 / (1 + np.exp(-points))
    return Sets(features, quality, tuple(f"f{i}" for i in range(len(truth))))


class SetDecoder:
    """A decoder that finds, among fixed candidates, the k best under the weights."""

    def __init__(self, sets_):
        self.sets, self.space = sets_, FeatureSpace()

    def decode(self, sources, weights, k, unique, threads):
        lists, quality = Lists(self.space), []
        for source, own in zip(sources, each(weights), strict=False):
            rows = self.sets.features[source]
            indexes = [self.space.add(name) for name in self.sets.names]
            known = np.array([own[i] if i < len(own) else 0.0 for i in indexes])
            points = rows @ known
            lists.begin_sentence()
            for candidate in np.argsort(-points, kind="stable")[:k]:
                pairs = [(i, float(v)) for i, v in zip(indexes, rows[candidate], strict=True) if v != 0]
                lists.add(f"s{source} c{candidate}", float(points[candidate]), pairs)
                quality.append(self.sets.quality[source, candidate])
        lists.set_column("quality", np.array(quality))
        return lists


def each(weights):
    """A vector for each sentence, or the same for all."""
    return weights if isinstance(weights, list) else repeat(weights)


def decoded(sets_, k=10):
    """The task as a tuning set with a decoder."""
    return Decoded(SetDecoder(sets_), References(), QUALITY, len(sets_.quality), k)


def stored(sets_):
    """The task as stored lists of all candidates."""
    lists = SetDecoder(sets_).decode(range(len(sets_.quality)), np.zeros(0), 10**9, True, 1)
    return Stored(lists, QUALITY.statistics(lists), QUALITY)


def likeness(weights, truth):
    """Cosine."""
    weights, truth = np.asarray(weights)[: len(truth)], np.asarray(truth)
    return float(weights @ truth / (np.linalg.norm(weights) * np.linalg.norm(truth)))
