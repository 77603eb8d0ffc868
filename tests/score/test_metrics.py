"""Corpus scores equal sacrebleu's to all digits, on random text with its edge cases and on real systems."""

import gzip
from collections.abc import Sequence

import numpy as np
import pytest
from sacrebleu.metrics import BLEU as SacreBLEU
from sacrebleu.metrics import CHRF as SacreCHRF
from sacrebleu.metrics import TER as SacreTER

from rectrix._core.features import FeatureSpace
from rectrix.base.errors import UnknownName, UsageError
from rectrix.kbest import Lists
from rectrix.score import BLEU, CHRF, METRICS, TER, External, metric, references_of
from rectrix.score.chrf import CHRFplusplus

from ..data import DATA, GOLDEN

PAIRS = [
    pytest.param(BLEU(), SacreBLEU(tokenize="none", force=True), id="bleu"),
    pytest.param(CHRF(), SacreCHRF(), id="chrf"),
    pytest.param(CHRFplusplus(), SacreCHRF(word_order=2), id="chrf++"),
    pytest.param(TER(), SacreTER(), id="ter"),
    pytest.param(TER(case_sensitive=True), SacreTER(case_sensitive=True), id="ter-cased"),
]
TEXT = "a b c d E e Éa, éa (hi) ... . , x. -- ß straße STRASSE 語 日本語 naïve <unk> </s> !a! 4,5"
WORDS = TEXT.split()


def one_best(texts: Sequence[str]) -> Lists:
    lists = Lists(FeatureSpace())
    for text in texts:
        lists.begin_sentence()
        lists.add(text, 0.0, [])
    return lists


def random_texts(rng: np.random.Generator, count: int, longest: int) -> list[str]:
    return [" ".join(rng.choice(WORDS, size=rng.integers(longest))) for _ in range(count)]


def shuffled_somewhat(rng: np.random.Generator, text: str) -> str:
    """Blocks moved and some words changed, as translations do: TER must find the shifts."""
    words = text.split()
    for _ in range(rng.integers(4)):
        i, j, k = np.sort(rng.integers(len(words) + 1, size=3))
        words = words[:i] + words[j:k] + words[i:j] + words[k:]
    return " ".join(w if rng.random() < 0.8 else str(rng.choice(WORDS)) for w in words)


def assert_equal_to(ours: object, theirs: object, texts: list[str], references: list[list[str]]) -> None:
    rows = ours.statistics(one_best(texts), references_of(references), threads=2)  # type: ignore[attr-defined]
    expected = theirs._extract_corpus_statistics(texts, references)  # type: ignore[attr-defined]
    np.testing.assert_array_equal(rows, expected)
    score = theirs._aggregate_and_compute(expected).score  # type: ignore[attr-defined]
    assert ours.score(rows.sum(axis=0)) == pytest.approx(score, rel=1e-14, abs=0)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("longest", [3, 9, 30])
def test_random_text(ours: object, theirs: object, count: int, longest: int) -> None:
    rng = np.random.default_rng([count, longest])
    references = [random_texts(rng, 24, longest) for _ in range(count)]
    texts = random_texts(rng, 12, longest) + [shuffled_somewhat(rng, text) for text in references[-1][12:]]
    assert_equal_to(ours, theirs, texts, references)


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_very_different_lengths(ours: object, theirs: object) -> None:
    """TER's beam and its limit of candidates come into play."""
    rng = np.random.default_rng(5)
    long = [" ".join(rng.choice(WORDS, size=200)) for _ in range(3)]
    short = random_texts(rng, 3, 6)
    assert_equal_to(ours, theirs, long + short, [short + long])


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_real_text(ours: object, theirs: object) -> None:
    """Verses with words that a tenth of the time stand elsewhere, against the verses."""
    rows = (GOLDEN / "kenlm/scores.tsv").read_text(encoding="utf-8").splitlines()
    verses = [row.split("\t")[0] for row in rows]
    rng = np.random.default_rng(6)
    assert_equal_to(ours, theirs, [shuffled_somewhat(rng, verse) for verse in verses], [verses])


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_real_systems(ours: object, theirs: object) -> None:
    """MultEval's example, 60 sentences of spoken language, tokenized and lowercased."""
    folder = DATA / "nbest/multeval/example"
    if not folder.exists():
        pytest.skip(f"no {folder}")
    texts, reference = (
        gzip.decompress((folder / name).read_bytes()).decode().split("\n")[:60]
        for name in ("hyps.lc.tok.en.sys1.opt0.gz", "refs.test2010.lc.tok.en.0.gz")
    )
    assert_equal_to(ours, theirs, texts, [reference])


@pytest.mark.parametrize("name", METRICS)
def test_scores_of_many_sums_at_once(name: str) -> None:
    part = metric(name)
    rng = np.random.default_rng(2)
    texts = random_texts(rng, 12, 9)
    rows = part.statistics(one_best(texts), references_of([random_texts(rng, 12, 9)]))
    many = rows.reshape(3, 2, 2, -1)
    together = part.score(many)
    assert together.shape == (3, 2, 2)
    for index in np.ndindex(together.shape):
        assert together[index] == part.score(many[index])
    assert np.isfinite(part.score(np.zeros(rows.shape[1])))


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_signatures_carry_sacrebleus(ours: object, theirs: object) -> None:
    theirs.corpus_score(["a"], [["a"]])  # type: ignore[attr-defined]
    parts = str(theirs.get_signature()).split("|")  # type: ignore[attr-defined]
    for part in parts:
        if not part.startswith(("nrefs", "version")):
            assert part in ours.signature.split("|")  # type: ignore[attr-defined]


def test_external_values() -> None:
    lists = one_best(["a", "b"])
    lists.set_column("comet", np.array([0.25, 0.75]))
    part = metric("column:comet")
    assert part == External("comet")
    assert part.score(part.statistics(lists, references_of([])).sum(axis=0)) == 0.5
    with pytest.raises(UsageError, match="known: comet"):
        metric("column:xcomet").statistics(lists, references_of([]))


def test_unknown_metric() -> None:
    with pytest.raises(UnknownName, match="bleu, cer, chrf, chrf\\+\\+"):
        metric("blue")
