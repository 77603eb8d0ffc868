"""Phrase-based decoding against brute force on random tables, reordering models and language models."""

from __future__ import annotations

import io
import math
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rectrix._core.decode import StackDecoder, StackOptions, UnknownWords
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import PhraseTable, read_moses
from rectrix._core.kbest import extract
from rectrix._core.lm import Model
from rectrix.base.errors import InputError, UsageError

from .random_phrases import Phrases, derivations, marked, random_phrases

SEEDS = st.integers(0, 10**6)
EXHAUSTIVE = {"pop_limit": 0, "stack": 0, "table_limit": 0}
quick = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])


def build(
    phrases: Phrases, folder: Path, templates: tuple[str, ...] = (), **options: object
) -> tuple[StackDecoder, np.ndarray]:
    model = Model.read_arpa(io.BytesIO(phrases.model.arpa().encode()), "random.arpa")
    space = FeatureSpace()
    weights = np.zeros(40 + len(phrases.weights))
    for name, value in phrases.weights.items():
        weights[space.add(name)] = value
    table = phrases.table(folder / "table.rphrases")
    chosen = StackOptions(**{"distortion_limit": phrases.distortion_limit} | EXHAUSTIVE | options)
    return StackDecoder(table, [model], list(templates), space, chosen), weights


@quick
@given(SEEDS)
def test_exhaustive_search_finds_the_true_best_and_k_best(tmp_path: Path, seed: int) -> None:
    phrases, sentence = random_phrases(seed)
    expected = derivations(phrases, sentence)
    if len(expected) > 3000:
        return
    decoder, weights = build(phrases, tmp_path)
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


@quick
@given(SEEDS, st.booleans())
def test_sparse_reordering_is_part_of_the_state(tmp_path: Path, seed: int, with_table: bool) -> None:
    phrases, sentence = random_phrases(seed)
    phrases.sparse = True
    if not with_table:
        phrases.type = ""
    rng = random.Random(seed)
    names = sorted({n for _, one in derivations(phrases, sentence) for n in one.features if n[:3] == "lo:"})
    phrases.weights |= {name: rng.uniform(-2, 2) for name in names}
    expected = [value for value, _ in derivations(phrases, sentence)]
    decoder, weights = build(phrases, tmp_path, sparse_reordering=True)
    found = decoder.forest(" ".join(sentence), weights).kbest(min(len(expected), 500), unique=False)
    np.testing.assert_allclose([one["score"] for one in found], expected[: len(found)], atol=1e-4)


@quick
@given(SEEDS, st.booleans(), st.booleans(), st.data())
def test_walls_zones_and_joins_two_by_two_limit_reordering(
    tmp_path: Path, seed: int, itg: bool, exhaustive: bool, data: st.DataObject
) -> None:
    phrases, sentence = random_phrases(seed, most=6)
    edges = st.integers(0, len(sentence))
    phrases.itg = itg
    phrases.walls = tuple(data.draw(st.lists(edges, max_size=1)))
    zones = data.draw(st.lists(st.tuples(edges, edges), max_size=2))
    phrases.zones = tuple((first, last) for first, last in zones if first < last)
    if crossing(phrases.zones):
        phrases.zones = phrases.zones[:1]
    expected = derivations(phrases, sentence)
    assert expected  # in the sentence's own order, if in no other
    limits = {} if exhaustive else {"pop_limit": 2, "stack": 2}
    decoder, weights = build(phrases, tmp_path, itg=itg, markup=True, **limits)
    line = marked(phrases, sentence)
    [(text, score, report)] = decoder.translate([line], weights)
    assert report.words == len(sentence)
    reached = [value for value, one in expected if one.words == tuple(text.split())]
    assert any(value == pytest.approx(score, abs=1e-4) for value in reached)
    if exhaustive:
        found = decoder.forest(line, weights).kbest(min(len(expected), 500), unique=False)
        values = [value for value, _ in expected]
        np.testing.assert_allclose([one["score"] for one in found], values[: len(found)], atol=1e-4)


def crossing(zones: tuple[tuple[int, int], ...]) -> bool:
    return any(a[0] < b[0] < a[1] < b[1] for a in zones for b in zones)


def test_marks_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    decoder = decoder_of(table_of(tmp_path, "a ||| x ||| 1"), markup=True)
    for line in ("a <zone> a", "a </zone> a", "</zone> <zone>"):
        with pytest.raises(InputError, match="zone"):
            decoder.translate([line], np.zeros(0))
    assert decoder.translate(["<wall/> a <zone> </zone> a"], np.zeros(0))[0][0] == "x x"
    plain = decoder_of(table_of(tmp_path, "a ||| x ||| 1"))
    assert plain.translate(["a <zone>"], np.zeros(0))[0][0] == "x <zone>"


@quick
@given(SEEDS)
def test_features_are_those_of_the_best_derivation_and_sum_to_the_score(tmp_path: Path, seed: int) -> None:
    phrases, sentence = random_phrases(seed)
    expected = derivations(phrases, sentence)
    decoder, weights = build(phrases, tmp_path)
    for one in decoder.forest(" ".join(sentence), weights).kbest(10):
        total = sum(phrases.weights.get(name, 0.0) * value for name, value in one["features"].items())
        assert one["score"] == pytest.approx(total, abs=1e-4)
    [best] = decoder.forest(" ".join(sentence), weights).kbest(1)
    same = [one.features for value, one in expected if value == pytest.approx(best["score"], abs=1e-4)]
    found = {name: value for name, value in best["features"].items() if abs(value) > 1e-9}
    assert any(
        found == pytest.approx({n: v for n, v in one.items() if abs(v) > 1e-9}, abs=1e-4) for one in same
    )


@quick
@given(SEEDS, st.integers(1, 6), st.integers(1, 4), st.booleans())
def test_pruned_search_finds_some_derivation(
    tmp_path: Path, seed: int, pops: int, stack: int, ahead: bool
) -> None:
    phrases, sentence = random_phrases(seed)
    expected = derivations(phrases, sentence)
    decoder, weights = build(
        phrases, tmp_path, pop_limit=pops, stack=stack, distortion_ahead=ahead, threshold=5.0
    )
    [(text, score, _)] = decoder.translate([" ".join(sentence)], weights)
    reached = [value for value, one in expected if one.words == tuple(text.split())]
    assert any(value == pytest.approx(score, abs=1e-4) for value in reached)


@quick
@given(SEEDS)
def test_distortion_ahead_changes_no_score_of_exhaustive_search(tmp_path: Path, seed: int) -> None:
    phrases, sentence = random_phrases(seed)
    plain, weights = build(phrases, tmp_path)
    ahead, _ = build(phrases, tmp_path, distortion_ahead=True)
    line = " ".join(sentence)
    assert plain.translate([line], weights)[0][1] == pytest.approx(
        ahead.translate([line], weights)[0][1], abs=1e-6
    )


def table_of(folder: Path, *lines: str) -> PhraseTable:
    path = folder / "small.rphrases"
    read_moses(io.BytesIO("\n".join(lines).encode()), "pairs", None, "", "", path, folder)
    return PhraseTable.open(path)


def decoder_of(table: PhraseTable, templates: list[str] | None = None, **options: object) -> StackDecoder:
    return StackDecoder(table, [], templates or [], FeatureSpace(), StackOptions(**options))


def test_unknown_words_are_copied_dropped_or_marked(tmp_path: Path) -> None:
    table = table_of(tmp_path, "a ||| x ||| 1")
    texts = {
        policy: decoder_of(table, unknown=policy).translate(["a q a"], np.zeros(0))[0][0]
        for policy in (UnknownWords.copy, UnknownWords.drop, UnknownWords.mark)
    }
    assert list(texts.values()) == ["x q x", "x x", "x <unk:q> x"]
    [(_, _, report)] = decoder_of(table).translate(["a q q"], np.zeros(0))
    assert report.unknown == 2


def test_long_sentences_keep_their_words_also_in_pieces(tmp_path: Path) -> None:
    table = table_of(tmp_path, *(f"{word} ||| {word}{copy} ||| 1" for word in "abc" for copy in range(3)))
    line = " ".join("abcd"[i % 4] for i in range(700))
    for limit in (-1, 0, 6):
        [(text, _, report)] = decoder_of(
            table, distortion_limit=limit, pop_limit=20, stack=10, max_words=600
        ).translate([line], np.zeros(0))
        assert len(text.split()) == 700
        assert (report.words, report.pieces, report.unknown) == (700, 2, 175)


def test_a_time_limit_still_gives_a_translation(tmp_path: Path) -> None:
    table = table_of(tmp_path, "a ||| x ||| 1")
    [(text, _, report)] = decoder_of(table, seconds=1e-9).translate(["a a a"], np.zeros(0))
    assert text == "x x x"
    assert report.out_of_time


def test_empty_sentences_have_empty_translations(tmp_path: Path) -> None:
    decoder = decoder_of(table_of(tmp_path, "a ||| x ||| 1"))
    assert [text for text, _, _ in decoder.translate(["", "  ", "a"], np.zeros(0))] == ["", "", "x"]
    lists, _, _ = extract(decoder, ["", "a"], np.zeros(0))
    assert lists.list_begin.tolist() == [0, 0, 1]


def test_lists_do_not_depend_on_threads(tmp_path: Path) -> None:
    phrases, _ = random_phrases(7)
    lines = [" ".join(random_phrases(seed)[1]) for seed in range(40)]
    results = []
    for threads in (1, 4):
        decoder, weights = build(phrases, tmp_path)
        lists, _, _ = extract(decoder, lines, weights, size=10, threads=threads)
        results.append(
            [np.asarray(part).tobytes() for part in (lists.tokens, lists.scores, lists.feature_ids)]
        )
    assert results[0] == results[1]


def test_the_table_limit_keeps_the_best_by_weight(tmp_path: Path) -> None:
    table = table_of(tmp_path, *(f"a ||| x{i} ||| {(i * 7 % 40 + 1) / 50}" for i in range(40)))
    space = FeatureSpace()
    weights = np.array([1.0])
    assert space.add(table.score_names[0]) == 0
    decoder = StackDecoder(table, [], [], space, StackOptions(table_limit=5))
    for sign in (1.0, -1.0):
        found = [one["score"] for one in decoder.forest("a", sign * weights).kbest(10)]
        every = sorted((sign * math.log((i + 1) / 50) for i in range(40)), reverse=True)
        np.testing.assert_allclose(found, every[:5], atol=1e-5)


def test_sparse_reordering_names_pairs_and_classes(tmp_path: Path) -> None:
    table = table_of(tmp_path, "a ||| x ||| 1", "b ||| y ||| 1")
    decoder = decoder_of(table, sparse_reordering=True, pop_limit=0)
    found = {one["text"]: one["features"] for one in decoder.forest("a b", np.zeros(0)).kbest(5)}
    sparse = {text: {n for n in names if n.startswith("lo:")} for text, names in found.items()}
    assert sparse["x y"] == {"lo:before_monotone|a|x", "lo:before_monotone|b|y", "lo:after_monotone|a|x"}
    assert sparse["y x"] == {
        "lo:before_discontinuous|b|y",
        "lo:before_other|b|y",
        "lo:before_swap|a|x",
        "lo:before_other|a|x",
        "lo:after_swap|b|y",
        "lo:after_other|b|y",
    }
    weights = np.zeros(30)
    weights[decoder.space.add("lo:before_swap|a|x")] = 1.0
    assert decoder.translate(["a b"], weights)[0][:2] == ("y x", 1.0)


def test_templates_change_which_translations_stay(tmp_path: Path) -> None:
    table = table_of(tmp_path, *(f"a ||| x{i} ||| {1 - i / 10}" for i in range(6)))
    decoder = decoder_of(table, ["rule_id"], table_limit=2)
    weights = np.zeros(30)
    weights[decoder.space.add(table.score_names[0])] = 1.0
    weights[decoder.space.add("id:a|x5")] = 9.0
    found = [one["text"] for one in decoder.forest("a", weights).kbest(10)]
    assert found == ["x5", "x0"]


def test_options_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    table = table_of(tmp_path, "a ||| x ||| 1")
    for wrong in (
        {"pop_limit": -1},
        {"stack": -1},
        {"distortion_limit": -2},
        {"seconds": math.nan},
        {"max_words": 0},
    ):
        with pytest.raises(UsageError):
            decoder_of(table, **wrong)


def test_functions_in_python_see_all_options(tmp_path: Path) -> None:
    table = table_of(tmp_path, "a ||| x ||| 0.9", "a ||| y ||| 0.1")

    def ends_in_y(
        rules: list[tuple[tuple[str, ...], tuple[str, ...], object]],
    ) -> list[tuple[int, str, float]]:
        return [(number, "ends:y", 1.0) for number, rule in enumerate(rules) if rule[1][-1] == "y"]

    space = FeatureSpace()
    weights = np.array([2.0])
    assert space.add("ends:y") == 0
    decoder = StackDecoder(table, [], ["phrase_length"], space, StackOptions(table_limit=1), [ends_in_y])
    [best] = decoder.forest("a", weights).kbest(5)
    assert (best["text"], best["score"]) == ("y", 2.0)
    assert best["features"]["length:1_1"] == 1.0
