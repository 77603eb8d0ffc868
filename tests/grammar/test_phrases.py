"""Phrase extraction against counting by definition and against Moses' tables."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_bitexts import contents, counted, random_bitext, slow

from rectrix._core import grammar as core
from rectrix._core.grammar import PhraseTable
from rectrix.base.files import open_text
from rectrix.grammar import PhraseSettings, extract_phrases, import_phrases, index

from ..data import DATA


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


class WordProbabilities:
    """w(f|e) and w(e|f): relative frequencies of links, words without one linked to NULL."""

    def __init__(self, texts: list[Path], alignment: Path) -> None:
        self.joint, self.source, self.target = Counter[tuple[str, str]](), Counter[str](), Counter[str]()
        self.sentences: list[tuple[list[str], list[str], list[tuple[int, int]]]] = []
        with ExitStack() as stack:
            files = [stack.enter_context(open_text(path)) for path in (*texts, alignment)]
            for source, target, line in zip(*files, strict=True):
                links = [(int(s), int(t)) for s, t in (link.split("-") for link in line.split())]
                self.sentences.append((source.split(), target.split(), links))
                self._count(*self.sentences[-1])

    def _count(self, source: list[str], target: list[str], links: list[tuple[int, int]]) -> None:
        found = [(source[s], target[t]) for s, t in links]
        linked = [{link[side] for link in links} for side in (0, 1)]
        found += [(word, "NULL") for place, word in enumerate(source) if place not in linked[0]]
        found += [("NULL", word) for place, word in enumerate(target) if place not in linked[1]]
        self.joint.update(found)
        self.source.update(f for f, _ in found)
        self.target.update(e for _, e in found)

    def weights(
        self, source: list[str], target: list[str], links: list[tuple[int, int]], decimals: int = 20
    ) -> list[float]:
        """log lex(f|e) and log lex(e|f) of a phrase pair."""

        def mean(pairs: list[tuple[str, str]], totals: Counter[str], side: int) -> float:
            return sum(round(self.joint[pair] / totals[pair[side]], decimals) for pair in pairs) / len(pairs)

        by_source = [
            [(word, target[t]) for s, t in links if s == place] or [(word, "NULL")]
            for place, word in enumerate(source)
        ]
        by_target = [
            [(source[s], word) for s, t in links if t == place] or [("NULL", word)]
            for place, word in enumerate(target)
        ]
        return [
            sum(math.log(mean(pairs, self.target, 1)) for pairs in by_source),
            sum(math.log(mean(pairs, self.source, 0)) for pairs in by_target),
        ]

    def most_frequent(self, source: list[str], target: list[str]) -> set[tuple[tuple[int, int], ...]]:
        """The links that a phrase pair most often has."""
        counts: Counter[tuple[tuple[int, int], ...]] = Counter()
        for whole_source, whole_target, links in self.sentences:
            for s in places(source, whole_source):
                for t in places(target, whole_target):
                    inside = [(s <= a < s + len(source), t <= b < t + len(target)) for a, b in links]
                    if any(a and b for a, b in inside) and all(a == b for a, b in inside):
                        kept = [link for link, (a, _) in zip(links, inside, strict=True) if a]
                        counts[tuple(sorted((a - s, b - t) for a, b in kept))] += 1
        return {links for links, count in counts.items() if count == max(counts.values())}


def places(phrase: list[str], words: list[str]) -> list[int]:
    return [
        at for at, word in enumerate(words) if word == phrase[0] and words[at : at + len(phrase)] == phrase
    ]


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
    words = WordProbabilities(texts, golden / "train.gdfa.xz")
    compared = rounded = tied = 0
    for phrase in range(theirs.phrases):
        source = theirs.source(phrase)
        ours = {target: rest for target, *rest in table.translations(source)}
        for target, links, scores, reordering in theirs.translations(source):
            own_links, own_scores, own_reordering = ours[target]
            compared += 1
            np.testing.assert_allclose(own_scores[[0, 2, 4, 5, 6]], scores[[0, 2, 4, 5, 6]], atol=2e-5)
            np.testing.assert_allclose(own_reordering, reordering, atol=2e-5)
            pair = source.split(), target.split()
            np.testing.assert_allclose(own_scores[[1, 3]], words.weights(*pair, own_links), atol=2e-5)
            if np.allclose(own_scores[[1, 3]], scores[[1, 3]], atol=2e-5):
                continue
            # Moses reads word probabilities from files that have seven decimals, ...
            if np.allclose(scores[[1, 3]], words.weights(*pair, own_links, decimals=7), atol=2e-5):
                rounded += 1
                continue
            # ... and chooses among equally frequent alignments of a pair, once for each direction.
            tied += 1
            most = words.most_frequent(*pair)
            assert len(most) > 1 and tuple(own_links) in most and tuple(links) in most
            for place, column in ((0, 1), (1, 3)):
                possible = [words.weights(*pair, list(one), decimals=7)[place] for one in most]
                assert min(abs(scores[column] - value) for value in possible) < 2e-5
    print(f"lexical weights of {compared} pairs: {rounded} differ by rounding, {tied} by ties")
    assert compared == 21_483
