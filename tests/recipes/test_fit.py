"""One weight fitted at the end: no other value of it is better, and nothing else changes."""

from functools import partial

import numpy as np
import pytest
from planted import SetSource, scored, sets, start_of, stored

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress
from rectrix.learn.fit import OneWeight, fit
from rectrix.learn.site import opened_site
from rectrix.learn.sparse import Sparse
from rectrix.rerank import tune as tune_scaled
from rectrix.score.references import references_of

tune = partial(tune_scaled, scale="none")

TRUTH = (1.0, -2.0, 0.5, 0.0)


def fitted(source, start, feature):
    """All weights after one of them was fitted."""
    with opened_site("serial", 1, None, Progress(), 1) as site:
        site.names.add(start_of(start))
        found = fit(source, Sparse.named(start_of(start)), OneWeight(feature), site)
        named = {site.names[key]: v for key, v in zip(found.keys.tolist(), found.values, strict=True)}
    return np.array([named.get(name, 0.0) for name in start_of(start)])


@pytest.mark.parametrize("feature", range(4))
def test_no_point_of_a_fine_grid_is_better(feature):
    task = stored(sets(truth=TRUTH, noise=1.0))
    start = np.array([0.4, -0.1, 0.7, 0.3])
    weights = fitted(task, start, f"f{feature}")
    assert np.flatnonzero(weights != start).tolist() in ([feature], [])
    grid = np.repeat(start[None], 4001, axis=0)
    grid[:, feature] = np.linspace(-10, 10, 4001)
    assert task.score_of(weights) >= max(task.score_of(point) for point in grid)


def test_lists_of_a_decoder_grow_until_the_best_is_found():
    task, start = SetSource(k=3), np.array([1.0, 1.0, 0.5, 0.0])
    weights = fitted(task, start, "f1")
    everything = stored(sets(truth=TRUTH))
    grid = [np.array([1.0, value, 0.5, 0.0]) for value in np.linspace(-10, 10, 401)]
    assert everything.score_of(weights) >= max(everything.score_of(point) for point in grid) - 0.5
    assert scored(task, weights) > scored(task, start) + 10


def lists_of_lengths():
    """Four sentences with translations of 3 to 7 words; those of 5 have the references' length."""
    space = FeatureSpace()
    lists = Lists(space)
    for _ in range(4):
        lists.begin_sentence()
        for length in range(3, 8):
            words = " ".join(f"w{i}" for i in range(length))
            lm = -0.28 * length - 0.1 * (length - 5) ** 2  # highest for 4 words
            pairs = [(space.add("word_penalty"), -float(length)), (space.add("lm"), lm)]
            lists.add(words, 0.0, pairs)
    return lists, references_of([["w0 w1 w2 w3 w4"] * 4])


@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_length_is_set_right_after_any_recipe(metric):
    lists, references = lists_of_lengths()
    start = {"lm": 1.0}
    settings = {"epochs": 0}  # the start likes short output
    short = tune(lists, references, "green2013", metric, settings, start)
    fitted = tune(lists, references, "green2013", metric, {**settings, "fit": "word_penalty"}, start)
    assert fitted.weights["lm"] == short.weights["lm"] == 1.0
    assert fitted.after > short.after if metric == "bleu" else fitted.after < short.after
    assert "fit=word_penalty" in fitted.signature
    advice = [warning for warning in short.warnings if "fit=word_penalty" in warning]
    assert len(advice) == (metric == "bleu")  # TER has no length of its own
    assert not any("length" in warning for warning in fitted.warnings)


def test_an_unknown_feature_is_named_before_learning():
    lists, references = lists_of_lengths()
    start = {"lm": 1.0}
    with pytest.raises(UsageError, match="fit=length: there is no such feature"):
        tune(lists, references, "pro", settings={"fit": "length"}, start=start)


@pytest.mark.parametrize("recipe", ["mert", "green2013", "simianer2012"])
def test_the_log_has_the_length_of_the_output(recipe):
    lists, references = lists_of_lengths()
    start = {"lm": 1.0, "word_penalty": -0.01}
    tuned = tune(lists, references, recipe, "bleu", {"fit": ""}, start)
    # All four sentences have the same translations, 5 words are right.
    weights = [tuned.weights.get(name, 0.0) for name in ("word_penalty", "lm")]
    scores = {n: -n * weights[0] + (-0.28 * n - 0.1 * (n - 5) ** 2) * weights[1] for n in range(3, 8)}
    lengths = [entry["length"] for entry in tuned.log]
    assert max(scores, key=lambda n: scores[n]) / 5 in lengths
    assert "length" not in tune(lists, references, recipe, "ter", start=start).log[-1]
