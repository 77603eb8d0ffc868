"""Feature templates on rules worked out by hand, among them the three of Figure 1 in Simianer et al. 2012."""

from pathlib import Path

import pytest

from rectrix._core.features import describe_template, rule_features, stateful_names, template_names
from rectrix.base.errors import UsageError

PERFECT = ("[1] hat [2] versprochen", "[1] promised [2]", [(1, 1), (3, 1)])
DATIVE = ("[1] hat mir [2] versprochen", "[1] promised me [2]", [(1, 1), (2, 2), (4, 1)])
PAST = ("[1] versprach [2]", "[1] promised [2]", [(1, 1)])


def names(template: str, rule: tuple[str, str, list[tuple[int, int]]]) -> list[str]:
    found = rule_features(template, *rule)
    assert all(value == 1 for _, value in found)
    return [name for name, _ in found]


def test_rule_ids_tell_all_rules_apart() -> None:
    assert names("rule_id", PERFECT) == ["id:[X1]_hat_[X2]_versprochen|[X1]_promised_[X2]"]
    assert names("rule_id", DATIVE) == ["id:[X1]_hat_mir_[X2]_versprochen|[X1]_promised_me_[X2]"]
    assert names("rule_id", PAST) == ["id:[X1]_versprach_[X2]|[X1]_promised_[X2]"]


def test_source_bigrams_cross_gaps_and_boundaries() -> None:
    assert names("source_bigrams", PERFECT) == [
        "src2:<r>_[X]",
        "src2:[X]_hat",
        "src2:hat_[X]",
        "src2:[X]_versprochen",
        "src2:versprochen_</r>",
    ]
    assert names("source_bigrams", DATIVE)[1:4] == ["src2:[X]_hat", "src2:hat_mir", "src2:mir_[X]"]
    assert names("source_bigrams", PAST) == [
        "src2:<r>_[X]",
        "src2:[X]_versprach",
        "src2:versprach_[X]",
        "src2:[X]_</r>",
    ]


def test_target_bigrams_number_their_gaps() -> None:
    assert names("target_bigrams", PERFECT) == [
        "tgt2:<r>_[X1]",
        "tgt2:[X1]_promised",
        "tgt2:promised_[X2]",
        "tgt2:[X2]_</r>",
    ]


def test_shapes_are_shared_by_rules_that_differ_in_words_only() -> None:
    assert names("shape", PERFECT) == ["shape:S01111_T01110"]
    assert names("shape", DATIVE) == ["shape:S01111_T01110"]
    assert names("shape", PAST) == ["shape:S01110_T01110"]


@pytest.mark.parametrize(
    ("source", "target", "shape"),
    [
        ("das haus", "the house", "S10000_T10000"),
        ("[1] das", "the [1]", "S01100_T11000"),
        ("das [1] ist [2]", "[2] [1] is", "S11110_T01011"),
        ("[1] [2]", "[2] [1]", "S01010_T01010"),
    ],
)
def test_shapes(source: str, target: str, shape: str) -> None:
    assert names("shape", (source, target, [])) == [f"shape:{shape}"]


def test_alignment_features() -> None:
    assert names("word_pairs", DATIVE) == ["pair:hat|promised", "pair:mir|me", "pair:versprochen|promised"]
    rule = ("ja , [1] haus", "[1] the house", [(3, 2)])
    assert names("word_pairs", rule) == ["pair:haus|house"]
    assert names("insertions", rule) == ["ins:the"]
    assert names("insertion_pairs", rule) == ["insert:ja|the", "insert:,|the", "insert:haus|the"]
    assert names("deletions", rule) == ["del:ja", "del:,"]


def test_names_cannot_be_confused() -> None:
    """Without escapes 'a_b|c' could be one word or three."""
    assert names("rule_id", ("a_b", "c|d=e", [])) == ["id:a%5Fb|c%7Cd%3De"]
    assert names("rule_id", ("a b", "c", [])) == ["id:a_b|c"]


@pytest.mark.parametrize("template", template_names())
def test_every_template_takes_a_rule_of_one_word(template: str) -> None:
    for name, value in rule_features(template, "a", "b", [(0, 0)]):
        assert value == 1
        assert not set(name) & set(" =\t")


def test_unknown_templates_and_links_are_refused() -> None:
    with pytest.raises(UsageError, match="known: rule_id, source_bigrams"):
        rule_features("rule_ids", "a", "b")
    with pytest.raises(UsageError, match="beyond"):
        rule_features("word_pairs", "a", "b", [(0, 1)])


@pytest.mark.parametrize("template", [*template_names(), *stateful_names()])
def test_every_template_says_what_it_looks_at(template: str) -> None:
    """`rectrix features` and docs/parts.md show it; the docs have a row for it."""
    assert describe_template(template)
    assert f"| `{template}` |" in (Path(__file__).parents[2] / "docs/parts.md").read_text(encoding="utf-8")
