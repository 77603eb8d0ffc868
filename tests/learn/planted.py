"""Tasks with a known answer: candidate sets whose quality is a known function of their features."""

from dataclasses import dataclass

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.base.progress import Progress
from rectrix.learn.decoding import Searched
from rectrix.learn.finding import KBEST, Wanted
from rectrix.learn.gain import gain_of
from rectrix.learn.journey import Journey
from rectrix.learn.run import Run
from rectrix.learn.site import opened_site
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import Decoded
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

    def find(self, finding, sentences, wanted):
        lists, quality = Lists(self.space), []
        for sentence in sentences:
            rows = self.sets.features[sentence]
            indexes = [self.space.add(name) for name in self.sets.names]
            known = np.array([wanted.weights[i] if i < len(wanted.weights) else 0.0 for i in indexes])
            points = rows @ known
            lists.begin_sentence()
            for candidate in np.argsort(-points, kind="stable")[: wanted.k]:
                pairs = [(i, float(v)) for i, v in zip(indexes, rows[candidate], strict=True) if v != 0]
                lists.add(f"s{sentence} c{candidate}", float(points[candidate]), pairs)
                quality.append(self.sets.quality[sentence, candidate])
        lists.set_column("quality", np.array(quality))
        return lists


@dataclass(frozen=True)
class SetSource(Searched):
    """The task as a tuning set with a decoder, made anew in every process from a few numbers."""

    sentences: int = 60
    truth: tuple[float, ...] = (1.0, -2.0, 0.5, 0.0)
    noise: float = 0.0
    seed: int = 0
    k: int = 10

    metric = QUALITY

    def __len__(self):
        return self.sentences

    def open(self, sentences):
        made = sets(self.sentences, truth=self.truth, noise=self.noise, seed=self.seed)
        return Decoded(SetDecoder(made), References(), QUALITY, 0, self.k)

    def gain(self, name):
        return gain_of(QUALITY, name)

    def fingerprint(self):
        return repr(self)


def stored(sets_):
    """The task as stored lists of all candidates."""
    wanted = Wanted(np.zeros(0), 10**9, True, References(), 0)
    lists = SetDecoder(sets_).find(KBEST, range(len(sets_.quality)), wanted)
    return StoredLists(lists, QUALITY.statistics(lists), QUALITY)


def start_of(values):
    """Weights f0, f1…"""
    return {f"f{i}": float(value) for i, value in enumerate(values)}


def learned(recipe, source, start, journey=Journey, **how):
    """Weights f0, f1… that a recipe learns, and its log."""
    run = Run(**{"executor": "serial", "progress": Progress(), **how})
    with opened_site(run.executor, run.crew, run.checkpoints, run.progress, run.threads) as site:
        site.names.add(start_of(start))
        site.names.add(source.names())
        way = journey(run, site)
        weights = recipe.learn(source, Sparse.named(start_of(start)), way)
        named = {site.names[key]: v for key, v in zip(weights.keys.tolist(), weights.values, strict=True)}
    most = max([len(start), *(int(name[1:]) + 1 for name in named)])
    return np.array([named.get(f"f{i}", 0.0) for i in range(most)]), way.log


def scored(source, weights):
    """The corpus score of weights f0, f1…"""
    with opened_site("serial", 1, None, Progress(), 1) as site:
        return source.score(Sparse.named(start_of(weights)), site)


def likeness(weights, truth):
    """Cosine."""
    weights, truth = np.asarray(weights)[: len(truth)], np.asarray(truth)
    return float(weights @ truth / (np.linalg.norm(weights) * np.linalg.norm(truth)))
