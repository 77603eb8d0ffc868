"""What must not happen silently."""

import numpy as np
import pytest
from planted import QUALITY, sets, stored

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.errors import InputError, RunError
from rectrix.evaluate.form import form_warnings
from rectrix.kbest import read
from rectrix.learn import guards
from rectrix.learn.stored import StoredLists
from rectrix.score.bleu import BLEU
from rectrix.score.references import read_references, references_of


def lists_of(*sentences):
    """(text, feature values, quality) of each hypothesis of each sentence."""
    space, quality = FeatureSpace(), []
    lists = Lists(space)
    for hypotheses in sentences:
        lists.begin_sentence()
        for text, values, worth in hypotheses:
            lists.add(text, 0.0, [(space.add(f"f{i}"), v) for i, v in enumerate(values)])
            quality.append(worth)
    lists.set_column("quality", np.array(quality, float))
    return StoredLists(lists, QUALITY.statistics(lists), QUALITY)


def test_good_lists_pass_without_a_word():
    assert guards.check_lists(stored(sets())) == []


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: lists_of(), "no hypotheses"),
        (lambda: lists_of([("a", [1], 1)], [("b", [1], 2)]), "nothing to choose from"),
        (lambda: lists_of([("a", [0, 0], 1), ("b", [0, 0], 2)]), "all features"),
        (lambda: lists_of([("a", [1], 1), ("b", [2], 1)]), "same metric statistics"),
    ],
)
def test_lists_to_learn_nothing_from_are_refused(made, message):
    with pytest.raises(InputError, match=message):
        guards.check_lists(made())


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: lists_of([("a", [1], 1), ("b", [2], 2)], []), "1 of 2 sentences have no hypotheses"),
        (lambda: lists_of([("", [1], 1), ("b", [2], 2)]), "1 hypotheses are empty strings"),
        (lambda: lists_of([("a", [1, 5], 1), ("b", [2, 5], 2)]), "as the recipe has it: f1"),
        (lambda: lists_of([("a", [n], n) for n in range(5)]), "repeat the words"),
    ],
)
def test_suspicious_lists_are_warned_of(made, message):
    warnings = guards.check_lists(made())
    assert len(warnings) == 1 and message in warnings[0]


def test_references_must_match():
    guards.check_references(2, references_of([["a", "b"]]))
    with pytest.raises(InputError, match="3 sentences to tune on, but 2 lines"):
        guards.check_references(3, references_of([["a", "b"]]))


def test_collapsed_and_exploding_weights():
    start = np.ones(3)
    assert guards.check_weights(np.array([1.0, 0.5, -1.0]), start) == []
    assert "dwarfs" in guards.check_weights(np.array([1.0, 1e-39, 1e-39]), start)[0]
    assert "grown" in guards.check_weights(np.array([1e9, 5e8, 1.0]), start)[0]
    for weights, message in ((np.zeros(3), "collapsed"), (np.array([1.0, np.nan]), "diverged")):
        with pytest.raises(RunError, match=message):
            guards.check_weights(weights, start)


def test_a_run_without_pairs_is_no_success():
    guards.check_log([{"pairs": 0}, {"pairs": 3}])
    guards.check_log([{"objective": 1.0}])
    with pytest.raises(RunError, match="lower the recipe's threshold"):
        guards.check_log([{"pairs": 0}, {"pairs": 0}])


def test_a_score_of_zero_is_never_a_success():
    with pytest.raises(RunError, match="nothing was learned"):
        guards.check_gain(BLEU(), 0.0, 0.0)
    assert guards.check_gain(QUALITY, -1.0, 0.0) == []  # of a column that counts down
    assert guards.check_gain(QUALITY, 1.0, 2.0) == []
    assert "worse than the start" in guards.check_gain(QUALITY, 2.0, 1.0)[0]


@pytest.mark.parametrize(("length", "warned"), [(94, True), (95, False), (105, False), (106, True)])
def test_output_that_misses_the_length_is_warned_of(length, warned):
    sums = np.array([length, 100.0, 50, 40, 30, 20, length, 90, 80, 70])
    warnings = guards.check_length(BLEU(), sums, word_penalty=True)
    assert bool(warnings) == warned
    assert all(f"{length}.0% of the references' length" in w and "fit=word_penalty" in w for w in warnings)
    assert guards.check_length(QUALITY, sums, word_penalty=True) == []


def test_empty_output_misses_the_length_too():
    assert guards.check_length(BLEU(), np.zeros(10), word_penalty=False)


def test_text_that_nothing_can_match_is_told(tmp_path):
    (tmp_path / "lists").write_bytes(
        b"0 ||| f\xfcr a b c ||| x= 1 ||| 0\n0 ||| a ||| x= 2 ||| 0\n1 ||| a b ||| x= 1 ||| 0\n"
    )
    (tmp_path / "references").write_text("a b c\n \n", encoding="utf-8")
    lists, references = read(tmp_path / "lists"), read_references([tmp_path / "references"])
    foreign, blank = guards.check_text(lists, references)
    assert "1 words of the lists are not UTF-8, such as b'f\\xfcr'" in foreign and "iconv" in foreign
    assert "1 of 2 sentences have blank references, the first in line 2" in blank
    assert guards.check_text(lists_of([("a", [1], 1)]).lists, references_of([["a"]])) == []
    assert form_warnings({"a": ["b", "c"]}, [["x", ""], ["y", " "]]) == [
        "warning: 1 reference lines are blank, the first is line 2"
    ]
