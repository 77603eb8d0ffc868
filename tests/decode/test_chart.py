"""Chart decoding against brute force on random grammars and language models."""

from __future__ import annotations

import io
import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import extract
from rectrix._core.lm import Model
from rectrix.base.errors import InputError, UsageError
from rectrix.decode import ChartDecoder, ChartOptions, MemoryRules

from .random_grammars import NAMES, Derived, Grammar, derivations, random_grammar

SEEDS = st.integers(0, 10**6)


def build(
    grammar: Grammar, models: int = 1, templates: tuple[str, ...] = (), **options: int
) -> tuple[ChartDecoder, np.ndarray]:
    rules = MemoryRules(NAMES)
    for rule in grammar.rules:
        rules.add(" ".join(rule.source), " ".join(rule.target), list(rule.scores))
    loaded = [Model.read_arpa(io.BytesIO(grammar.arpa().encode()), "random.arpa") for _ in range(models)]
    space = FeatureSpace()
    weights = np.zeros(20)
    for name, value in grammar.weights.items():
        weights[space.add(name)] = value
    chosen = ChartOptions(span_limit=grammar.span_limit, **{"pop_limit": 0} | options)
    return ChartDecoder(rules, loaded, list(templates), space, chosen), weights


def truth(grammar: Grammar, sentence: list[str]) -> list[tuple[float, Derived]]:
    found = []
    for one in derivations(grammar, sentence):
        one.features["lm"] = grammar.log_probability(one.words)
        found.append((sum(grammar.weights[name] * value for name, value in one.features.items()), one))
    return sorted(found, key=lambda pair: -pair[0])


@settings(max_examples=120)
@given(SEEDS)
def test_exhaustive_search_finds_the_true_best_and_k_best(seed: int) -> None:
    grammar, sentence = random_grammar(seed)
    expected = truth(grammar, sentence)
    if len(expected) > 3000:
        return
    decoder, weights = build(grammar)
    [(text, score, report)] = decoder.translate([" ".join(sentence)], weights)
    assert score == pytest.approx(expected[0][0], abs=1e-4)
    assert report.words == len(sentence)
    best: dict[tuple[str, ...], float] = {}
    for value, one in expected:
        best[one.words] = max(best.get(one.words, -math.inf), value)
    assert best[tuple(text.split())] == pytest.approx(score, abs=1e-4)
    forest = decoder.forest(" ".join(sentence), weights)
    found = {tuple(one["text"].split()): one["score"] for one in forest.kbest(len(best) + 1)}
    assert found == pytest.approx(best, abs=1e-4)
    all_scores = [one["score"] for one in forest.kbest(len(expected) + 1, unique=False)]
    np.testing.assert_allclose(all_scores, [value for value, _ in expected], atol=1e-4)
    assert forest.sums()[0] == pytest.approx(np.logaddexp.reduce([value for value, _ in expected]), abs=1e-4)


@settings(max_examples=60)
@given(SEEDS)
def test_features_sum_to_the_score(seed: int) -> None:
    grammar, sentence = random_grammar(seed)
    decoder, weights = build(grammar)
    for one in decoder.forest(" ".join(sentence), weights).kbest(20):
        total = sum(grammar.weights.get(name, 0.0) * value for name, value in one["features"].items())
        assert one["score"] == pytest.approx(total, abs=1e-4)
        assert one["features"]["lm"] == pytest.approx(
            grammar.log_probability(tuple(one["text"].split())), abs=1e-4
        )


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 5))
def test_a_pop_limit_never_finds_more_than_there_is(seed: int, pops: int) -> None:
    grammar, sentence = random_grammar(seed)
    expected = truth(grammar, sentence)
    decoder, weights = build(grammar, pop_limit=pops)
    [(text, score, _)] = decoder.translate([" ".join(sentence)], weights)
    reached = [value for value, one in expected if one.words == tuple(text.split())]
    assert any(value == pytest.approx(score, abs=1e-4) for value in reached)


@settings(max_examples=20)
@given(SEEDS)
def test_two_language_models_count_twice(seed: int) -> None:
    grammar, sentence = random_grammar(seed)
    decoder, weights = build(grammar, models=2)
    weights[decoder.space.add("lm2")] = 0.5
    for one in decoder.forest(" ".join(sentence), weights).kbest(5):
        assert one["features"]["lm2"] == pytest.approx(one["features"]["lm"], abs=1e-5)


@settings(max_examples=60)
@given(SEEDS)
def test_joint_bigrams_are_those_of_the_translation(seed: int) -> None:
    grammar, sentence = random_grammar(seed)
    decoder, weights = build(grammar, templates=("joint_bigrams",))
    rewarded = {("x", "y"): 0.7, ("<s>", "y"): 0.4, ("a", "</s>"): -0.9, ("z", "z"): 0.3}
    for (left, right), value in rewarded.items():
        weights[decoder.space.add(f"bi:{left}_{right}")] = value

    def pairs(words: tuple[str, ...]) -> Counter[tuple[str, str]]:
        return Counter(pairwise(("<s>", *words, "</s>")))

    best: dict[tuple[str, ...], float] = {}
    for value, one in truth(grammar, sentence):
        value += sum(count * rewarded.get(pair, 0.0) for pair, count in pairs(one.words).items())
        best[one.words] = max(best.get(one.words, -math.inf), value)
    if len(best) > 3000:
        return
    found = decoder.forest(" ".join(sentence), weights).kbest(len(best) + 1)
    assert {tuple(one["text"].split()): one["score"] for one in found} == pytest.approx(best, abs=1e-4)
    for one in found:
        names = {name: value for name, value in one["features"].items() if name.startswith("bi:")}
        counts = pairs(tuple(one["text"].split()))
        assert names == {f"bi:{left}_{right}": count for (left, right), count in counts.items()}


def test_lists_do_not_depend_on_threads() -> None:
    grammar, _ = random_grammar(5)
    lines = [" ".join(random_grammar(seed)[1]) for seed in range(40)]
    results = []
    for threads in (1, 4):
        decoder, weights = build(grammar)
        lists, reports, _ = extract(decoder, lines, weights, size=10, threads=threads)
        assert len(lists) == len(reports) == len(lines)
        results.append(
            [np.asarray(part).tobytes() for part in (lists.tokens, lists.scores, lists.feature_ids)]
        )
    assert results[0] == results[1]


def test_each_sentence_can_have_its_own_weights() -> None:
    rules = MemoryRules(["p"])
    rules.add("a", "good", [1.0])
    rules.add("a", "bad", [-1.0])
    space = FeatureSpace()
    assert space.add("p") == 0
    decoder = ChartDecoder(rules, [], [], space, ChartOptions())
    found = decoder.translate(["a", "a"], np.array([[1.0], [-1.0]]))
    assert [text for text, _, _ in found] == ["good", "bad"]


def test_a_grammar_of_its_own_for_each_sentence() -> None:
    rules = MemoryRules([])
    rules.add("a", "first", [], sentence=0)
    rules.add("a", "second", [], sentence=1)
    decoder = ChartDecoder(rules, [], [], FeatureSpace(), ChartOptions())
    assert [text for text, _, _ in decoder.translate(["a", "a", "a"], np.zeros(0))] == [
        "first",
        "second",
        "a",
    ]


@settings(max_examples=60)
@given(SEEDS)
def test_reach_has_all_derivations_of_one_translation(seed: int) -> None:
    """Whatever the pop limit: refused hypotheses must neither count nor hide those behind them."""
    grammar, sentence = random_grammar(seed)
    expected = truth(grammar, sentence)
    if len(expected) > 3000:
        return
    decoder, weights = build(grammar, pop_limit=1)
    line = " ".join(sentence)
    strings = sorted({one.words for _, one in expected})
    for words in strings[:: max(1, len(strings) // 10)]:
        forest = decoder.reach(line, " ".join(words), weights)
        assert forest is not None
        found = forest.kbest(len(expected) + 1, unique=False)
        assert {one["text"] for one in found} == {" ".join(words)}
        scores = [value for value, one in expected if one.words == words]
        np.testing.assert_allclose([one["score"] for one in found], scores, atol=1e-4)
    for extra in (("never", "seen"), (*strings[0], *strings[0], *strings[0], "x")):
        if extra not in strings:
            assert decoder.reach(line, " ".join(extra), weights) is None


def abc_rules() -> MemoryRules:
    rules = MemoryRules([])
    for word in "abc":
        for copy in range(3):
            rules.add(word, f"{word}{copy}", [])
    rules.add("a [1] b", "b [1] a", [])
    return rules


def test_a_long_sentence_gets_a_lower_pop_limit() -> None:
    decoder = ChartDecoder(abc_rules(), [], [], FeatureSpace(), ChartOptions(hypotheses=100000))
    [(text, _, report)] = decoder.translate([" ".join("abcd"[i % 4] for i in range(2000))], np.zeros(0))
    assert len(text.split()) == 2000
    assert (report.words, report.pieces, report.unknown) == (2000, 1, 500)
    assert report.pop_limit < 200
    assert report.hypotheses <= 100000


def test_a_very_long_sentence_is_translated_in_pieces_split_behind_punctuation() -> None:
    rules = abc_rules()
    rules.add(".", ".", [])
    decoder = ChartDecoder(rules, [], [], FeatureSpace(), ChartOptions(max_words=100))
    line = " ".join("." if i % 70 == 69 else "c" for i in range(1000))
    [(text, _, report)] = decoder.translate([line], np.zeros(0))
    assert len(text.split()) == 1000
    assert [i for i, word in enumerate(text.split()) if word == "."] == list(range(69, 1000, 70))
    assert (report.words, report.pieces, report.unknown) == (1000, 14, 0)
    with pytest.raises(InputError, match="sentence 8: more than 100 words, the most"):
        extract(decoder, [line], np.zeros(0), size=2, first=7)


def test_time_limit_still_gives_a_translation() -> None:
    grammar, sentence = random_grammar(3)
    decoder, weights = build(grammar)
    hasty = ChartOptions(seconds=1e-9)
    rules = MemoryRules([])
    rules.add("a", "x", [])
    [(text, _, report)] = ChartDecoder(rules, [], [], FeatureSpace(), hasty).translate(["a a a"], np.zeros(0))
    assert text == "x x x"
    assert report.out_of_time
    assert not decoder.translate([" ".join(sentence)], weights)[0][2].out_of_time


def test_empty_sentences_have_empty_translations() -> None:
    decoder = ChartDecoder(MemoryRules([]), [], [], FeatureSpace(), ChartOptions())
    assert [text for text, _, _ in decoder.translate(["", "  ", "x"], np.zeros(0))] == ["", "", "x"]
    lists, _, _ = extract(decoder, ["", "x"], np.zeros(0))
    assert lists.list_begin.tolist() == [0, 0, 1]


def test_rules_that_cannot_be_followed_are_refused() -> None:
    for source, target in [("a [1]", "b"), ("a", "b [1]"), ("a [1]", "[1] [1]"), ("[2] a", "[2]")]:
        rules = MemoryRules([])
        rules.add(source, target, [])
        with pytest.raises(InputError):
            ChartDecoder(rules, [], [], FeatureSpace(), ChartOptions()).translate(["a a"], np.zeros(0))
    rules = MemoryRules(["p"])
    rules.add("a", "b", [math.inf])
    space = FeatureSpace()
    space.add("p")
    with pytest.raises(InputError, match="not a number"):
        ChartDecoder(rules, [], [], space, ChartOptions()).translate(["a"], np.ones(1))
    with pytest.raises(UsageError, match="span limit"):
        ChartDecoder(rules, [], [], space, ChartOptions(span_limit=0))


def test_a_rule_that_is_only_a_gap_does_not_go_in_circles() -> None:
    rules = MemoryRules([])
    rules.add("[1]", "[1] again", [])
    rules.add("a", "b", [])
    decoder = ChartDecoder(rules, [], [], FeatureSpace(), ChartOptions())
    assert decoder.translate(["a"], np.zeros(0))[0][0] == "b"
