"""Spans with given translations, in both decoders, against all derivations that their policies permit."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rectrix._core.decode import Constraints, SpanPolicy
from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import extract
from rectrix.base.errors import UsageError
from rectrix.decode import ChartDecoder, ChartOptions, MemoryRules, StackDecoder

from . import random_grammars, random_phrases
from .given import POLICIES, constraints, random_given
from .test_chart import build as build_chart
from .test_stack import build as build_stack
from .test_stack import decoder_of, table_of

SEEDS = st.integers(0, 10**6)
quick = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
MOST = 3000


def best_by_words(expected: list[tuple[float, tuple[str, ...]]]) -> dict[tuple[str, ...], float]:
    best: dict[tuple[str, ...], float] = {}
    for value, words in expected:
        best[words] = max(best.get(words, -math.inf), value)
    return best


def compare(
    decoder: ChartDecoder | StackDecoder,
    weights: np.ndarray,
    sentence: list[str],
    demanded: Constraints,
    expected: list[tuple[float, tuple[str, ...]]],
) -> None:
    """The best translation, all strings, and the scores of all derivations."""
    expected = sorted(expected, key=lambda pair: -pair[0])
    best = best_by_words(expected)
    line = " ".join(sentence)
    [(text, score, _)] = decoder.translate([line], weights, constraints=[demanded])
    assert score == pytest.approx(expected[0][0], abs=1e-4)
    assert best[tuple(text.split())] == pytest.approx(score, abs=1e-4)
    forest = decoder.forest(line, weights, constraints=demanded)
    found = {tuple(one["text"].split()): one["score"] for one in forest.kbest(len(best) + 1)}
    assert found == pytest.approx(best, abs=1e-4)
    scores = [one["score"] for one in forest.kbest(len(expected) + 1, unique=False)]
    np.testing.assert_allclose(scores, [value for value, _ in expected], atol=1e-4)


@quick
@given(SEEDS, st.sampled_from(POLICIES))
def test_the_chart_decoder_finds_all_that_is_permitted(seed: int, policy: str) -> None:
    grammar, sentence = random_grammars.random_grammar(seed)
    grammar.weights["forced"] = 0.7
    spans = random_given(seed, len(sentence), policy)
    expected = []
    for one in random_grammars.derivations(grammar, sentence, spans):
        one.features["lm"] = grammar.log_probability(one.words)
        expected.append((sum(grammar.weights[n] * v for n, v in one.features.items()), one.words))
    if len(expected) <= MOST:
        compare(*build_chart(grammar), sentence, constraints(spans), expected)


@quick
@given(SEEDS, st.sampled_from(POLICIES))
def test_the_stack_decoder_finds_all_that_is_permitted(tmp_path: Path, seed: int, policy: str) -> None:
    phrases, sentence = random_phrases.random_phrases(seed)
    phrases.weights["forced"] = 0.7
    spans = random_given(seed, len(sentence), policy)
    phrases.given = tuple(spans)
    expected = [(value, one.words) for value, one in random_phrases.derivations(phrases, sentence)]
    if len(expected) <= MOST:
        compare(*build_stack(phrases, tmp_path), sentence, constraints(spans), expected)


@quick
@given(SEEDS, st.sampled_from(POLICIES))
def test_features_sum_to_the_score_and_pruned_search_finds_what_there_is(
    tmp_path: Path, seed: int, policy: str
) -> None:
    phrases, sentence = random_phrases.random_phrases(seed)
    phrases.weights["forced"] = 0.7
    phrases.given = tuple(random_given(seed, len(sentence), policy))
    demanded = constraints(list(phrases.given))
    decoder, weights = build_stack(phrases, tmp_path, pop_limit=2, stack=1, table_limit=1)
    for one in decoder.forest(" ".join(sentence), weights, constraints=demanded).kbest(5):
        total = sum(phrases.weights.get(name, 0.0) * value for name, value in one["features"].items())
        assert one["score"] == pytest.approx(total, abs=1e-4)
    [(text, score, _)] = decoder.translate([" ".join(sentence)], weights, constraints=[demanded])
    expected = random_phrases.derivations(phrases, sentence)
    reached = [value for value, one in expected if one.words == tuple(text.split())]
    assert any(value == pytest.approx(score, abs=1e-4) for value in reached)


def chart_of(*rules: tuple[str, str], **options: int) -> ChartDecoder:
    made = MemoryRules([])
    for source, target in rules:
        made.add(source, target, [], [(0, 0)])
    return ChartDecoder(made, [], [], FeatureSpace(), ChartOptions(**options))


def decoders(folder: Path, **options: int) -> list[ChartDecoder | StackDecoder]:
    """Both, translating a as x and b as y."""
    stack = decoder_of(
        table_of(folder, "a ||| x ||| 1 ||| 0-0 |||", "b ||| y ||| 1 ||| 0-0 |||"),
        distortion_limit=0,
    )
    return [chart_of(("a", "x"), ("b", "y"), **options), stack]


def spans_of(*spans: tuple[int, int, str], policy: str = "exclusive") -> Constraints:
    made = Constraints()
    for begin, end, text in spans:
        made.add_span(begin, end, text, SpanPolicy[policy])
    return made


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([(0, 1, "p")], "p y x y"),
        ([(3, 4, "q r s")], "x y x q r s"),
        ([(1, 2, "p"), (2, 3, "q")], "x p q y"),
        ([(0, 4, "p q")], "p q"),
        ([(1, 3, "")], "x y"),
        ([(0, 4, "")], ""),
        ([(0, 2, "ünknown wörds"), (2, 4, "</s> <s>")], "ünknown wörds </s> <s>"),
    ],
)
def test_spans_at_the_edges_beside_each_other_and_empty(
    tmp_path: Path, spans: list[tuple[int, int, str]], expected: str
) -> None:
    for decoder in decoders(tmp_path, span_limit=2):
        [(text, _, report)] = decoder.translate(["a b a b"], np.zeros(0), constraints=[spans_of(*spans)])
        assert text == expected
        assert report.unknown == 0


@pytest.mark.parametrize("length", [5, 63, 64, 65, 100, 254])
def test_a_span_may_be_longer_than_any_limit_of_search(tmp_path: Path, length: int) -> None:
    for decoder, before in product(decoders(tmp_path, span_limit=2), (0, 1, 3)):
        line = " ".join(["a"] * before + ["q"] * length + ["b"] * 2)
        demanded = spans_of((before, before + length, "long one"))
        [(text, _, report)] = decoder.translate([line], np.zeros(0), constraints=[demanded])
        assert text == " ".join(["x"] * before + ["long", "one", "y", "y"])
        assert len(report.alignments[0]) == before + 2 * length + 2
        [best] = decoder.forest(line, np.zeros(0), constraints=demanded).kbest(1)
        assert best["alignment"] == report.alignments[0]


def test_a_given_translation_holds_for_its_place_alone(tmp_path: Path) -> None:
    for decoder in decoders(tmp_path):
        assert decoder.translate(["a a a"], np.zeros(0), constraints=[spans_of((1, 2, "p"))])[0][0] == "x p x"


def test_links_are_word_by_word_or_all_to_all(tmp_path: Path) -> None:
    for decoder in decoders(tmp_path):
        demanded = spans_of((0, 2, "p q"), (3, 5, "r s t"))
        [(text, _, report)] = decoder.translate(["a b a b b a"], np.zeros(0), constraints=[demanded])
        assert text == "p q x r s t x"
        every = [(3 + i, 3 + j) for i in range(2) for j in range(3)]
        assert report.alignments == [[(0, 0), (1, 1), (2, 2), *every, (5, 6)]]
        lists, [of_list], _ = extract(
            decoder, ["a b a b b a"], np.zeros(0), size=2, constraints=[demanded], alignments=True
        )
        assert len(of_list.alignments) == lists.hypotheses
        assert of_list.alignments[0] == report.alignments[0]


def test_links_follow_words_that_change_places() -> None:
    rules = MemoryRules([])
    rules.add("a [1] b [2]", "[2] y [1] x", [], [(0, 3), (2, 1)])
    rules.add("c", "z z", [], [(0, 0), (0, 1)])
    decoder = ChartDecoder(rules, [], [], FeatureSpace(), ChartOptions())
    weights = np.full(1, -1.0)
    decoder.space.add("glue")
    [(text, _, report)] = decoder.translate(["a d b c"], weights)
    assert text == "z z y d x"
    assert report.alignments == [[(0, 4), (1, 3), (2, 2), (3, 0), (3, 1)]]
    assert decoder.forest("a d b c", weights).kbest(1)[0]["alignment"] == report.alignments[0]


def test_sentences_in_pieces_keep_their_spans_and_links(tmp_path: Path) -> None:
    table = table_of(tmp_path, "a ||| x ||| 1 ||| 0-0 |||")
    stack = decoder_of(table, max_words=4, distortion_limit=0)
    for decoder in (stack, chart_of(("a", "x"), max_words=4)):
        demanded = spans_of((3, 6, "p q"), (7, 8, "r"))
        [(text, _, report)] = decoder.translate([" ".join("a" * 10)], np.zeros(0), constraints=[demanded])
        assert text == "x x x p q x r x x"
        every = [(3 + i, 3 + j) for i in range(3) for j in range(2)]
        assert report.alignments == [[(0, 0), (1, 1), (2, 2), *every, (6, 5), (7, 6), (8, 7), (9, 8)]]
        with pytest.raises(UsageError, match="span 0-5"):
            decoder.translate([" ".join("a" * 10)], np.zeros(0), constraints=[spans_of((0, 5, "p"))])


def test_walls_and_zones_given_as_places_equal_those_in_the_text(tmp_path: Path) -> None:
    lines = ["a ||| x ||| 1", "b ||| y ||| 1", "c ||| z ||| 1"]
    table = table_of(tmp_path, *lines)
    plain, marked = decoder_of(table), decoder_of(table, markup=True)
    demanded = Constraints()
    demanded.add_wall(2)
    demanded.add_zone(2, 4)
    every = {one["text"] for one in plain.forest("a b c a b", np.zeros(0), constraints=demanded).kbest(200)}
    text = "a b <wall/> <zone> c a </zone> b"
    assert every == {one["text"] for one in marked.forest(text, np.zeros(0)).kbest(200)}
    assert every < {one["text"] for one in plain.forest("a b c a b", np.zeros(0)).kbest(200)}
    with pytest.raises(UsageError, match="phrase-based"):
        chart_of(("a", "x")).translate(["a b c a b"], np.zeros(0), constraints=[demanded])


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ([(0, 2, "p"), (1, 3, "q")], "overlap"),
        ([(0, 3, "p"), (1, 2, "q")], "overlap"),
        ([(2, 4, "p")], "3 words"),
        ([(1, 1, "p")], "span 1-1"),
        ([(0, 1, " ".join("p" * 255))], "254"),
    ],
)
def test_spans_that_make_no_sense_are_refused(
    tmp_path: Path, spans: list[tuple[int, int, str]], message: str
) -> None:
    for decoder in decoders(tmp_path):
        with pytest.raises(UsageError, match=f"sentence 7: .*{message}"):
            decoder.translate(["a b a"], np.zeros(0), first=7, constraints=[spans_of(*spans)])


def test_policies_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    mixed = spans_of((0, 1, "p"))
    mixed.add_span(0, 1, "q", SpanPolicy.inclusive)
    nothing = spans_of((0, 1, ""), policy="constraint")
    within = spans_of((0, 3, "p"), policy="inclusive")
    within.add_span(1, 2, "q", SpanPolicy.constraint)
    infinite = Constraints()
    infinite.add_span(0, 1, "q", SpanPolicy.inclusive, -math.inf)
    for decoder in decoders(tmp_path):
        for wrong in (mixed, nothing, within, infinite):
            with pytest.raises(UsageError, match=r"policies|no words|overlap|not a number"):
                decoder.translate(["a b a"], np.zeros(0), constraints=[wrong])
        with pytest.raises(UsageError, match="each sentence"):
            decoder.translate(["a", "b"], np.zeros(0), constraints=[None])


def test_results_do_not_depend_on_threads(tmp_path: Path) -> None:
    phrases, _ = random_phrases.random_phrases(7)
    grammar, _ = random_grammars.random_grammar(5)
    lines = [" ".join(random_phrases.random_phrases(seed)[1]) for seed in range(40)]
    demanded = [
        None if seed % 3 == 0 else constraints(random_given(seed, len(line.split()), POLICIES[seed % 3]))
        for seed, line in enumerate(lines)
    ]
    for decoder, weights in (build_stack(phrases, tmp_path), build_chart(grammar)):
        results = []
        for threads in (1, 4):
            found = decoder.translate(lines, weights, threads, constraints=demanded)
            lists, _, _ = extract(decoder, lines, weights, size=10, threads=threads, constraints=demanded)
            results.append([[one[:2] for one in found], lists.tokens.tobytes(), lists.scores.tobytes()])
        assert results[0] == results[1]


def test_forced_decoding_keeps_to_given_translations() -> None:
    decoder = chart_of(("a", "x"), ("a", "p"), ("b", "y"))
    for text, free, forced in (("p y", True, True), ("x y", True, False), ("q y", False, False)):
        assert (decoder.reach("a b", text, np.zeros(0)) is not None) is free
        reached = decoder.reach("a b", text, np.zeros(0), constraints=spans_of((0, 1, "p")))
        assert (reached is not None) is forced
