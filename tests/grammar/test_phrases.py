"""Phrase extraction against counting by definition and against Moses' tables."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_bitexts import contents, counted, random_bitext, slow

from rectrix._core import grammar as core
from rectrix._core.grammar import PhraseTable
from rectrix.grammar import PhraseSettings, extract_phrases, import_phrases, index

DATA = Path(__file__).parents[2].parent / "shared/data"


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


def test_out_of_core_and_threads_change_nothing(tmp_path: Path) -> None:
    _, bitext = random_bitext(11, tmp_path, most=600)
    for name, threads, memory in (("one", 1, 1 << 30), ("two", 3, 1 << 30), ("disk", 3, 0)):
        core.estimate_phrases(
            bitext, 7, "wbe-msd-bidirectional-fe", 0.5, core.PhraseSmoothing.kneser_ney, 1.0, 5, threads,
            memory, tmp_path / name, tmp_path,
        )  # fmt: skip
    # Without memory a sort holds 1,024 items: all sorts have gone to disk.
    assert len(contents(extract_phrases(bitext, tmp_path / "all"))) > 1024
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert (tmp_path / "one").read_bytes() == (tmp_path / "disk").read_bytes()


@slow
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_the_limit_keeps_the_most_probable(tmp_path: Path, seed: int, limit: int) -> None:
    _, bitext = random_bitext(seed, tmp_path)
    every = extract_phrases(bitext, tmp_path / "all", force=True)
    some = extract_phrases(bitext, tmp_path / "some", PhraseSettings(limit=limit), force=True)
    for phrase in range(every.phrases):
        source = every.source(phrase)
        kept = [(target, scores.tolist()) for target, _, scores, _ in some.translations(source)]
        best = [(target, scores.tolist()) for target, _, scores, _ in every.translations(source)]
        assert kept == best[:limit]
        assert all(a[1][2] >= b[1][2] for a, b in itertools.pairwise(best))


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
