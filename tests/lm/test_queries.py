"""Queries against the definition of back-off, worked out naively over random models."""

import io
import math
import random

import arpas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectrix._core import lm as core
from rectrix.lm import LanguageModel

LN10 = math.log(10)


def read(text: str) -> LanguageModel:
    return LanguageModel(core.Model.read_arpa(io.BytesIO(text.encode()), "test.arpa"))


models = st.builds(
    lambda seed, order, words, density, closed: (arpas.make(seed, order, words, density, closed), order),
    st.integers(0, 10**6),
    st.integers(1, 5),
    st.integers(1, 5),
    st.sampled_from([0.15, 0.4, 0.9]),
    st.booleans(),
)
sentences = st.lists(st.sampled_from(["w0", "w1", "w2", "w3", "w4", "new"]), max_size=9)


@settings(max_examples=150)
@given(models, st.lists(sentences, min_size=1, max_size=5), st.booleans(), st.booleans())
def test_sentences_score_as_backing_off_says(model, lines, begin, end):
    grams, order = model
    lm = read(arpas.text(grams, order))
    scores = lm.score_all([" ".join(words) for words in lines], begin, end)
    for words, log10, unknown in zip(lines, scores.log10, scores.unknown, strict=True):
        assert log10 == pytest.approx(arpas.sentence_score(grams, words, order, begin, end), abs=1e-5)
        assert unknown == sum((w,) not in grams for w in words)


def test_equal_states_score_alike():
    """Minimized states: whatever follows must not tell apart two histories with equal states."""
    for seed in range(20):
        grams = arpas.make(seed, 4, 3, 0.4, closed=seed % 2 == 0)
        lm = read(arpas.text(grams, 4)).core
        words = [lm.index(f"w{i}") for i in range(3)]
        seen: dict[core.State, tuple[float, ...]] = {}
        for history in [(a, b, c) for a in words for b in words for c in words]:
            state = lm.begin()
            for word in history:
                _, state = lm.score(state, word)
            follow = tuple(lm.score(lm.score(state, a)[1], b)[0] for a in words for b in words)
            assert seen.setdefault(state, follow) == follow
        if seed % 2 == 0:
            assert len(seen) <= 27


def derive(lm: core.Model, words: list[int], rng: random.Random) -> tuple[float, core.ChartState]:
    """Scores words by a random derivation: pieces of any size, in any nesting, words between them."""
    rule = core.RuleScore(lm)
    total = 0.0
    while words:
        size = rng.randint(1, len(words))
        if size == 1 or rng.random() < 0.3:
            rule.terminal(words[0])
            words = words[1:]
        else:
            score, piece = derive(lm, words[:size], rng) if size < len(words) else split(lm, words, rng)
            total += score
            rule.nonterminal(piece)
            words = words[size:]
    increment, state = rule.finish()
    return total + increment, state


def split(lm: core.Model, words: list[int], rng: random.Random) -> tuple[float, core.ChartState]:
    cut = rng.randint(1, len(words) - 1)
    left, left_state = derive(lm, words[:cut], rng)
    right, right_state = derive(lm, words[cut:], rng)
    rule = core.RuleScore(lm)
    rule.nonterminal(left_state)
    rule.nonterminal(right_state)
    increment, state = rule.finish()
    return left + right + increment, state


@settings(max_examples=200)
@given(models, sentences, st.integers(0, 10**6))
def test_every_derivation_gives_the_left_to_right_score(model, words, seed):
    grams, order = model
    lm = read(arpas.text(grams, order)).core
    rng = random.Random(seed)
    inside, piece = derive(lm, [lm.index(w) for w in words], rng)
    whole = core.RuleScore(lm)
    whole.begin_sentence()
    whole.nonterminal(piece)
    whole.terminal(lm.index("</s>"))
    total = inside + whole.finish()[0]
    assert total / LN10 == pytest.approx(arpas.sentence_score(grams, words, order), abs=1e-4)


def test_equal_chart_states_continue_alike():
    """Pieces whose chart states are equal must be exchangeable inside any sentence."""
    for seed in range(12):
        grams = arpas.make(seed, 4, 2, 0.5, closed=seed % 2 == 0)
        lm = read(arpas.text(grams, 4)).core
        words = [lm.index("w0"), lm.index("w1")]
        seen: dict[core.ChartState, list[float]] = {}
        for bits in range(2**5):
            _, piece = derive(lm, [words[bits >> i & 1] for i in range(5)], random.Random(bits))
            follow = []
            for a in words:
                for b in words:
                    rule = core.RuleScore(lm)
                    rule.terminal(a)
                    rule.terminal(b)
                    rule.nonterminal(piece)
                    rule.terminal(a)
                    rule.terminal(b)
                    follow.append(rule.finish()[0])
            assert seen.setdefault(piece, follow) == pytest.approx(follow, abs=1e-5)
