"""The vocabulary: a bijection that survives saving, never grows in use, and refuses damaged files."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import DamagedFile, InputError, UsageError
from rectrix.text import SENTENCE_BEGIN, SENTENCE_END, UNKNOWN, Vocabulary

word = st.text(
    st.characters(blacklist_categories=["Cs", "Cc", "Zs"], blacklist_characters="\u2028\u2029"), min_size=1
)


@given(words=st.lists(word, max_size=60))
def test_numbers_and_words_correspond_before_and_after_saving(words, tmp_path_factory):
    path = tmp_path_factory.mktemp("vocabulary") / "v"
    vocabulary = Vocabulary()
    numbers = [vocabulary.add(w) for w in words]
    vocabulary.save(path)
    for v in (vocabulary, Vocabulary.open(path)):
        assert len(v) == 3 + len({*words} - {"<unk>", "<s>", "</s>"})
        assert [v.find(w) for w in words] == numbers
        assert [v.text(n) for n in numbers] == words
        assert v.find("certainly not a word") == UNKNOWN


def test_special_words_come_first():
    vocabulary = Vocabulary()
    assert [vocabulary.find(w) for w in ("<unk>", "<s>", "</s>")] == [UNKNOWN, SENTENCE_BEGIN, SENTENCE_END]


def test_lines_are_split_at_blanks_only():
    vocabulary = Vocabulary()
    vocabulary.add("das")
    vocabulary.add("haus\u00a0tür")
    assert vocabulary.encode(" das\t haus\u00a0tür das  maus ").tolist() == [3, 4, 3, UNKNOWN]
    assert vocabulary.decode(np.array([3, 4], dtype=np.uint32)) == "das haus\u00a0tür"


def test_opened_vocabulary_never_grows(tmp_path):
    Vocabulary().save(tmp_path / "v")
    opened = Vocabulary.open(tmp_path / "v")
    with pytest.raises(UsageError, match="cannot grow"):
        opened.add("new")
    assert len(opened) == 3


def test_number_out_of_range_is_an_error():
    with pytest.raises(UsageError, match="no word has the number 99"):
        Vocabulary().text(99)


def make(path, count=500):
    vocabulary = Vocabulary()
    for i in range(count):
        vocabulary.add(f"word{i}")
    vocabulary.save(path)
    return path.read_bytes()


def test_every_truncation_is_noticed(tmp_path):
    data = make(tmp_path / "whole")
    for size in [0, 1, 20, 55, 56, 100, *range(200, len(data), 997), len(data) - 1]:
        (tmp_path / "cut").write_bytes(data[:size])
        with pytest.raises(DamagedFile, match="cut: "):
            Vocabulary.open(tmp_path / "cut")


@given(st.data())
def test_flipped_bytes_never_crash(data):
    """Under the sanitizers this also shows that nothing is read out of bounds."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "v"
        content = bytearray(make(path, 50))
        for _ in range(data.draw(st.integers(1, 8))):
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
        path.write_bytes(bytes(content))
        try:
            vocabulary = Vocabulary.open(path)
            for i in range(len(vocabulary)):
                vocabulary.text(i)
            vocabulary.find("word17")
            vocabulary.find("unseen")
        except (DamagedFile, UnicodeDecodeError):
            pass


def test_other_files_are_refused_with_reason(tmp_path):
    (tmp_path / "text").write_text("das haus\n" * 100)
    with pytest.raises(DamagedFile, match="not a Rectrix file"):
        Vocabulary.open(tmp_path / "text")
    with pytest.raises(InputError, match="cannot open"):
        Vocabulary.open(tmp_path / "absent")
    with pytest.raises(DamagedFile):
        Vocabulary.open(tmp_path)


def test_newer_version_says_so(tmp_path):
    data = bytearray(make(tmp_path / "v"))
    data[24] = 9  # the version field
    (tmp_path / "v").write_bytes(bytes(data))
    with pytest.raises(DamagedFile, match=r"newer version of Rectrix \(format 9"):
        Vocabulary.open(tmp_path / "v")
