"""Proposals for the rest of a translation."""

from rectrix.decode import Forest
from rectrix.model.completion import Completions


def forest(*texts: tuple[str, float]) -> Forest:
    """A node with an edge for each text."""
    made = Forest()
    rules = [made.add_rule("x", text, []) for text, _ in texts]
    made.add_node(0, 1)
    for rule, (_, score) in zip(rules, texts, strict=True):
        made.add_edge(rule, [], score)
    return made


TEXTS = (("a cat sits on mat", -1.0), ("the cat sits on mat", -2.0), ("the cat sat on mat", -3.0))


def test_the_best_translation_that_begins_as_typed_is_proposed() -> None:
    complete = Completions(forest(*TEXTS))
    assert complete("") == "a cat sits on mat"
    assert complete("t") == "the cat sits on mat"
    assert complete("the cat sa") == "the cat sat on mat"
    assert complete("the cat s") == "the cat sits on mat"  # typed anew, further left


def test_behind_words_that_no_translation_begins_with_the_last_ones_are_looked_for() -> None:
    complete = Completions(forest(*TEXTS))
    assert complete("one small cat ") == "one small cat sits on mat"
    assert complete("one small cat sa") == "one small cat sat on mat"
    assert complete("zebras, sit") == "zebras, sits on mat"


def test_where_nothing_fits_nothing_is_proposed() -> None:
    complete = Completions(forest(*TEXTS))
    assert complete("zebras ") is None
    assert complete("zebras q") is None
    assert complete("the cat sat on mat ") == "the cat sat on mat"  # whole
    assert complete("small mat ") is None  # nothing comes behind it
    assert Completions(Forest())("the") is None
