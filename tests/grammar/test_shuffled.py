"""The search in the shuffled text: everything where nothing is sampled, else an even sample."""

import random
from pathlib import Path

import brute
import pytest
from brute import Limits, Pair
from making import differences, parse, store_of, write_bitext
from test_extraction import diagonal

from rectrix.base.errors import DamagedFile
from rectrix.grammar import BitextIndex

OLD_FORMAT = 1
VERSION_OFFSET = 24  # of the format's number in the file


def test_samples_of_patterns_with_gaps_are_spread_over_the_bitext(tmp_path: Path) -> None:
    # 2,000 occurrences of a X b; the first half translates it as A X B, the rest as C X D.
    links = frozenset((i, i) for i in range(3))
    corpus = [Pair(["a", f"w{i % 7}", "b"], [*("AwB" if i < 1000 else "CwD")], links) for i in range(2000)]
    store, _ = store_of(tmp_path, write_bitext(tmp_path, corpus), ["a w0 b"], max_samples=300)
    rules = store.rules(0)
    source, target = store.source_words, store.target_words
    a, b, first, second = source.find("a"), source.find("b"), target.find("A"), target.find("C")
    counts = dict.fromkeys((first, second), 0.0)
    for rule, (samples, pairs) in enumerate(
        zip(rules.scores("raw_count_f"), rules.scores("raw_count_ef"), strict=True)
    ):
        if rules.source(rule) == [a, -1, b]:
            assert samples == 300
            counts[rules.target(rule)[0]] += pairs
    assert sum(counts.values()) == 300
    assert abs(counts[first] - 150) < 45  # five standard deviations of a random sample


@pytest.mark.parametrize("ends", [("a", "b"), ("b", "a")])
def test_all_occurrences_with_an_infrequent_word_beside_them_are_found(
    tmp_path: Path, ends: tuple[str, str]
) -> None:
    # a and b are rare enough, and searched in enough places, for the bits of blocks to be asked.
    generator = random.Random(8)
    corpus = []
    for number in range(1800):
        words = [f"w{generator.randrange(50)}" for _ in range(20)]
        if number % 8 == 0:
            words[generator.randrange(20)] = "a"
            words[generator.randrange(20)] = "b"
        corpus.append(Pair(words, [*words], frozenset((i, i) for i in range(20))))
    places = [(p.source.index(ends[0]), p.source.index(ends[1])) for p in corpus if {"a", "b"} <= {*p.source}]
    expected = sum(2 <= second - first < Limits().span for first, second in places)
    store, _ = store_of(tmp_path, write_bitext(tmp_path, corpus), [f"{ends[0]} w0 {ends[1]}"], max_samples=0)
    rules = store.rules(0)
    pattern = [store.source_words.find(ends[0]), -1, store.source_words.find(ends[1])]
    found = {
        samples for rule, samples in enumerate(rules.scores("raw_count_f")) if rules.source(rule) == pattern
    }
    assert found == {expected}
    assert expected > 50


def test_words_beyond_two_bytes_are_told_apart(tmp_path: Path) -> None:
    fillers = [Pair([f"f{100 * n + i}" for i in range(100)], ["F"], frozenset()) for n in range(656)]
    corpus = diagonal(9)
    bitext = write_bitext(tmp_path, fillers + corpus)
    assert len(bitext.source_words) > 65_600
    sentence = corpus[0].source
    store, _ = store_of(tmp_path, bitext, [" ".join(sentence)], max_samples=0)
    ours, theirs = parse(store.cdec(0).decode()), brute.grammar(corpus, sentence, Limits())
    assert len(ours) > 50
    for rules in (ours, theirs):  # the filler is in the lexical table
        for scores, _ in rules.values():
            del scores["MaxLexEgivenF"], scores["MaxLexFgivenE"]
    assert differences(ours, theirs) == []


def test_gaps_longer_than_a_block_of_words(tmp_path: Path) -> None:
    generator = random.Random(4)
    corpus = []
    for _ in range(4):
        source = generator.choices("abcdefghijklmnopqrstuvwxyz", k=45)
        corpus.append(Pair(source, [w.upper() for w in source], frozenset((i, i) for i in range(45))))
    limits = Limits(span=40, symbols=3, gaps=1)
    sentence = corpus[0].source
    store, _ = store_of(
        tmp_path,
        write_bitext(tmp_path, corpus),
        [" ".join(sentence)],
        max_span=40,
        max_symbols=3,
        max_gaps=1,
        max_samples=0,
    )
    ours = parse(store.cdec(0).decode())
    assert len(ours) > 500
    assert differences(ours, brute.grammar(corpus, sentence, limits)) == []


@pytest.mark.parametrize("leave_one_out", [False, True])
def test_a_full_cache_changes_nothing(tmp_path: Path, leave_one_out: bool) -> None:
    # Some thousand patterns fill a megabyte, so that the frequent ones are kept and the others forgotten.
    corpus = diagonal(8, 500)
    bitext = write_bitext(tmp_path, corpus)
    lines = [" ".join(p.source) for p in corpus]
    stores = {
        store_of(tmp_path, bitext, lines, leave_one_out, threads, cache=cache, max_samples=20)[1]
        for threads, cache in ((1, 256), (1, 1), (2, 1))
    }
    assert len(stores) == 1


def test_indexes_of_the_first_format_are_refused(tmp_path: Path) -> None:
    write_bitext(tmp_path, diagonal(1))
    data = bytearray((tmp_path / "index").read_bytes())
    data[VERSION_OFFSET : VERSION_OFFSET + 4] = OLD_FORMAT.to_bytes(4, "little")
    (tmp_path / "old").write_bytes(data)
    with pytest.raises(DamagedFile, match=r"older version.*rectrix index"):
        BitextIndex.open(tmp_path / "old")
