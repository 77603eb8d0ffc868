"""What tuning and significance tests rely on, whatever a metric measures."""

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.score.metric import Floats, Metric
from rectrix.score.metrics import MetricLike, metric
from rectrix.score.references import references_of

_REFERENCE = "the old man reads a book"
_TEXTS = [
    _REFERENCE,
    "the man reads",
    "a book reads the man the man",
    "Zażółć 漢字 \U0001f600",
    "w " * 300,
    "",
]
_SENTENCES = 3


def check_metric(name: MetricLike) -> None:
    """A metric is additive, finite, the same for any number of threads, and likes the reference best."""
    made, lists = metric(name), Lists(FeatureSpace())
    for _ in range(_SENTENCES):
        lists.begin_sentence()
        for text in _TEXTS:
            lists.add(text, 0.0, [])
    references = references_of([[_REFERENCE] * _SENTENCES])
    rows = made.statistics(lists, references)
    called = made.signature or str(name)
    assert made.signature, f"{called}: without a signature nobody knows what was measured"
    assert rows.shape == (lists.hypotheses, made.width), f"{called}: {rows.shape} statistics"
    assert np.isfinite(rows).all(), f"{called}: statistics that are not finite"
    for threads in (1, 2):
        again = made.statistics(lists, references, np.arange(_SENTENCES), threads=threads)
        assert np.array_equal(again, rows), f"{called}: other statistics with {threads} threads"
    assert np.array_equal(rows[: len(_TEXTS)], rows[-len(_TEXTS) :]), f"{called}: a sentence's place counts"
    _check_score(made, rows, called)


def _check_score(made: Metric, rows: Floats, called: str) -> None:
    sign = 1 if made.higher_is_better else -1
    scores = np.array([sign * float(made.score(_SENTENCES * row)) for row in rows[: len(_TEXTS)]])
    assert np.isfinite(scores).all(), f"{called}: scores that are not finite"
    assert scores.argmax() == 0 and scores[0] > scores[1], f"{called}: the reference is not the best"
    sums = np.stack([_SENTENCES * rows[0], rows[:3].sum(axis=0), np.zeros(rows.shape[1])])
    together = np.atleast_1d(made.score(sums))
    alone = [float(made.score(one)) for one in sums]
    assert np.array_equal(together, alone), f"{called}: scores of many sums at once differ from each alone"
    assert np.isfinite(together).all(), f"{called}: nothing to measure gives no finite score"
