"""Training sentences translated as if they were new."""

from __future__ import annotations

import io
import math
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_bitexts import counted, random_bitext, slow

from rectrix._core.decode import StackDecoder, StackOptions
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import PhraseTable, read_moses
from rectrix.base.errors import UsageError
from rectrix.grammar import PhraseSettings, extract_phrases


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
