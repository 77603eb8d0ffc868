"""Training sentences translated as if they were new."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_bitexts import Sentences, random_bitext, slow, write

from rectrix._core.decode import StackDecoder, StackOptions
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import PhraseTable, read_moses
from rectrix._core.kbest import extract
from rectrix.base.errors import InputError, UsageError
from rectrix.grammar import BitextIndex, PhraseSettings, extract_phrases

NAMES = ("p_fe", "p_ef", "log_count", "unique")
MOST = 2000  # hypotheses compared


def hypotheses(
    table: PhraseTable, words: list[str], left_out: BitextIndex | None = None, number: int = 0
) -> dict[str, tuple[float, dict[str, float]]]:
    """Every translation in the sentence's order, with its best score and the features that have a weight."""
    space = FeatureSpace()
    weights = np.zeros(len(NAMES))
    weights[[space.add(name) for name in NAMES]] = [0.5, 1.0, 0.25, -0.125]
    options = StackOptions(pop_limit=0, stack=0, table_limit=0, distortion_limit=0, rule_counts=True)
    decoder = StackDecoder(table, [], [], space, options, left_out=left_out)
    found = decoder.forest(" ".join(words), weights, number).kbest(MOST)
    lists, _, _ = extract(decoder, [" ".join(words)], weights, MOST, numbers=[number])
    np.testing.assert_allclose(lists.scores, [one["score"] for one in found], atol=1e-6)
    return {
        one["text"]: (one["score"], {name: one["features"].get(name, 0.0) for name in NAMES}) for one in found
    }


def without(pairs: Sentences, number: int, folder: Path, longest: int) -> PhraseTable:
    """A table of all other sentences, extracted anew."""
    (folder / "rest").mkdir(exist_ok=True)
    bitext = write(pairs[:number] + pairs[number + 1 :], folder / "rest")
    chosen = PhraseSettings(max_length=longest, reordering="")
    return extract_phrases(bitext, folder / "rest" / "table", chosen, force=True)


@slow
@given(st.integers(0, 10**6), st.integers(1, 7), st.data())
def test_leaving_one_out_equals_extraction_without_the_sentence(
    tmp_path: Path, seed: int, longest: int, data: st.DataObject
) -> None:
    pairs, bitext = random_bitext(seed, tmp_path)
    if len(pairs) == 1:
        return
    number = data.draw(st.integers(0, len(pairs) - 1))
    words = pairs[number][0]
    chosen = PhraseSettings(max_length=longest, reordering="")
    table = extract_phrases(bitext, tmp_path / "table", chosen, force=True)
    found = hypotheses(table, words, bitext, number)
    expected = hypotheses(without(pairs, number, tmp_path, longest), words)
    assert len(found) == len(expected)
    assert (
        len(found) == MOST or found.keys() == expected.keys()
    )  # ties decide which are the last of a full list
    for text in found.keys() & expected.keys():
        score, features = found[text]
        assert score == pytest.approx(expected[text][0], abs=1e-4)
        if len(words) == 1:  # one derivation, unless two tie
            assert features == pytest.approx(expected[text][1], abs=1e-4)


def test_pairs_that_were_pruned_still_count(tmp_path: Path) -> None:
    # The first sentence has two pairs with x, one of which is pruned: without it, x always stands for a.
    pairs: Sentences = [(["a", "b"], ["x"], {(0, 0)})]
    pairs += [(["a"], ["x"], {(0, 0)})] * 2 + [(["c"], ["z"], {(0, 0)})] * 7
    bitext = write(pairs, tmp_path)
    table = extract_phrases(bitext, tmp_path / "table", PhraseSettings(reordering="", significance=2.0))
    assert (table.longest, len(table)) == (1, 2)
    [(_, features)] = hypotheses(table, ["a", "b"], bitext).values()
    assert features["p_fe"] == pytest.approx(0.0, abs=1e-6)
    [(_, features)] = hypotheses(table, ["a", "b"]).values()
    assert features["p_fe"] == pytest.approx(np.log(3 / 4), abs=1e-6)


def test_sentences_behind_the_bitext_are_new_and_others_must_be_its_own(tmp_path: Path) -> None:
    pairs, bitext = random_bitext(11, tmp_path)
    table = extract_phrases(bitext, tmp_path / "table", PhraseSettings(reordering=""))
    words = pairs[0][0]
    assert hypotheses(table, words, bitext, len(pairs)) == hypotheses(table, words)
    with pytest.raises(InputError, match="line 1 is not the bitext's sentence"):
        hypotheses(table, [*words, "a"], bitext, 0)


def test_leaving_one_out_needs_the_right_table(tmp_path: Path) -> None:
    _, bitext = random_bitext(3, tmp_path)
    line = b"a ||| x ||| 1 1 1 1 ||| 0-0 ||| 1 1 1"
    read_moses(io.BytesIO(line), "pairs", None, "", "", tmp_path / "moses", tmp_path)
    with pytest.raises(UsageError, match="leaving one out"):
        hypotheses(PhraseTable.open(tmp_path / "moses"), ["a"], bitext)
