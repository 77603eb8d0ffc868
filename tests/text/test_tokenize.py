"""Tokenization, compound splitting, shards."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.text import TOKENIZERS, CompoundSplitter, Normalizer, map_texts, shards


def test_moses_there_and_back():
    moses = TOKENIZERS["moses"]("en")
    text = 'The "old" house (built 1900) isn\'t for sale; it costs $1,000.50 & more.'
    tokens = moses.tokenize(text)
    assert tokens.split()[:4] == ["The", '"', "old", '"']
    assert "&amp;" not in tokens, "no HTML escapes"
    assert moses.detokenize(tokens) == text


def test_characters():
    character = TOKENIZERS["character"]("zh")
    assert character.tokenize("我爱Python 3。") == "我 爱 Python 3 。"
    assert character.detokenize("我 爱 Python 3 。") == "我爱Python 3。"


def test_unknown_tokenizer():
    with pytest.raises(UnknownName, match="known: character, moses, none"):
        TOKENIZERS["penn"]


def test_processes_do_not_change_the_result():
    lines = [f"Das ist Satz {i}, oder?" for i in range(1200)]
    normalize = Normalizer("moses", "de", lowercase=True)
    assert list(map_texts(normalize, lines, processes=2, batch=100)) == [normalize(line) for line in lines]


# Koehn & Knight's example: the frequencies decide between the cuts of "Aktionsplan".
FREQUENCIES = {"aktionsplan": 852, "aktion": 960, "aktions": 5, "plan": 710, "akt": 224, "ion": 1}


def test_koehn_and_knight_example():
    splitter = CompoundSplitter(FREQUENCIES, min_letters=3, min_count=1)
    assert splitter.geometric_mean(["aktion", "plan"]) == pytest.approx(825.6, abs=0.1)
    assert splitter.geometric_mean(["akt", "ion", "plan"]) == pytest.approx(54.2, abs=0.1)
    assert splitter.split("aktionsplan") == ["aktionsplan"], "852 beats 825.6"
    rarer = CompoundSplitter({**FREQUENCIES, "aktionsplan": 100}, min_letters=3, min_count=1)
    assert rarer.split("aktionsplan") == ["aktion", "plan"], "with the filler s"


def test_unknown_compounds_are_split_and_plain_words_kept():
    splitter = CompoundSplitter({"haus": 50, "tür": 40, "garten": 30, "zaun": 9, "arbeit": 7, "kraft": 7})
    assert splitter.split_line("gartenzaun haustür arbeitskraft krankenwagen 12345678 .") == (
        "garten zaun haustür arbeit kraft krankenwagen 12345678 ."
    ), "tür is too short to be cut off"


def brute_force_cuts(splitter, word, first=True):
    """Every cut by definition."""
    found = (
        [[word]]
        if splitter.counts.get(word, 0) >= splitter.min_count and len(word) >= splitter.min_letters
        else []
    )
    for end in range(splitter.min_letters, len(word)):
        if splitter.counts.get(word[:end], 0) < splitter.min_count:
            continue
        for filler in ("", *splitter.fillers):
            if word[end:].startswith(filler):
                rest = brute_force_cuts(splitter, word[end + len(filler) :], False)
                found += [[word[:end], *parts] for parts in rest]
    return found


@given(
    st.dictionaries(st.text("ase", min_size=2, max_size=4), st.integers(1, 50), max_size=12),
    st.text("ase", max_size=10),
)
def test_best_cut_equals_brute_force(counts, word):
    splitter = CompoundSplitter(counts, min_letters=2, min_count=1)
    cuts = [cut for cut in brute_force_cuts(splitter, word) if len(cut) > 1]
    means = [splitter.geometric_mean(cut) for cut in cuts] + [float(counts.get(word, 0))]
    parts = splitter.split(word)
    mean = float(counts.get(word, 0)) if parts == [word] else splitter.geometric_mean(parts)
    assert mean == pytest.approx(max(means)) or len(word) < 4


def test_very_long_word_is_quick():
    splitter = CompoundSplitter({"aaaa": 5, "aaaaa": 5})
    assert "".join(splitter.split("a" * 400)) == "a" * 400


def test_splitter_saves_and_loads(tmp_path):
    splitter = CompoundSplitter.learn(["haus garten", "haus"], min_letters=3)
    splitter.save(tmp_path / "counts")
    assert CompoundSplitter.load(tmp_path / "counts") == splitter
    (tmp_path / "broken").write_text("haus 5\n")
    with pytest.raises(InputError, match=r"broken:1: expected"):
        CompoundSplitter.load(tmp_path / "broken")


@given(st.integers(0, 500), st.integers(1, 20), st.integers(0, 5))
def test_shards_are_even_and_cover_every_line_once(lines, number, seed):
    if number > max(lines, 1):
        with pytest.raises(UsageError):
            shards(lines, number, seed)
        return
    parts = shards(lines, number, seed)
    assert np.array_equal(np.sort(np.concatenate(parts)), np.arange(lines))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert all(np.array_equal(a, b) for a, b in zip(parts, shards(lines, number, seed), strict=True))
