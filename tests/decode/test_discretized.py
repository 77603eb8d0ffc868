"""Bins of rule scores in both decoders: a derivation has what `Discretizer` says of its rules."""

import math
import random

import numpy as np
import pytest

from rectrix._core.decode import (
    ChartDecoder,
    ChartOptions,
    MemoryRules,
    StackDecoder,
    StackOptions,
)
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import PhraseTable
from rectrix._core.kbest import extract
from rectrix.base.errors import UsageError
from rectrix.features.discretize import Discretizer
from rectrix.features.settings import DiscretizeSettings

from .random_phrases import SCORES, random_phrases

LINES = ["a b c d", "b a z", "d c b a a"]


def made(count=30, seed=1):
    """Rules by their rule_id, with scores of which many are equal, so that some fall on a bin's border."""
    chance = random.Random(seed)
    rules = {}
    while len(rules) < count:
        source = [chance.choice("abcd") for _ in range(chance.randint(1, 2))]
        target = [chance.choice("wxyz") for _ in range(chance.randint(1, 2))]
        if chance.random() < 0.3:
            source, target = [source[0], "[1]"], ["[1]", target[0]]
        name = "_".join(source).replace("[1]", "[X1]") + "|" + "_".join(target).replace("[1]", "[X1]")
        scores = (math.log(chance.randint(1, 9) / 10), float(chance.randint(1, 6)))
        rules[name] = (" ".join(source), " ".join(target), scores)
    return rules


def chart(rules, discretizer, space):
    memory = MemoryRules(["p", "raw_n"])
    for source, target, scores in rules.values():
        memory.add(source, target, list(scores))
    decoder = ChartDecoder(memory, [], ["rule_id"], space, ChartOptions())
    return decoder.discretized(discretizer.core()) if discretizer else decoder


def learned(rules, **settings):
    counts = chart(rules, None, FeatureSpace()).value_counts(["a b c d"])
    columns = ("p", "raw_n", "raw_words")
    return Discretizer.of_rules(counts, DiscretizeSettings(columns=columns, **settings))


def features_of(lists):
    """The features of each hypothesis by name."""
    begin = lists.feature_begin
    for h in range(lists.hypotheses):
        row = slice(int(begin[h]), int(begin[h + 1]))
        names = [lists.space.name(int(index)) for index in lists.feature_ids[row]]
        yield dict(zip(names, lists.feature_values[row].tolist(), strict=True))


def expected(features, scores_of, discretizer):
    """Bins by what `Discretizer` gives each rule of a derivation; rules are known by their ids."""
    total: dict[str, float] = {}
    for name, times in features.items():
        kind, _, rule = name.partition(":")
        if kind == "id" and rule in scores_of:  # not the words that were copied
            scores = {column: np.float64([np.float32(value)]) for column, value in scores_of[rule].items()}
            for bin_ in discretizer.names(scores)[0]:
                total[bin_] = total.get(bin_, 0.0) + times
    return total


def weigh(features, space, weights):
    """Features that turned up in the search weigh nothing."""
    known = {name: space.find(name) for name in features}
    return sum(weights[known[n]] * v for n, v in features.items() if known[n] < len(weights))


@pytest.mark.parametrize("overlap", [0, 1, 2])
def test_chart_derivations_have_the_bins_of_their_rules(overlap):
    rules, space = made(), FeatureSpace()
    discretizer = learned(rules, bits=2, overlap=overlap)
    decoder = chart(rules, discretizer, space)
    weights = np.random.default_rng(2).normal(size=len(space))
    lists, _, _ = extract(decoder, LINES, weights, size=20)
    scores_of = {
        name: {"p": scores[0], "raw_n": scores[1], "raw_words": len(target.replace("[1]", "").split())}
        for name, (_, target, scores) in rules.items()
    }
    chains = {name for chain in discretizer.chains.values() for name in chain}
    assert all(name in space for name in chains)
    for features, score in zip(features_of(lists), lists.scores, strict=True):
        assert {n: v for n, v in features.items() if n in chains} == expected(
            features, scores_of, discretizer
        )
        assert not {"p", "raw_n", "raw_words"} & set(features) and features["word_penalty"] < 0
        assert score == pytest.approx(weigh(features, space, weights), abs=1e-4)


def test_scores_stay_if_asked_and_probabilities_replace_logarithms():
    rules = made()
    decoder = chart(rules, learned(rules, bits=1, keep=True), FeatureSpace())
    [features, *_] = features_of(extract(decoder, ["a b"], np.zeros(0), size=5)[0])
    assert "p" in features and "raw_n" not in features
    raw = Discretizer({}, probabilities=("p",))
    lists, _, _ = extract(chart(rules, raw, FeatureSpace()), ["a b"], np.zeros(0), size=5)
    for features in features_of(lists):
        used = {name.partition(":")[2]: times for name, times in features.items() if name.startswith("id:")}
        whole = sum(times * math.exp(rules[name][2][0]) for name, times in used.items() if name in rules)
        assert features.get("prob:p", 0.0) == pytest.approx(whole) and "p" not in features


def stack(table, discretizer, space, **options):
    chosen = StackOptions(**{"pop_limit": 0, "stack": 0, "table_limit": 0} | options)
    return StackDecoder(table, [], ["rule_id"], space, chosen).discretized(discretizer.core())


def counts_of(table, sentence):
    return StackDecoder(table, [], [], FeatureSpace(), StackOptions()).value_counts([" ".join(sentence)])


@pytest.mark.parametrize("seed", range(6))
def test_stack_derivations_have_the_bins_of_their_pairs(tmp_path, seed):
    phrases, sentence = random_phrases(seed)
    table: PhraseTable = phrases.table(tmp_path / "table.rphrases")
    counts = counts_of(table, sentence)
    columns = ("p_fe", "lex_ef", "raw_words")
    discretizer = Discretizer.of_rules(counts, DiscretizeSettings(bits=2, columns=columns))
    space = FeatureSpace()
    decoder = stack(table, discretizer, space)
    weights = np.random.default_rng(seed).normal(size=len(space))
    lists, _, _ = extract(decoder, [" ".join(sentence)], weights, size=30)
    scores_of = {
        "_".join(p.source) + "|" + "_".join(p.target): {
            name: math.log(value)
            for name, value in zip(SCORES, p.scores, strict=True)
            if name in discretizer.bounds
        }
        | {"raw_words": len(p.target)}
        for p in phrases.pairs
    }
    chains = {name for chain in discretizer.chains.values() for name in chain}
    assert lists.hypotheses
    for features, score in zip(features_of(lists), lists.scores, strict=True):
        assert {n: v for n, v in features.items() if n in chains} == expected(
            features, scores_of, discretizer
        )
        assert not {"p_fe", "lex_ef"} & set(features)
        assert score == pytest.approx(weigh(features, space, weights), abs=1e-4)


def test_the_stack_decoder_chooses_translations_by_their_bins(tmp_path):
    phrases, sentence = random_phrases(3)
    table = phrases.table(tmp_path / "table.rphrases")
    counts = counts_of(table, sentence)
    discretizer = Discretizer.of_rules(counts, DiscretizeSettings(bits=3, columns=("p_ef",)))
    space = FeatureSpace()
    weights = np.zeros(100)
    for place, name in enumerate(discretizer.chains["p_ef"]):
        weights[space.add(name)] = -place  # small probabilities are best
    best = {}
    for pair in phrases.pairs:
        if len(pair.source) == 1:
            place = int(discretizer.bins("p_ef", np.float64([np.float32(math.log(pair.scores[2]))]))[0])
            best[pair.source[0]] = min(best.get(pair.source[0], 99), place)
    decoder = stack(table, discretizer, space, table_limit=1)
    for word, place in best.items():
        [(_, score, _)] = decoder.translate([word], weights)
        assert score == pytest.approx(-place)


def test_every_rule_of_a_sentence_counts_once():
    rules = MemoryRules(["p"])
    rules.add("a", "x", [0.5])
    rules.add("a", "y", [0.25])
    rules.add("b", "x", [0.5], sentence=1)
    decoder = ChartDecoder(rules, [], [], FeatureSpace(), ChartOptions())
    values, counts = decoder.value_counts(["a a a", "b"])["p"]
    assert values.tolist() == [0.25, 0.5] and counts.sum() >= 3


def test_bins_that_do_not_fit_the_grammar_are_refused():
    with pytest.raises(UsageError, match="cannot discretize q: the grammar's scores are p, raw_n"):
        chart(made(), Discretizer({"q": np.array([1.0])}), FeatureSpace())
