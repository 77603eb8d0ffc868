"""Extraction against the definition on small corpora, and against itself under other circumstances."""

import random
from pathlib import Path

import brute
import pytest
from brute import Limits, Pair
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from making import differences, parse, store_of, write_bitext

from rectrix.base.errors import DamagedFile, InputError
from rectrix.grammar import BitextIndex


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    source = draw(st.lists(st.sampled_from("abcd"), min_size=0, max_size=7))
    target = draw(st.lists(st.sampled_from("uvwx"), min_size=0, max_size=7))
    cells = [(s, t) for s in range(len(source)) for t in range(len(target))]
    links = draw(st.sets(st.sampled_from(cells), max_size=9)) if cells else set()
    return Pair(source, target, frozenset(links))


def diagonal(seed: int, count: int = 12) -> list[Pair]:
    """Pairs whose links are mostly in order, so that many rules are consistent."""
    generator = random.Random(seed)
    corpus = []
    for _ in range(count):
        source = generator.choices("abcde", k=generator.randint(3, 9))
        target = [w.upper() if generator.random() < 0.8 else generator.choice("UVW") for w in source]
        links = {(i, i) for i in range(len(source)) if generator.random() < 0.85}
        if generator.random() < 0.5:
            links.add((generator.randrange(len(source)), generator.randrange(len(target))))
        corpus.append(Pair(source, target, frozenset(links)))
    return corpus


QUICK = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@QUICK
@given(st.lists(pairs(), min_size=1, max_size=5), st.lists(st.sampled_from("abcdz"), max_size=8))
def test_rules_are_those_of_the_definition(tmp_path: Path, corpus: list[Pair], sentence: list[str]) -> None:
    bitext = write_bitext(tmp_path, corpus)
    store, _ = store_of(tmp_path, bitext, [" ".join(sentence)], max_samples=0)
    expected = brute.grammar(corpus, sentence, Limits())
    assert differences(parse(store.cdec(0).decode()), expected) == []


@pytest.mark.parametrize(
    "limits", [Limits(), Limits(span=4), Limits(symbols=3), Limits(gaps=1), Limits(5, 4, 2), Limits(gaps=0)]
)
def test_limits_are_those_of_the_definition(tmp_path: Path, limits: Limits) -> None:
    corpus = diagonal(3)
    bitext = write_bitext(tmp_path, corpus)
    sentence = corpus[0].source + corpus[1].source[:3]
    found = {
        "max_span": limits.span,
        "max_symbols": limits.symbols,
        "max_gaps": limits.gaps,
        "max_samples": 0,
    }
    store, _ = store_of(tmp_path, bitext, [" ".join(sentence)], **found)
    ours = parse(store.cdec(0).decode())
    assert len(ours) > 20
    assert differences(ours, brute.grammar(corpus, sentence, limits)) == []


def test_leave_one_out_counts_only_the_other_sentences(tmp_path: Path) -> None:
    corpus = diagonal(5)
    bitext = write_bitext(tmp_path, corpus)
    store, _ = store_of(
        tmp_path, bitext, [" ".join(p.source) for p in corpus], leave_one_out=True, max_samples=0
    )
    for number, pair in enumerate(corpus):
        expected = brute.grammar(corpus, pair.source, Limits(), left_out=number)
        assert differences(parse(store.cdec(number).decode()), expected) == []


def test_leave_one_out_equals_an_index_without_the_sentence(tmp_path: Path) -> None:
    corpus = diagonal(6)
    store, _ = store_of(
        tmp_path,
        write_bitext(tmp_path, corpus),
        [" ".join(p.source) for p in corpus],
        leave_one_out=True,
        max_samples=0,
    )
    for left_out in (0, 4, 11):
        (tmp_path / "rest").mkdir(exist_ok=True)
        rest = corpus[:left_out] + corpus[left_out + 1 :]
        other, _ = store_of(
            tmp_path / "rest",
            write_bitext(tmp_path / "rest", rest),
            [" ".join(corpus[left_out].source)],
            max_samples=0,
        )
        ours, theirs = parse(store.cdec(left_out).decode()), parse(other.cdec(0).decode())
        for rules in (ours, theirs):  # lexical tables are of the whole index
            for scores, _ in rules.values():
                del scores["MaxLexEgivenF"], scores["MaxLexFgivenE"]
        assert differences(ours, theirs) == []


def test_sampling_is_even_and_bounded(tmp_path: Path) -> None:
    # 1,000 occurrences of a, the first half translated A, the rest B: an even sample sees both equally.
    corpus = [Pair(["a"], ["A" if i < 500 else "B"], frozenset({(0, 0)})) for i in range(1000)]
    store, _ = store_of(tmp_path, write_bitext(tmp_path, corpus), ["a"], max_samples=300)
    rules = store.rules(0)
    assert rules.scores("raw_count_f").tolist() == [300, 300]
    assert sorted(rules.scores("raw_count_ef").tolist()) == [150, 150]


@pytest.mark.parametrize("leave_one_out", [False, True])
def test_results_depend_on_neither_cache_nor_threads(tmp_path: Path, leave_one_out: bool) -> None:
    corpus = diagonal(7, 60)
    bitext = write_bitext(tmp_path, corpus)
    lines = [" ".join(p.source) for p in corpus]
    stores = {
        store_of(tmp_path, bitext, lines, leave_one_out, threads, cache=cache, max_samples=4)[1]
        for threads, cache in ((1, 256), (1, 0), (3, 256), (2, 0))
    }
    assert len(stores) == 1


def test_words_outside_the_bitext_have_no_rules(tmp_path: Path) -> None:
    bitext = write_bitext(tmp_path, diagonal(1))
    store, _ = store_of(tmp_path, bitext, ["zebra", "", "</s>", "<unk> <s>"])
    assert [len(store.rules(n)) for n in range(len(store))] == [0, 0, 0, 0]


def test_leave_one_out_refuses_another_text(tmp_path: Path) -> None:
    bitext = write_bitext(tmp_path, diagonal(1))
    with pytest.raises(InputError, match=r"input:1: not the source sentence"):
        store_of(tmp_path, bitext, ["a b c d e a"], leave_one_out=True)


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ("0-0\n9-0\n", r"a:2.*outside"),
        ("0-0\n", "1 alignments|1 lines"),
        ("0-x\n0-0\n", r"a:1.*not an alignment link"),
    ],
)
def test_wrong_alignments_are_refused(tmp_path: Path, links: str, message: str) -> None:
    corpus = [Pair(["a"], ["b"], frozenset()), Pair(["a"], ["b"], frozenset())]
    write_bitext(tmp_path, corpus)
    (tmp_path / "a").write_text(links)
    from rectrix.grammar import index

    with pytest.raises(InputError, match=message):
        index(tmp_path / "f", tmp_path / "e", tmp_path / "a", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_damaged_indexes_are_refused_or_harmless(tmp_path: Path) -> None:
    corpus = diagonal(2)
    write_bitext(tmp_path, corpus)
    whole = (tmp_path / "index").read_bytes()
    generator = random.Random(1)
    damaged = tmp_path / "damaged"
    refused = 0
    for trial in range(150):
        data = bytearray(whole)
        if trial % 10 == 0:
            data = data[: generator.randrange(len(data))]
        else:
            for _ in range(3):
                data[generator.randrange(len(data))] = generator.choice((0, 255, generator.randrange(256)))
        damaged.write_bytes(data)
        try:
            store_of(tmp_path, BitextIndex.open(damaged), [" ".join(p.source) for p in corpus])
        except InputError as error:
            refused += isinstance(error, DamagedFile)
    assert refused > 20
