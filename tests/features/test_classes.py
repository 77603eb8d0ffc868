"""Word classes: their files, templates over them, and their use by both decoders."""

import io
from pathlib import Path

import numpy as np
import pytest

from rectrix._core.decode import ChartDecoder, ChartOptions, MemoryRules, StackDecoder, StackOptions
from rectrix._core.features import FeatureSpace, rule_features, template_names
from rectrix._core.grammar import PhraseTable, read_moses
from rectrix._core.text import WordClasses
from rectrix.base.errors import InputError, UsageError
from rectrix.text.classes import read_classes


def classes(text: str) -> WordClasses:
    return WordClasses(io.BytesIO(text.encode()), "classes")


GERMAN = classes("das\tART\nein ART\nhaus\tNOUN\n")
ENGLISH = classes("0110\tthe\t7\n0110\ta\t5\n10\thouse\t3\n")  # Brown clusters


def test_both_kinds_of_files_are_read(tmp_path: Path) -> None:
    assert [GERMAN[word] for word in ("das", "ein", "haus", "baum")] == ["ART", "ART", "NOUN", "<unk>"]
    assert [ENGLISH[word] for word in ("the", "a", "house", "tree")] == ["0110", "0110", "10", "<unk>"]
    (tmp_path / "file").write_text("das 1\n\nhaus 2\n")
    assert len(read_classes(tmp_path / "file")) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("das", "classes:1: "),
        ("a 1\nb 2 3", "classes:2: "),
        ("a 1\na 2", "classes:2: .*already"),
        ("", "no word"),
    ],
)
def test_wrong_lines_are_named(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        classes(text)


@pytest.mark.parametrize("template", template_names())
def test_a_template_over_classes_is_the_template_of_the_replaced_words(template: str) -> None:
    rule = ("das [1] haus baum", "the [1] house", [(0, 0), (2, 2)])
    replaced = ("ART [1] NOUN <unk>", "0110 [1] 10", rule[2])
    expected = [(f"class_{name}", value) for name, value in rule_features(template, *replaced)]
    assert rule_features(f"class_{template}", *rule, GERMAN, ENGLISH) == expected


def test_one_side_may_have_no_classes() -> None:
    found = rule_features("class_word_pairs", "das haus", "the house", [(0, 0), (1, 1)], GERMAN)
    assert found == [("class_pair:ART|the", 1.0), ("class_pair:NOUN|house", 1.0)]
    with pytest.raises(UsageError, match="needs a file of word classes"):
        rule_features("class_word_pairs", "das", "the", [(0, 0)])
    with pytest.raises(UsageError, match="unknown feature template"):
        rule_features("class_nothing", "das", "the", [(0, 0)], GERMAN)


def test_both_decoders_weigh_classes(tmp_path: Path) -> None:
    lines = b"das ||| a ||| 1 ||| 0-0\ndas ||| house ||| 1 ||| 0-0\n"
    read_moses(io.BytesIO(lines), "pairs", None, "", "", tmp_path / "table", tmp_path)
    rules = MemoryRules(["p"])
    for target in ("a", "house"):
        rules.add("das", target, [0.0], [(0, 0)])
    made = {"source_classes": GERMAN, "target_classes": ENGLISH}
    table = PhraseTable.open(tmp_path / "table")
    for decoder in (
        StackDecoder(table, [], ["word_pairs", "class_word_pairs"], FeatureSpace(), StackOptions(), **made),
        ChartDecoder(rules, [], ["word_pairs", "class_word_pairs"], FeatureSpace(), ChartOptions(), **made),
    ):
        weights = np.zeros(20)
        weights[decoder.space.add("class_pair:ART|10")] = 2.0
        [(text, score, _)] = decoder.translate(["das"], weights)
        assert (text, score) == ("house", 2.0)
        features = decoder.forest("das", weights).kbest(1)[0]["features"]
        assert features["pair:das|house"] == features["class_pair:ART|10"] == 1.0
