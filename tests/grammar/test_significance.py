"""Significance pruning against scipy's tests and counting by definition."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_bitexts import Pair, Sentences, contents, random_bitext, slow
from scipy.stats import fisher_exact, hypergeom

from rectrix._core.grammar import surprise
from rectrix.base.errors import UsageError
from rectrix.grammar import PhraseSettings, extract_phrases


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, int, int, int]:
    sentences = draw(st.integers(1, 10**6))
    source = draw(st.integers(1, min(sentences, 3000)))
    target = draw(st.integers(1, min(sentences, 3000)))
    both = draw(st.integers(max(0, source + target - sentences), min(source, target)))
    return both, source, target, sentences


@given(tables())
def test_surprise_is_the_tail_of_the_hypergeometric_distribution(table: tuple[int, int, int, int]) -> None:
    both, source, target, sentences = table
    expected = -hypergeom.logsf(both - 1, sentences, source, target)
    if expected < 600:  # beyond, scipy's tail is 0
        assert surprise(*table) == pytest.approx(expected, rel=1e-6, abs=1e-7)
    elif math.isfinite(first := -hypergeom.logpmf(both, sentences, source, target)):
        assert first - 10 < surprise(*table) <= first + 1e-6


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.integers(0, 10**5))
def test_surprise_is_fishers_exact_test(a: int, b: int, c: int, d: int) -> None:
    _, p = fisher_exact([[a, b], [c, d]], alternative="greater")
    if a + b + c + d > 0:
        assert surprise(a, a + b, a + c, a + b + c + d) == pytest.approx(-math.log(p), rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("wrong", [(2, 1, 2, 9), (1, 10, 2, 9), (0, 5, 5, 9)])
def test_impossible_numbers_are_refused(wrong: tuple[int, int, int, int]) -> None:
    with pytest.raises(UsageError, match="cannot occur"):
        surprise(*wrong)


def by_definition(pairs: Sentences, pair: Pair) -> float:
    """-ln p of one pair, from sentences that hold its phrases whatever their links."""
    source, target = (
        {i for i, sides in enumerate(pairs) if f" {phrase} " in f" {' '.join(sides[side])} "}
        for side, phrase in enumerate(pair)
    )
    return float(-hypergeom.logsf(len(source & target) - 1, len(pairs), len(source), len(target)))


@slow
@given(st.integers(0, 10**6), st.sampled_from(["alpha+epsilon", "alpha-epsilon", 0.5, 2.0]))
def test_pruning_leaves_exactly_the_significant_pairs(
    tmp_path: Path, seed: int, threshold: str | float
) -> None:
    pairs, bitext = random_bitext(seed, tmp_path, most=40)
    every = contents(extract_phrases(bitext, tmp_path / "all", force=True))
    chosen = PhraseSettings.of({"significance": threshold})
    kept = contents(extract_phrases(bitext, tmp_path / "some", chosen, force=True))
    alpha = math.log(len(pairs))
    least = {"alpha+epsilon": alpha + 1e-4, "alpha-epsilon": alpha - 1e-4}.get(str(threshold), threshold)
    values = {pair: by_definition(pairs, pair) for pair in every}
    clear = {pair for pair, value in values.items() if abs(value - float(least)) > 1e-6}
    assert kept.keys() & clear == {pair for pair in clear if values[pair] >= float(least)}
    for pair, scores in kept.items():  # what stays keeps its scores
        assert scores.tolist() == every[pair].tolist()


def test_a_single_sentence_is_never_surprising(tmp_path: Path) -> None:
    _, bitext = random_bitext(5, tmp_path, most=1)
    assert not contents(
        extract_phrases(bitext, tmp_path / "table", PhraseSettings(significance="alpha+epsilon"))
    )
