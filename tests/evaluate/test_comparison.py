"""Comparisons of systems, against counts by hand and other parts."""

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from rectrix.base.errors import InputError
from rectrix.evaluate.comparison import Compare, compare
from rectrix.evaluate.comparison_page import comparison_html

REFERENCE = ["the cat sat on the mat", "a dog barks", "the dog sleeps well today"]
ONE = ["the cat sat on the mat", "a dog bark", "the the the sleeps"]
TWO = ["a cat sat on mat", "a dog barks", "dog sleeps well today"]
OPTIONS = Compare(tokenize="none", resamples=200)


@pytest.fixture
def found():
    return compare({"one": ONE, "two": TWO}, [REFERENCE], options=OPTIONS)


def test_scores_and_brevity_are_sacrebleu_s(found):
    for name, lines in (("one", ONE), ("two", TWO)):
        expected = BLEU(tokenize="none").corpus_score(lines, [REFERENCE])
        [standing] = [one for one in found.standings if (one.system, one.metric) == (name, "bleu")]
        [brevity] = [one for one in found.brevity if one.system == name]
        assert standing.score == pytest.approx(expected.score)
        assert brevity.penalty == pytest.approx(expected.bp)
        assert brevity.ratio == pytest.approx(expected.sys_len / expected.ref_len)


def test_word_buckets_by_hand(found):
    frequency = Counter(word for line in REFERENCE for word in line.split())
    for bucket, keep in zip(found.words, (lambda n: n == 1, lambda n: 2 <= n <= 4), strict=True):
        for lines, value in zip((ONE, TWO), bucket.values, strict=True):
            matched = made = wanted = 0
            for line, reference in zip(lines, REFERENCE, strict=True):
                own, other = Counter(line.split()), Counter(reference.split())
                matched += sum(min(n, other[word]) for word, n in own.items() if keep(frequency[word]))
                made += sum(n for word, n in own.items() if keep(frequency[word]))
                wanted += sum(n for word, n in other.items() if keep(frequency[word]))
            assert value == pytest.approx(200 * matched / (made + wanted))
            assert bucket.size == wanted


def test_the_interval_is_that_of_paired_draws():
    """A system compared with itself under another name has no difference in any draw."""
    same = compare({"one": ONE, "again": ONE}, [REFERENCE], options=OPTIONS)
    assert [(one.low, one.high) for one in same.standings if one.system == "again"] == [(0.0, 0.0)] * 2
    assert same.examples == ()


def test_sentences_that_differ_most_come_first(found):
    spreads = [max(one.scores) - min(one.scores) for one in found.examples]
    assert spreads == sorted(spreads, reverse=True)
    assert sorted(one.number for one in found.examples) == [1, 2, 3]


def test_ngrams_that_one_system_gets_right(found):
    better, worse = found.ngrams["two"]
    assert ("barks", 0, 1) in [tuple(one) for one in better]
    assert ("the", 3, 0) in [tuple(one) for one in worse]


def test_any_number_of_systems_and_references():
    rng = np.random.default_rng(1)
    words = ["a", "b", "c", "d", "e"]
    texts = [[" ".join(rng.choice(words, 6)) for _ in range(8)] for _ in range(5)]
    made = compare({str(n): text for n, text in enumerate(texts[:3])}, texts[3:], texts[0], OPTIONS)
    assert len(made.words[0].values) == 3 and made.examples[0].source
    assert comparison_html(made).count("<svg") >= 2
    assert compare({"only": texts[0]}, [texts[1]], options=OPTIONS).examples  # the worst sentences


def test_texts_of_other_lengths_are_refused():
    with pytest.raises(InputError, match="system one has 2 lines"):
        compare({"one": ONE[:2]}, [REFERENCE])
    with pytest.raises(InputError, match="the source has 1 lines"):
        compare({"one": ONE}, [REFERENCE], ["a"])


def test_the_page_of_evaluate_has_it_all(tmp_path):
    for name, lines in (("one", ONE), ("two", TWO), ("reference", REFERENCE), ("source", ["A B", "C", "D"])):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    arguments = ["one", "two", "-r", "reference", "-s", "source", "--html", "page.html", "--tokenize", "none",
                 "--resamples", "50", "--shuffles", "50"]  # fmt: skip
    command = [sys.executable, "-c", "from rectrix.cli import main; main()", "evaluate", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text()
    for wanted in (
        "Sentences that differ most",
        "brevity penalty",
        "difference</th>",
        "<dt>source</dt><dd>D</dd>",
    ):
        assert wanted in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_empty_lines_are_sentences():
    made = compare({"one": ["", "a"], "two": ["", ""]}, [["", ""]], options=OPTIONS)
    assert made.words == () and "<svg" in comparison_html(made)


def test_marks_and_escapes():
    page = comparison_html(compare({"<x>": ["a <b> c"], "y": ["a c"]}, [["a b c"]], options=OPTIONS))
    assert "<mark>&lt;b&gt;</mark>" in page and "<ins>b</ins>" in page and "<x>" not in page
