"""The overlay against extraction from an index, blended counts, remembered n-grams by their formula."""

import io
from math import exp, log

import numpy as np
import pytest

from rectrix._core import decode, kbest, lm
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import HieroOptions
from rectrix.adapt.knowledge import Words, aligned

COLUMNS = ["p_ef", "lex_ef", "lex_fe", "raw_count_f", "raw_count_ef"]
SOURCE, TARGET, LINKS = (
    "das alte haus ist nicht klein",
    "the old house is not at all small",
    "0-0 1-1 2-2 3-3 4-4 4-5 4-6 5-7",
)


def chart(rules, overlay=None):
    options = decode.ChartOptions(pop_limit=0)
    decoder = decode.ChartDecoder(rules, [], [], FeatureSpace(), options)
    return decoder.with_learned(overlay, []) if overlay else decoder


def best(decoder, line, k=1):
    lists, _, _ = kbest.extract(decoder, [line], np.zeros(0), k)
    names = lists.space.names(lists.feature_ids.astype(np.int64))
    rows = []
    for h in range(lists.hypotheses):
        first, end = lists.feature_begin[h : h + 2]
        rows.append(
            (
                lists.text(h),
                dict(zip(names[first:end], lists.feature_values[first:end].tolist(), strict=True)),
            )
        )
    return rows


@pytest.mark.parametrize("line", [SOURCE, "das haus ist klein", "klein ist das alte haus nicht neu"])
def test_a_pairs_rules_are_those_that_an_index_of_it_gives(line):
    """Without any other grammar, both reach the same translations."""
    pair, options = aligned(Words(SOURCE, TARGET), LINKS), HieroOptions()
    overlay = decode.Overlay(1.0)
    overlay.add(pair, options)
    learned = {text for text, _ in best(chart(decode.MemoryRules(COLUMNS), overlay), line, 100_000)}
    indexed = {text for text, _ in best(chart(decode.IndexRules(pair, options)), line, 100_000)}
    assert learned == indexed and (TARGET in learned) == (line == SOURCE)


def test_phrases_reach_what_links_allow():
    overlay = decode.Overlay(1.0)
    assert overlay.add(aligned(Words("a b", "x y"), "0-0 1-1"), HieroOptions(), 7) == 3
    assert {text for text, _ in best(chart(decode.MemoryRules(COLUMNS), overlay), "b a", 100)} == {"y x"}


def test_counts_of_grammar_and_confirmed_pairs_add_up():
    rules = decode.MemoryRules(COLUMNS)
    rules.add("haus", "house", [log(0.3), -2.0, -2.0, 10, 3], [(0, 0)])
    rules.add("haus", "home", [log(0.7), -1.0, -1.0, 10, 7], [(0, 0)])
    overlay = decode.Overlay(5.0)
    for target in ("house", "house", "building"):
        overlay.add(aligned(Words("haus", target), "0-0"), HieroOptions())
    found = dict(best(chart(rules, overlay), "haus", 10))
    shares = {text: exp(features["p_ef"]) for text, features in found.items()}
    # (3 + 5 * 2) / (10 + 5 * 3), 7 / 25, 5 / 25
    assert shares == pytest.approx({"house": 13 / 25, "home": 7 / 25, "building": 5 / 25}, rel=1e-5)
    # One word, of whose occurrences 15 of 25 are confirmed ones
    assert found["house"]["learned"] == found["building"]["learned"] == pytest.approx(15 / 25)
    assert "learned" not in found["home"]
    # 2 of 3 links of haus, with that share; the grammar's own value where it is higher
    assert found["house"]["lex_ef"] == pytest.approx(log(0.4 * exp(-2) + 0.6 * 2 / 3), rel=1e-5)
    assert found["home"]["lex_ef"] == -1.0


def test_a_grammar_without_sensible_counts_does_no_harm():
    rules = decode.MemoryRules(COLUMNS)
    rules.add("haus", "house", [log(0.3), -2.0, -2.0, 0, 0], [(0, 0)])
    overlay = decode.Overlay(5.0)
    overlay.add(aligned(Words("haus", "building"), "0-0"), HieroOptions())
    found = best(chart(rules, overlay), "haus", 10)
    assert len(found) == 2 and all(np.isfinite(list(features.values())).all() for _, features in found)


def test_other_sentences_have_the_grammars_own_scores():
    rules = decode.MemoryRules(COLUMNS)
    rules.add("hund", "dog", [log(0.5), -1.0, -1.0, 10, 5], [(0, 0)])
    overlay = decode.Overlay(5.0)
    overlay.add(aligned(Words("haus", "house"), "0-0"), HieroOptions())
    assert best(chart(rules, overlay), "hund", 10) == best(chart(rules), "hund", 10)


ARPA = """\\data\\
ngram 1=5
ngram 2=2

\\1-grams:
-1.5 <unk>
-99 <s> -0.2
-1 </s>
-0.7 a -0.3
-0.9 b

\\2-grams:
-0.1 a b
-0.4 <s> a

\\end\\
"""


def brute(sentences, line, other):
    """The documented gain of each word, from the n-grams themselves."""
    total = 0.0
    texts = [["<s>", *sentence.split(), "</s>"] for sentence in sentences]
    grams = [
        tuple(t[i : i + n]) for t in texts for n in range(1, 5) for i in range(len(t) - n + 1) if i + n > 1
    ]
    words = ["<s>", *line.split(), "</s>"]
    for end in range(2, len(words) + 1):
        gain = 0.0
        for n in range(1, min(4, end) + 1):
            gram = tuple(words[end - n : end])
            if gram in grams:
                behind = sum(g[:-1] == gram[:-1] for g in grams if len(g) == n)
                text = " ".join(gram[gram[0] == "<s>" :]).removesuffix("</s>")
                scores = other.score_words(text, gram[0] == "<s>", gram[-1] == "</s>")
                log10, length, unknown = scores[-1]
                known = not unknown and length >= min(n, other.order)
                ratio = (grams.count(gram) - 0.5) / behind / 10**log10
                gain = 0.0 if known else min(3.0, max(0.0, log(0.8 + 0.2 * ratio)))
        total += gain - 3.0
    return total


def test_remembered_ngrams_gain_by_the_formula():
    sentences = ["a b c d e", "a b d", "c d e f", "b", "a b c x"]
    other = lm.Model.read_arpa(io.BytesIO(ARPA.encode()), "other")
    memory = lm.Remembered(other)
    for sentence in sentences:
        memory.add(sentence)
    model = memory.model()
    for line in ["a b c d e", "a b", "x a b d e", "q r s", "", "e d c b a", "q a b c"]:
        assert model.score_sentence(line) * log(10) == pytest.approx(
            brute(sentences, line, other), abs=1e-4
        ), line
    alone = model.score_sentence("q r s") - model.score_sentence("")
    assert alone * log(10) == pytest.approx(3 * memory.floor, abs=0.7)  # </s> is expected less there


def test_forgotten_sentences_leave_nothing():
    memory, other = lm.Remembered(None), lm.Remembered(None)
    for sentence in ("a b c", "b c d", "a b"):
        memory.add(sentence)
    memory.remove("b c d")
    for sentence in ("a b c", "a b"):
        other.add(sentence)
    for line in ("a b c d", "b c d", "d"):
        assert memory.model().score_sentence(line) == other.model().score_sentence(line)
