"""BLEU's statistics equal sacrebleu's, hypothesis by hypothesis."""

from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from rectrix._core.features import FeatureSpace
from rectrix._core.score import bleu_statistics
from rectrix.base.errors import InputError, UsageError
from rectrix.kbest import Lists
from rectrix.score import read_references, references_of


def lists_of(*candidates: list[str]) -> Lists:
    lists = Lists(FeatureSpace())
    for texts in candidates:
        lists.begin_sentence()
        for text in texts:
            lists.add(text, 0.0, [])
    return lists


def random_text(rng: np.random.Generator, longest: int = 12) -> str:
    return " ".join(rng.choice(["a", "b", "c", "d", "<unk>", "<s>"], size=rng.integers(longest)))


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("threads", [1, 3])
def test_equal_to_sacrebleu(count: int, threads: int) -> None:
    rng = np.random.default_rng(count)
    candidates = [[random_text(rng) for _ in range(rng.integers(6))] for _ in range(60)]
    references = [[random_text(rng) for _ in candidates] for _ in range(count)]
    ours = bleu_statistics(lists_of(*candidates), references_of(references), threads=threads)
    flat = [(text, s) for s, texts in enumerate(candidates) for text in texts]
    theirs = BLEU(tokenize="none")._extract_corpus_statistics(
        [text for text, _ in flat], [[reference[s] for _, s in flat] for reference in references]
    )
    np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize(("policy", "expected"), [("closest", 4), ("shortest", 1), ("average", 2.5)])
def test_length_policies(policy: str, expected: float) -> None:
    references = references_of([["a b c d"], ["a"]])
    assert bleu_statistics(lists_of(["x x x"]), references, length=policy)[0, 1] == expected


def test_the_shorter_of_two_equally_close_references() -> None:
    assert bleu_statistics(lists_of(["x x x"]), references_of([["a b c d"], ["a b"]]))[0, 1] == 2


def test_clipped_counts_of_koehns_example() -> None:
    """Matches 5, 2, 0, 0 of 6, 5, 4, 3, as in Moses' unit test."""
    references = [
        ["israeli officials are responsible for airport security"],
        ["israel is in charge of the security at this airport"],
        ["the security work for this airport is the responsibility of the israel government"],
        ["israeli side was in charge of the security of this airport"],
    ]
    hypothesis = "israeli officials responsibility of airport safety"
    row = bleu_statistics(lists_of([hypothesis]), references_of(references))[0]
    assert row[2:].tolist() == [5, 2, 0, 0, 6, 5, 4, 3]


def test_lists_of_chosen_sentences() -> None:
    references = references_of([["a b", "c d"]])
    lists = lists_of(["c d"], ["a b"], ["c d"])
    rows = bleu_statistics(lists, references, sentences=np.array([1, 0, 0]))
    assert rows[:, 2].tolist() == [2, 2, 0]
    with pytest.raises(UsageError, match="no reference for sentence 2"):
        bleu_statistics(lists, references, sentences=np.array([1, 0, 2]))
    with pytest.raises(InputError, match="3 sentences and references for 2"):
        bleu_statistics(lists, references)


def test_reference_files_must_have_equal_length(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x\ny\n")
    (tmp_path / "b").write_text("x\n")
    with pytest.raises(InputError, match="b: 1 lines, but the first reference has 2"):
        read_references([tmp_path / "a", tmp_path / "b"])
