"""The same answers as the kenlm package, on its own golden model."""

import lzma
import random
from pathlib import Path

import pytest

from rectrix.lm import LanguageModel

from ..data import DATA

kenlm = pytest.importorskip("kenlm", reason="the kenlm package is not installed (make bench installs it)")


@pytest.fixture(scope="module")
def arpa(tmp_path_factory) -> Path:
    golden = DATA / "golden/lm.4.arpa.xz"
    if not golden.exists():
        pytest.skip(f"{golden} is absent")
    path = tmp_path_factory.mktemp("kenlm") / "lm.arpa"
    path.write_bytes(lzma.decompress(golden.read_bytes()))
    return path


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    with lzma.open(DATA / "multi30k/train.en.xz", "rt") as file:
        lines = [line.split() for line in file][:10_000]
    rng = random.Random(1)
    for words in lines:
        for i in range(len(words)):
            if rng.random() < 0.1:
                words[i] = rng.choice(["never-seen", "Ünbekannt", *words])
    return [" ".join(words) for words in lines]


def test_sentences_with_unknown_words(arpa, sentences):
    theirs = kenlm.Model(str(arpa))
    ours = LanguageModel.open(arpa)
    for bounds in ((True, True), (False, False), (True, False)):
        expected = [theirs.score(line, *bounds) for line in sentences]
        found = ours.score_all(sentences, *bounds, threads=2)
        assert max(abs(a - b) for a, b in zip(expected, found.log10, strict=True)) < 1e-5
    assert found.unknown.sum() > 1000


def test_words_and_perplexity(arpa, sentences):
    theirs = kenlm.Model(str(arpa))
    ours = LanguageModel.open(arpa)
    for line in sentences[:500]:
        expected = list(theirs.full_scores(line))
        for (log10, length, unknown), (found, found_length, found_unknown) in zip(
            expected, ours.score_words(line), strict=True
        ):
            assert found == pytest.approx(log10, abs=1e-5)
            assert (found_length, found_unknown) == (length, unknown)
        assert ours.perplexity([line]) == pytest.approx(theirs.perplexity(line), rel=1e-5)
