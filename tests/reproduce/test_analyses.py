"""Analyses of Green et al. 2013 on outputs and weights that are known."""

from typer.testing import CliRunner

from rectrix.cli import app
from rectrix.reproduce.domain import spelling
from rectrix.reproduce.overlap import Overlap
from rectrix.reproduce.reordering import reorderings


def test_who_orders_shared_words_as_the_reference_does():
    reference = ["he has seen the dog", "the cat sleeps", "a b c d", "the dog and the cat", "x y"]
    first = ["he has the dog seen", "the cat sleeps", "b a c d", "the cat and the dog", "p q"]
    second = ["he has seen the dog", "the cat sleeps now", "a b d c", "the dog and the cat", "q p"]
    found = reorderings(first, second, reference)
    assert (found.first, found.second, found.neither) == ((), (1, 4), (3,))
    assert found.different == 3 and found.sentences == 5


def test_words_that_repeat_say_nothing_of_order():
    found = reorderings(["the b the a"], ["a the b the"], ["the a the b"])
    assert found.second == (1,), "by a and b alone"


def test_spellings_are_counted_in_target_sides_of_rules_only():
    first = {
        "id:das_programm|the_program": 0.5,
        "id:programm|program": -0.1,
        "pair:x|program": 9.0,
        "lm": 1.0,
    }
    second = {"id:das_programm|the_programs": 0.5, "id:program|das_haus": 1.0}
    found = spelling("program", first, second)
    assert (found.first, found.second) == (1, 0)
    assert (found.first_sum, found.second_sum) == (0.4, 0)


def test_overlap_counts():
    assert Overlap.of({"a", "b"}, {"b", "c", "d"}, ["d", "x"]) == Overlap(2, 3, 1, 1)


def analyze(*arguments):
    return CliRunner().invoke(app, ["analyze", *map(str, arguments)])


def test_words_that_no_rule_has_and_texts_without_lines_are_told(tmp_path):
    weights = tmp_path / "weights"
    weights.write_text("id:das_haus|the_house\t0.5\n")
    found = analyze("domain", weights, weights, "--pair", "house,home")
    assert found.exit_code == 0 and "house" in found.stdout
    assert "no rule with a weight has any of cat, dog" in str(
        analyze("domain", weights, weights, "--pair", "cat,dog").exception
    )
    empty = tmp_path / "empty"
    empty.touch()
    assert "no lines" in str(analyze("reordering", empty, empty, "-r", empty).exception)
