"""Clark et al. 2014 on a planted curve: quality is the sum of log p over rules, the model sees bins of p."""

from typing import ClassVar

import numpy as np
from planted import QUALITY, learned

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.progress import Progress
from rectrix.features.discretize import Discretizer
from rectrix.learn.stored import StoredLists
from rectrix.learn.tune import learn_weights
from rectrix.recipes.clark2014 import Clark2014


def task(seed, sentences=12, candidates=12, rules=5, noise=1.0):
    """Lists of derivations with binned rule probabilities, and the planted curve at each bin."""
    random = np.random.default_rng(seed)
    p = np.maximum(random.random((sentences, candidates, rules)) ** 2, 1e-4)
    quality = np.log(p).sum(axis=-1) + noise * random.normal(size=p.shape[:2])
    bins = Discretizer.learn({"p": p.ravel()}, bits=5)
    space = FeatureSpace()
    names = [space.add(name) for name in bins.chains["p"]]
    lists = Lists(space)
    for sentence in p:
        lists.begin_sentence()
        for derivation in sentence:
            counts = np.bincount(bins.bins("p", derivation), minlength=len(names))
            lists.add("x", 0.0, [(names[i], float(counts[i])) for i in np.flatnonzero(counts)])
    scaled = 100 / (1 + np.exp(-(quality - quality.mean()) / quality.std()))
    lists.set_column("quality", scaled.ravel())
    curve = np.log([np.mean(p[bins.bins("p", p) == b]) for b in range(len(names))])
    return StoredLists(lists, QUALITY.statistics(lists), QUALITY, (tuple(bins.chains["p"]),)), curve


def recovery(variant, strength):
    """Mean correlation of the learned with the planted curve."""
    found = []
    for seed in range(3):
        stored, curve = task(seed)
        recipe = Clark2014(variant=variant, strength=strength, l2=1e-3, draws=500)
        weights = learn_weights(recipe, stored).weights
        names = stored.space.names(np.arange(len(stored.space)))
        found.append(np.corrcoef([weights[name] for name in names], curve)[0, 1])
    return float(np.mean(found))


def test_monotone_neighbors_recover_a_log_curve_best():
    plain = recovery("discretized", 0.0)
    linear = max(recovery("lnr", strength) for strength in (0.1, 1.0, 10.0))
    monotone = max(recovery("mnr", strength) for strength in (0.1, 1.0, 10.0))
    assert plain < linear < monotone
    # Strong linear regularization forces a line; monotone bends with the data at any strength.
    assert recovery("mnr", 10.0) > recovery("lnr", 10.0) + 0.01


def test_lists_without_bins_are_told():
    class Listening(Progress):
        said: ClassVar[list[str]] = []

        def say(self, text, **facts):
            self.said.append(text)

    space = FeatureSpace()
    feature = space.add("f0")
    lists = Lists(space)
    lists.begin_sentence()
    lists.add("x", 0.0, [(feature, 1.0)])
    lists.add("y", 0.0, [(feature, 2.0)])
    lists.set_column("quality", np.array([0.0, 1.0]))
    stored = StoredLists(lists, QUALITY.statistics(lists), QUALITY)
    learned(Clark2014(), stored, [], progress=Listening())
    assert [text for text in Listening.said if "the same as pro" in text]
