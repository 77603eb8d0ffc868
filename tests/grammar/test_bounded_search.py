"""Patterns of frequent words with gaps are looked for in a part of the bitext, all others everywhere."""

import random
from pathlib import Path

import pytest
from brute import Pair
from making import Parsed, differences, parse, store_of, write_bitext

BOUNDS = {"max_samples": 30, "max_search": 100, "search_words": 0}


def word_by_word(sentences: list[list[str]]) -> list[Pair]:
    """Sentences with their words in capitals as translation."""
    return [
        Pair(words, [word.upper() for word in words], frozenset((i, i) for i in range(len(words))))
        for words in sentences
    ]


def with_rare_words(seed: int) -> list[Pair]:
    """Twelve words that occur some 400 times, and rare ones that occur six times."""
    generator = random.Random(seed)
    sentences = [generator.choices("abcdefghijkl", k=12) for _ in range(400)]
    for number in range(120):
        sentences[generator.randrange(400)][generator.randrange(12)] = f"r{number % 20}"
    return word_by_word(sentences)


def with_a_rare_word(rules: Parsed) -> Parsed:
    return {pair: rule for pair, rule in rules.items() if " r" in f" {pair[0]}"}


@pytest.mark.parametrize("leave_one_out", [False, True])
def test_patterns_with_a_rare_word_keep_all_their_rules(tmp_path: Path, leave_one_out: bool) -> None:
    corpus = with_rare_words(1)
    bitext = write_bitext(tmp_path, corpus)
    lines = [" ".join(pair.source) for pair in corpus[:20]]

    def grammars(**settings: int) -> list[Parsed]:
        store, _ = store_of(tmp_path, bitext, lines, leave_one_out, **settings)
        return [parse(store.cdec(number).decode()) for number in range(len(lines))]

    bounded, whole = grammars(**BOUNDS), grammars(max_samples=0)
    for ours, theirs in zip(bounded, whole, strict=True):
        assert differences(with_a_rare_word(ours), with_a_rare_word(theirs)) == []
    assert sum(len(with_a_rare_word(rules)) for rules in whole) > 100
    assert sum(map(len, bounded)) < sum(map(len, whole))  # the others were bounded


def looked_at(tmp_path: Path, corpus: list[Pair], line: str, **settings: int) -> float:
    """The occurrences of the line's first and last word, a gap between them, that count; 0: no such rule."""
    store, _ = store_of(tmp_path, write_bitext(tmp_path, corpus), [line], **settings)
    rules, words = store.rules(0), line.split()
    pattern = [store.source_words.find(words[0]), -1, store.source_words.find(words[-1])]
    counts = rules.scores("raw_count_f")
    return max((float(counts[n]) for n in range(len(rules)) if rules.source(n) == pattern), default=0.0)


def test_frequent_words_are_looked_for_beside_some_of_their_occurrences(tmp_path: Path) -> None:
    # a and b occur 2,000 times each, 25 times together; r occurs 25 times, always behind an a.
    sentences = [["a", "x"], ["y", "b"]] * 1950 + [["a", "x", "b"]] * 25 + [["a", "x", "r"]] * 25
    corpus = word_by_word(sentences)
    assert looked_at(tmp_path, corpus, "a x b", max_samples=30, max_search=0) == 25
    assert looked_at(tmp_path, corpus, "a x b", **BOUNDS) < 10  # about 25 * 100 / 2,000
    assert looked_at(tmp_path, corpus, "a x r", **BOUNDS) == 25
    assert looked_at(tmp_path, corpus, "a x b", max_samples=30, max_search=100) == 25  # in a small bitext


@pytest.mark.parametrize("leave_one_out", [False, True])
def test_a_bounded_search_depends_on_neither_cache_nor_threads(tmp_path: Path, leave_one_out: bool) -> None:
    corpus = with_rare_words(2)
    bitext = write_bitext(tmp_path, corpus)
    lines = [" ".join(pair.source) for pair in corpus]
    stores = {
        store_of(tmp_path, bitext, lines, leave_one_out, threads, cache=cache, max_samples=5, max_search=20)[
            1
        ]
        for threads, cache in ((1, 256), (1, 0), (2, 1))
    }
    assert len(stores) == 1


def test_a_left_out_sentence_gives_itself_nothing(tmp_path: Path) -> None:
    # In each sentence every word has a translation of its own, so that any rule with words is the sentence's.
    generator = random.Random(3)
    corpus = []
    for number in range(200):
        words = generator.choices("abcd", k=8)
        own = [f"{word}{number}" for word in words]
        corpus.append(Pair(words, own, frozenset((i, i) for i in range(8))))
    lines = [" ".join(pair.source) for pair in corpus]
    bounds = {"max_samples": 5, "max_search": 20, "search_words": 0}
    store, _ = store_of(tmp_path, write_bitext(tmp_path, corpus), lines, leave_one_out=True, **bounds)
    for number, pair in enumerate(corpus):
        targets = {word for _, target in parse(store.cdec(number).decode()) for word in target.split()}
        assert len(targets) > 10
        assert targets.isdisjoint(pair.target)
