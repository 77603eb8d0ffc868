"""Sparse features in proportion: as if each template had been one feature from the beginning."""

import numpy as np
import pytest

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.learn.folded import FoldedLists
from rectrix.learn.stored import StoredLists
from rectrix.rerank import tune
from rectrix.score.references import references_of

NAMES = [
    "lm",
    "word_penalty",
    "reordering:forward_swap",
    "pair:a|b",
    "pair:c|d",
    "pair:e|f",
    "shape:X",
    "shape:Y",
]
START = dict(zip(NAMES, [0.5, -0.2, 0.8, 0.3, -0.7, 0.0, 0.1, 0.4], strict=True))
WORDS = ["the", "a", "small", "big", "house", "cat", "sees", "likes", "runs"]


def drawn(fold=None):
    """Forty random lists; fold: sums of a template's features, weighed as they start, instead of them."""
    generator = np.random.default_rng(3)
    space = FeatureSpace()
    lists = Lists(space)
    for _ in range(40):
        lists.begin_sentence()
        for _ in range(12):
            text = " ".join(generator.choice(WORDS, generator.integers(4, 8)))
            # Halves are exact in single precision, so that sums are the same in any order.
            values = dict(zip(NAMES, generator.integers(-4, 5, len(NAMES)) / 2, strict=True))
            values["word_penalty"] = -float(len(text.split()))
            lists.add(text, 0.0, [(space.add(name), value) for name, value in (fold or dict)(values).items()])
    references = [" ".join(generator.choice(WORDS, 6)) for _ in range(40)]
    return lists, references_of([references])


def by_hand(values):
    """The columns that the templates should become."""
    summed: dict[str, float] = {}
    for name, value in values.items():
        column, proportion = place_of(name)
        summed[column] = summed.get(column, 0.0) + value * proportion
    return summed


def place_of(name):
    """Column and weight there: an orientation score is dense, for all its colon."""
    sparse = name.startswith(("pair:", "shape:"))
    return (name.split(":")[0], START[name]) if sparse else (name, 1.0)


def test_scores_are_those_of_the_features_themselves():
    lists, references = drawn()
    stored = StoredLists.of(lists, references, "bleu")
    fold = FoldedLists.of(stored, np.array([START[name] for name in stored.names()]))
    assert fold.names == ["lm", "word_penalty", "reordering:forward_swap", "pair", "shape"]
    columns = np.array([0.7, 0.1, 0.4, -2.0, 3.0])
    dense = fold.lists(stored).features.toarray() @ columns
    np.testing.assert_allclose(dense, stored.features.toarray() @ fold.unfolded(columns), atol=1e-5)
    np.testing.assert_allclose(fold.folded(fold.unfolded(columns)), columns)
    assert fold.lists(stored).lists.hypotheses == lists.hypotheses == 480


def test_as_mira_on_features_that_were_summed_by_hand():
    folded = tune(*drawn(), "kbmira", settings={"fold": True}, start=START, scale="none").weights
    start = {name: START[name] for name in NAMES[:3]} | {"pair": 1.0, "shape": 1.0}
    summed = tune(*drawn(by_hand), "kbmira", start=start, scale="none").weights
    for name, value in folded.items():
        column, proportion = place_of(name)
        assert value == pytest.approx(summed[column] * proportion, rel=1e-3, abs=1e-6), name
    assert folded["pair:e|f"] == 0.0
    assert folded["lm"] != START["lm"]
