"""Python features as text: what is kept of a function runs alone, and what cannot is refused."""

import math

import pytest

from rectrix.base.errors import InputError, UsageError
from rectrix.features.chosen import ChosenFeatures
from rectrix.features.python import Rule, rule_feature
from rectrix.features.sources import FeatureSource, functions_of

VOWELS = frozenset("aeiou")


def share(word: str) -> float:
    return sum(letter in VOWELS for letter in word) / len(word)


@rule_feature
def vowels(rule: Rule) -> float:
    return math.sqrt(sum(share(word) for word in rule.target_words))


def undecorated(rule):
    return dict.fromkeys(rule.source_words, 1)


RULES = [(("das", 1), ("a", 1, "bee"), ())]


def test_a_function_is_kept_with_all_that_it_uses():
    source = FeatureSource.of(vowels)
    assert "def share" in source.text and "VOWELS = frozenset" in source.text and "import math" in source.text
    (features,) = functions_of([source])
    assert features(RULES) == [(0, "vowels", pytest.approx(math.sqrt(1 + 2 / 3)))]


def test_undecorated_functions_and_files(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text("def n(rule):\n    return len(rule.target)\n\ndef m(rule): return 2\n")
    monkeypatch.chdir(tmp_path)
    chosen = ChosenFeatures.of(["shape", "mine.py:n", "mine:m", undecorated])
    assert chosen.templates == ("shape",)
    assert [(one.file, one.names) for one in chosen.sources] == [
        ("mine.py", ("n", "m")),
        ("undecorated.py", ("undecorated",)),
    ]
    (features,) = functions_of(chosen.sources)
    assert features(RULES) == [(0, "n", 3.0), (0, "m", 2.0), (0, "undecorated:das", 1.0)]


@pytest.mark.parametrize(
    ("text", "name", "error", "message"),
    [
        ("def n(rule):\n    return (\n", "n", InputError, r"bad.py:2: SyntaxError"),
        ("x = 1\ny = x / 0\n", "n", InputError, r"bad.py:2: ZeroDivisionError"),
        ("x = 1\n", "n", InputError, "has no function 'n'"),
        ("def n(rule): return undefined\n", "n", InputError, "feature n fails on .*NameError"),
        ("def n(rule): return 'one'\n", "n", InputError, "finite numbers"),
        ("def shape(rule): return 1\n", "shape", UsageError, "two features are named 'shape'"),
    ],
)
def test_what_does_not_run_is_refused_when_it_is_chosen(tmp_path, text, name, error, message):
    (tmp_path / "bad.py").write_text(text)
    with pytest.raises(error, match=message):
        ChosenFeatures.of([f"{tmp_path / 'bad.py'}:{name}"])


def test_names_that_are_not_known():
    with pytest.raises(UsageError, match=r"unknown feature template 'shap'; known: .*FILE.py:name"):
        ChosenFeatures.of(["shap"])
    with pytest.raises(InputError, match=r"absent.py: cannot open"):
        ChosenFeatures.of(["absent.py:n"])
    with pytest.raises(UsageError, match="no Python module 'no_such_module'"):
        ChosenFeatures.of(["no_such_module:n"])
    with pytest.raises(UsageError, match="word classes need classes"):
        ChosenFeatures.of(["class_word_pairs"])
    with pytest.raises(UsageError, match="only the decoder hiero"):
        ChosenFeatures.of(["joint_bigrams"], decoder="phrase")


def test_what_cannot_be_written_down_is_refused():
    hidden = 3

    def closed(rule):
        return hidden

    with pytest.raises(UsageError, match="uses variables of the function it was made in"):
        FeatureSource.of(closed)
    with pytest.raises(UsageError, match="a function with a name"):
        FeatureSource.of(lambda rule: 1)


def test_features_of_other_packages(tmp_path, monkeypatch):
    (tmp_path / "foreign.py").write_text("def long(rule):\n    return float(len(rule.source_words) > 3)\n")
    info = tmp_path / "foreign-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[rectrix.features]\nlong_rules = foreign:long\n")
    monkeypatch.syspath_prepend(tmp_path)
    chosen = ChosenFeatures.of(["long_rules"])
    assert not chosen.templates and "def long(rule)" in chosen.sources[0].text
