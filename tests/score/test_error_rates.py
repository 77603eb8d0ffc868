"""Word and character error rates equal jiwer's, and the edit distance equals the textbook's."""

import jiwer
import numpy as np
import pytest

from rectrix.score import CER, WER, metric, references_of

from .test_metrics import one_best, random_texts


def textbook(a: list[str], b: list[str]) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


@pytest.mark.parametrize("longest", [4, 70, 200])
def test_edits_are_the_textbooks(longest: int) -> None:
    """Lengths around and beyond the 64 cells of a block; empty texts among them."""
    rng = np.random.default_rng(longest)
    texts, references = random_texts(rng, 40, longest), random_texts(rng, 40, longest)
    references[0] = texts[1] = ""
    for part, split in ((WER(), str.split), (CER(), list)):
        rows = part.statistics(one_best(texts), references_of([references]), threads=2)
        for row, text, reference in zip(rows, texts, references, strict=True):
            assert row.tolist() == [textbook(split(text), split(reference)), len(split(reference))]


def test_scores_are_jiwers() -> None:
    rng = np.random.default_rng(3)
    texts = [text or "a" for text in random_texts(rng, 30, 20)]
    references = [text or "b" for text in random_texts(rng, 30, 20)]
    for part, theirs in ((metric("wer"), jiwer.wer), (metric("cer"), jiwer.cer)):
        rows = part.statistics(one_best(texts), references_of([references]))
        assert part.score(rows.sum(axis=0)) == pytest.approx(100 * theirs(references, texts))
        assert not part.higher_is_better


def test_the_closest_of_several_references_counts() -> None:
    rows = WER().statistics(one_best(["a b c"]), references_of([["a b c d"], ["a b"], ["x y z a b c"]]))
    assert rows.tolist() == [[1, 4]]
    assert WER().statistics(one_best(["", "a"]), references_of([["", ""]])).tolist() == [[0, 0], [1, 0]]
    assert WER().score(np.array([1.0, 0.0])) == 100
