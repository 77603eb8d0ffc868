"""Phrase extraction against counting by definition and against Moses' tables; Moses' text, also hostile."""

from __future__ import annotations

import gzip
import io
import itertools
import math
import random
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rectrix._core.decode import StackDecoder, StackOptions
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import PhraseTable, read_moses
from rectrix.base.errors import DamagedFile, InputError, UsageError
from rectrix.grammar import Bitext, PhraseSettings, extract_phrases, import_phrases, index

DATA = Path(__file__).parents[2].parent / "shared/data"
Pair = tuple[str, str]


def random_bitext(
    seed: int, folder: Path
) -> tuple[list[tuple[list[str], list[str], set[tuple[int, int]]]], Bitext]:
    rng = random.Random(seed)
    pairs = []
    for _ in range(rng.randint(1, 12)):
        source = [rng.choice("abc") for _ in range(rng.randint(1, 6))]
        target = [rng.choice("xyz") for _ in range(rng.randint(1, 6))]
        links = {(s, t) for s in range(len(source)) for t in range(len(target)) if rng.random() < 0.25}
        pairs.append((source, target, links))
    (folder / "s").write_text("".join(" ".join(source) + "\n" for source, _, _ in pairs))
    (folder / "t").write_text("".join(" ".join(target) + "\n" for _, target, _ in pairs))
    (folder / "a").write_text(
        "".join(" ".join(f"{s}-{t}" for s, t in sorted(links)) + "\n" for _, _, links in pairs)
    )
    return pairs, index(folder / "s", folder / "t", folder / "a", folder / "bitext.rindex", force=True)


def counted(pairs: list[tuple[list[str], list[str], set[tuple[int, int]]]], longest: int) -> Counter[Pair]:
    """Phrase pairs by definition: some link inside, none that leaves."""
    counts: Counter[Pair] = Counter()
    for source, target, links in pairs:
        spans = [
            [(b, e) for b in range(len(side)) for e in range(b + 1, min(len(side), b + longest) + 1)]
            for side in (source, target)
        ]
        for (a, b), (c, d) in itertools.product(*spans):
            inside = [a <= s < b and c <= t < d for s, t in links]
            half = [(a <= s < b) != (c <= t < d) for s, t in links]
            if any(inside) and not any(half):
                counts[" ".join(source[a:b]), " ".join(target[c:d])] += 1
    return counts


def contents(table: PhraseTable) -> dict[Pair, np.ndarray]:
    found = {}
    for phrase in range(table.phrases):
        source = table.source(phrase)
        for target, _, scores, _ in table.translations(source):
            found[source, target] = scores
    return found


slow = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@slow
@given(st.integers(0, 10**6), st.integers(1, 7))
def test_counts_and_probabilities_follow_their_definition(tmp_path: Path, seed: int, longest: int) -> None:
    pairs, bitext = random_bitext(seed, tmp_path)
    expected = counted(pairs, longest)
    chosen = PhraseSettings(max_length=longest)
    found = contents(extract_phrases(bitext, tmp_path / "table", chosen, force=True))
    sources: Counter[str] = Counter()
    targets: Counter[str] = Counter()
    for (source, target), count in expected.items():
        sources[source] += count
        targets[target] += count
    assert found.keys() == expected.keys()
    for (source, target), scores in found.items():
        count = expected[source, target]
        assert scores[4:].tolist() == [targets[target], sources[source], count]
        assert scores[0] == pytest.approx(math.log(count / targets[target]), abs=1e-5)
        assert scores[2] == pytest.approx(math.log(count / sources[source]), abs=1e-5)


@slow
@given(st.integers(0, 10**6))
def test_kneser_ney_probabilities_sum_to_one(tmp_path: Path, seed: int) -> None:
    # Each source phrase's lost mass goes to all targets: the listed ones and those it never met.
    _, bitext = random_bitext(seed, tmp_path)
    found = contents(
        extract_phrases(bitext, tmp_path / "table", PhraseSettings(smoothing="kneser_ney"), force=True)
    )
    different = Counter(target for _, target in found)
    total = sum(different.values())
    by_source: dict[str, dict[str, np.ndarray]] = defaultdict(dict)
    for (source, target), scores in found.items():
        by_source[source][target] = scores
    ones, twos = (sum(scores[6] == n for scores in found.values()) for n in (1, 2))
    y = ones / (ones + 2 * twos) if ones and twos else 0.0
    counts = [sum(scores[6] == n for scores in found.values()) for n in range(5)]
    discount = {
        n: min(max(n - (n + 1) * y * counts[n + 1] / counts[n], 0.0), n) if counts[n] else float(n)
        for n in (1, 2, 3)
    }
    for options in by_source.values():
        seen = sum(scores[6] for scores in options.values())
        taken = sum(discount[min(int(scores[6]), 3)] for scores in options.values())
        unseen = sum(n for target, n in different.items() if target not in options) / total * taken / seen
        assert sum(math.exp(scores[2]) for scores in options.values()) + unseen == pytest.approx(
            1.0, abs=1e-4
        )


def test_out_of_core_and_threads_change_nothing(tmp_path: Path) -> None:
    _, bitext = random_bitext(11, tmp_path)
    plain = extract_phrases(bitext, tmp_path / "one", PhraseSettings(memory=16))
    extract_phrases(bitext, tmp_path / "two", PhraseSettings(memory=512), threads=3)
    assert len(plain) > 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@slow
@given(st.integers(0, 10**6))
def test_leaving_one_out_equals_a_table_without_the_sentence(tmp_path: Path, seed: int) -> None:
    pairs, bitext = random_bitext(seed, tmp_path)
    table = extract_phrases(bitext, tmp_path / "table", PhraseSettings(reordering=""), force=True)
    space = FeatureSpace()
    weights = np.zeros(10)
    weights[space.add("p_ef")] = 1.0
    weights[space.add("p_fe")] = 0.5
    options = StackOptions(pop_limit=0, stack=0, table_limit=0, distortion_limit=0)
    decoder = StackDecoder(table, [], [], space, options, left_out=bitext)
    rest = counted(pairs[1:], 7)
    sources, targets = Counter[str](), Counter[str]()
    for (source, target), count in rest.items():
        sources[source] += count
        targets[target] += count
    words = pairs[0][0]
    known = defaultdict(list)
    for (source, target), count in rest.items():
        known[source].append(math.log(count / sources[source]) + 0.5 * math.log(count / targets[target]))
    best = [0.0] + [-math.inf] * len(words)
    for end in range(1, len(words) + 1):
        for begin in range(end):
            phrase = " ".join(words[begin:end])
            scores = known.get(phrase, [0.0] if end - begin == 1 else [])
            best[end] = max([best[end], *(best[begin] + score for score in scores)])
    [(_, score, _)] = decoder.translate([" ".join(words)], weights)
    assert score == pytest.approx(best[-1], abs=1e-4)


def test_leaving_one_out_needs_the_right_table(tmp_path: Path) -> None:
    _, bitext = random_bitext(3, tmp_path)
    read_moses(io.BytesIO(b"a ||| x ||| 1"), "pairs", None, "", "", tmp_path / "moses", tmp_path)
    with pytest.raises(UsageError, match="leaving one out"):
        decoder = StackDecoder(
            PhraseTable.open(tmp_path / "moses"), [], [], FeatureSpace(), StackOptions(), left_out=bitext
        )
        decoder.translate(["a"], np.zeros(0))


def test_moses_lines_may_come_in_any_order(tmp_path: Path) -> None:
    pairs = b"a b ||| x ||| 0.5 0.25 1 0 ||| 1-0 0-0 ||| 4 2 2 ||| |||\n"
    pairs += b"c ||| y ||| 1 1 1 1 ||| 0-0 ||| 1 1 1\n"
    pairs += b"a b ||| z ||| 1 1 1 1\n"
    values = b"c ||| y ||| 0.5 0.25 0.25\na b ||| x ||| 0.1 0.2 0.7\n"
    report = read_moses(
        io.BytesIO(pairs), "p", io.BytesIO(values), "r", "wbe-msd-backward-fe", tmp_path / "table", tmp_path
    )
    assert (report.pairs, report.without_reordering) == (3, 1)
    table = PhraseTable.open(tmp_path / "table")
    assert table.score_names == [
        "p_fe",
        "lex_fe",
        "p_ef",
        "lex_ef",
        "raw_count_e",
        "raw_count_f",
        "raw_count_ef",
    ]
    (x, links, scores, reordering), (z, _, _, missing) = table.translations("a b")
    assert (x, z, links) == ("x", "z", [(0, 0), (1, 0)])
    np.testing.assert_allclose(scores, [math.log(0.5), math.log(0.25), 0, -100, 4, 2, 2], rtol=1e-6)
    np.testing.assert_allclose(reordering, np.log([0.1, 0.2, 0.7]), rtol=1e-6)
    assert missing.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a ||| x ||| 0.5 nan", "p:2: .*nan"),
        ("a ||| x ||| -0.5", "p:2: .*probability"),
        ("a ||| x ||| 0.5 0.5", "p:2: .*2 scores where others have 1"),
        ("a ||| x |||", "p:2: .*0 scores"),
        (" ||| x ||| 1", "p:2: .*without source"),
        ("a ||| x ||| 1 ||| 0-1", "p:2: .*link"),
        ("a ||| x ||| 1 ||| 0", "p:2: .*link"),
        ("a ||| x ||| 1 ||| 0-0 ||| many", "p:2: .*count"),
        ("a " * 300 + "||| x ||| 1", "p:2: .*words"),
        ("just words", "p:2: "),
    ],
)
def test_wrong_lines_are_named(tmp_path: Path, line: str, message: str) -> None:
    text = f"b ||| y ||| 1\n{line}\n".encode()
    with pytest.raises(InputError, match=message):
        read_moses(io.BytesIO(text), "p", None, "", "", tmp_path / "table", tmp_path)


def test_wrong_reordering_is_named(tmp_path: Path) -> None:
    pairs = b"a ||| x ||| 1\n"
    with pytest.raises(InputError, match=r"r:1: .*2 reordering values"):
        read_moses(
            io.BytesIO(pairs),
            "p",
            io.BytesIO(b"a ||| x ||| 1 1\n"),
            "r",
            "wbe-msd-backward-fe",
            tmp_path / "t",
            tmp_path,
        )
    with pytest.raises(UsageError, match="reordering model"):
        read_moses(io.BytesIO(pairs), "p", io.BytesIO(b""), "r", "sideways", tmp_path / "t", tmp_path)


def test_damaged_tables_are_refused_or_read_without_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "table"
    read_moses(io.BytesIO(b"a b ||| x y ||| 1 ||| 0-0\na ||| x ||| 1\n"), "p", None, "", "", path, tmp_path)
    whole = path.read_bytes()
    rng = random.Random(1)
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged[: rng.choice([len(damaged), rng.randrange(len(damaged))])])
        try:
            table = PhraseTable.open(path)
            decoder = StackDecoder(table, [], [], FeatureSpace(), StackOptions())
            decoder.translate(["a b a"], np.zeros(0))
        except (DamagedFile, InputError, UsageError):
            pass


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason=f"{DATA} is not there")
def test_the_same_pairs_and_probabilities_as_moses(tmp_path: Path) -> None:
    golden = DATA / "golden/phrase"
    texts = [DATA / f"multi30k/train.{language}.xz" for language in ("de", "en")]
    bitext = index(*texts, golden / "train.gdfa.xz", tmp_path / "bitext.rindex")
    table = extract_phrases(bitext, tmp_path / "table")
    assert len(table) == 791_353  # as Moses' extraction and scoring count them
    import_phrases(
        golden / "phrase-table.gz",
        tmp_path / "moses",
        golden / "reordering-table.wbe-msd-bidirectional-fe.gz",
        "wbe-msd-bidirectional-fe",
    )
    theirs = PhraseTable.open(tmp_path / "moses")
    compared = other_links = 0
    for phrase in range(theirs.phrases):
        source = theirs.source(phrase)
        ours = {target: rest for target, *rest in table.translations(source)}
        for target, links, scores, reordering in theirs.translations(source):
            own_links, own_scores, own_reordering = ours[target]
            compared += 1
            np.testing.assert_allclose(own_scores[[0, 2, 4, 5, 6]], scores[[0, 2, 4, 5, 6]], atol=2e-5)
            np.testing.assert_allclose(own_reordering, reordering, atol=2e-5)
            other_links += own_links != links
    # Ties between equally frequent alignments of a pair are broken by hash order in Moses.
    print(f"{compared} pairs, {other_links} with another of several equally frequent alignments")
    assert compared == 21_483
    assert other_links < 60


def test_phrase_tables_are_written_as_moses_reads_them(tmp_path: Path) -> None:
    pairs = "a b ||| x ||| 0.5 0.25 1 0.125 ||| 0-0 1-0 ||| 4 2 2 ||| |||\n"
    values = "a b ||| x ||| 0.5 0.25 0.25\n"
    read_moses(
        io.BytesIO(pairs.encode()),
        "p",
        io.BytesIO(values.encode()),
        "r",
        "wbe-msd-backward-fe",
        tmp_path / "t",
        tmp_path,
    )
    table = PhraseTable.open(tmp_path / "t")
    assert table.moses(0, table.phrases) == (pairs, values)
    (tmp_path / "again.gz").write_bytes(gzip.compress(pairs.encode()))
    assert import_phrases(tmp_path / "again.gz", tmp_path / "again").pairs == 1
