"""The expectation of sentence BLEU and chrF over a list equals sacrebleu's, pair by pair."""

import numpy as np
import pytest
from sacrebleu.metrics import BLEU as SacreBLEU
from sacrebleu.metrics import CHRF as SacreCHRF

from rectrix._core.features import FeatureSpace
from rectrix._core.score import consensus
from rectrix.base.errors import UsageError
from rectrix.kbest import Lists

from .test_metrics import random_texts


def lists_of(sentences: list[list[str]]) -> Lists:
    lists = Lists(FeatureSpace())
    for texts in sentences:
        lists.begin_sentence()
        for text in texts:
            lists.add(text, 0.0, [])
    return lists


@pytest.mark.parametrize("kind", ["bleu", "chrf"])
def test_expectations_are_sacrebleus(kind: str) -> None:
    rng = np.random.default_rng(4)
    sentences = [[*random_texts(rng, size, 12), "a a a a b a a", ""] for size in (6, 0, 9)]
    sentences.insert(1, [])
    lists = lists_of(sentences)
    shares = rng.random(lists.hypotheses)
    theirs = SacreBLEU(tokenize="none", effective_order=True, force=True) if kind == "bleu" else SacreCHRF()
    expected, begin = [], 0
    for texts in sentences:
        own = shares[begin : begin + len(texts)]
        begin += len(texts)
        for text in texts:
            scores = [theirs.sentence_score(text, [other]).score / 100 for other in texts]
            expected.append(float(np.dot(scores, own) / own.sum()))
    for threads in (1, 3):
        np.testing.assert_allclose(consensus(lists, shares, kind, threads), expected, rtol=1e-12)


def test_votes_are_shares_of_the_list() -> None:
    lists = lists_of([["a b", "a a", "a c"], ["x"]])
    found = consensus(lists, np.ones(4), "votes")
    np.testing.assert_allclose(found, [(1 + 1 / 3) / 2, (1 + 1 / 3) / 2, (1 + 1 / 3) / 2, 1])
    found = consensus(lists, np.array([2.0, 1, 1, 0]), "votes")
    np.testing.assert_allclose(found, [(1 + 0.5) / 2, (1 + 0.25) / 2, (1 + 0.25) / 2, 1])


def test_wrong_shares_are_refused() -> None:
    lists = lists_of([["a", "b"]])
    for shares in ([1.0], [1.0, -1.0], [1.0, np.nan]):
        with pytest.raises(UsageError):
            consensus(lists, np.array(shares), "bleu")
