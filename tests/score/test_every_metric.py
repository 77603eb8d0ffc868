"""What every registered metric promises, whatever it measures: new ones are found without being named."""

import numpy as np
import pytest

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.score import METRICS, metric, references_of

TEXTS = ["the old man reads a book", "the man reads", "a book reads the man the man", ""]


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_is_additive_and_likes_the_reference_best(name):
    made, lists = metric(name), Lists(FeatureSpace())
    for _ in range(3):
        lists.begin_sentence()
        for text in TEXTS:
            lists.add(text, 0.0, [])
    references = references_of([[TEXTS[0]] * 3])
    rows = made.statistics(lists, references)
    assert rows.shape[0] == lists.hypotheses and np.isfinite(rows).all()
    sign = 1 if made.higher_is_better else -1
    scores = [sign * float(made.score(3 * rows[place])) for place in range(len(TEXTS))]
    assert np.argmax(scores) == 0 and scores[0] > scores[1]
    together = np.atleast_1d(made.score(np.stack([3 * rows[0], rows[:3].sum(axis=0)])))
    assert sign * together[0] == pytest.approx(scores[0]), "scores of many sums at once are those of each"
    threaded = made.statistics(lists, references, np.array([0, 1, 2]), threads=2)
    assert np.array_equal(threaded, rows) and made.signature
