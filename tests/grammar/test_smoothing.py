"""Smoothed translation probabilities against their formulas in a few lines of Python."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_bitexts import Pair, contents, counted, random_bitext, slow, write

from rectrix.grammar import PhraseSettings, extract_phrases


def smoothed(folder: Path, bitext: object, kind: str) -> dict[Pair, np.ndarray]:
    return contents(extract_phrases(bitext, folder / "table", PhraseSettings(smoothing=kind), force=True))


def test_good_turing_by_hand(tmp_path: Path) -> None:
    # One-word sentences: a pair occurs as often as its line. Three pairs once, two twice, one three times:
    # 1* = 2 n2/n1 = 4/3 is no less than 1, so 1 stays; 2* = 3 n3/n2 = 3/2; 3* = 4 n4/n3 = 0, so 3 stays.
    lines = {"a x": 3, "a y": 2, "b x": 2, "b y": 1, "c z": 1, "c x": 1}
    pairs = [
        ([f], [e], {(0, 0)}) for (f, e), n in ((key.split(), n) for key, n in lines.items()) for _ in range(n)
    ]
    found = smoothed(tmp_path, write(pairs, tmp_path), "good_turing")
    given_f = {"a x": 3 / 5, "a y": 1.5 / 5, "b x": 1.5 / 3, "b y": 1 / 3, "c z": 1 / 2, "c x": 1 / 2}
    given_e = {"a x": 3 / 6, "a y": 1.5 / 3, "b x": 1.5 / 6, "b y": 1 / 3, "c z": 1 / 1, "c x": 1 / 6}
    for (f, e), scores in found.items():
        assert math.exp(scores[2]) == pytest.approx(given_f[f"{f} {e}"], rel=1e-5)
        assert math.exp(scores[0]) == pytest.approx(given_e[f"{f} {e}"], rel=1e-5)


@slow
@given(st.integers(0, 10**6))
def test_good_turing_follows_its_formula(tmp_path: Path, seed: int) -> None:
    pairs, bitext = random_bitext(seed, tmp_path, most=40)
    joint = counted(pairs, 7)
    sources, targets = Counter[str](), Counter[str]()
    for (source, target), count in joint.items():
        sources[source] += count
        targets[target] += count
    with_count = Counter(joint.values())

    def turing(count: int) -> float:
        changed = (count + 1) * with_count[count + 1] / with_count[count]
        return changed if count <= 5 and 0 < changed < count else count

    for (source, target), scores in smoothed(tmp_path, bitext, "good_turing").items():
        count = turing(joint[source, target])
        assert scores[0] == pytest.approx(math.log(count / targets[target]), abs=1e-5)
        assert scores[2] == pytest.approx(math.log(count / sources[source]), abs=1e-5)


@slow
@given(st.integers(0, 10**6))
def test_kneser_ney_follows_its_formula(tmp_path: Path, seed: int) -> None:
    pairs, bitext = random_bitext(seed, tmp_path, most=40)
    joint = counted(pairs, 7)
    n = [sum(count == c for count in joint.values()) for c in range(6)]
    y = n[1] / (n[1] + 2 * n[2]) if n[1] and n[2] else 0.0
    discount = {c: min(max(c - (c + 1) * y * (n[c + 1] / n[c] if n[c] else 0), 0), c) for c in (1, 2, 3)}
    found = smoothed(tmp_path, bitext, "kneser_ney")
    for side, column in ((0, 2), (1, 0)):  # p(e|f), p(f|e)
        total, taken, met = Counter[str](), Counter[str](), Counter[str]()
        for pair, count in joint.items():
            total[pair[side]] += count
            taken[pair[side]] += discount[min(count, 3)]
            met[pair[1 - side]] += 1
        for pair, scores in found.items():
            count = joint[pair]
            lower = met[pair[1 - side]] / len(joint)
            expected = (count - discount[min(count, 3)] + taken[pair[side]] * lower) / total[pair[side]]
            assert math.exp(scores[column]) == pytest.approx(expected, rel=1e-4)


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
