"""Alignment files: what is read, what is refused, and the error rate of Och and Ney."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.align import Alignments, Gold, read_alignments, score, write_alignments
from rectrix.base.errors import InputError, UsageError


def read(text, first=0):
    return Alignments.read(io.BytesIO(text.encode()), "links.txt", first)


pairs = st.lists(st.lists(st.tuples(st.integers(0, 65534), st.integers(0, 65534)), max_size=5), max_size=5)


@given(pairs)
def test_what_is_written_is_read_again(links):
    text = "".join(" ".join(f"{s}-{t}" for s, t in pair) + "\n" for pair in links)
    alignments = read(text)
    assert [alignments[p] for p in range(len(alignments))] == [sorted(set(pair)) for pair in links]
    assert read(alignments.text()).text() == alignments.text()


def test_empty_lines_carriage_returns_and_blanks_are_fine():
    assert read("\n 1-0\t0-0 \r\n\n").text() == "\n0-0 1-0\n\n"
    assert read("1-1 2-1\n", first=1)[0] == [(0, 0), (1, 0)]


def test_arrays_are_views_of_the_links():
    alignments = read("0-1 2-3\n\n4-4\n")
    assert alignments.offsets.tolist() == [0, 2, 2, 3]
    assert alignments.links.tolist() == [[0, 1], [2, 3], [4, 4]]
    assert alignments.links.dtype == np.uint16
    again = Alignments.from_arrays(alignments.offsets, alignments.links.reshape(-1))
    assert again.text() == alignments.text()


@pytest.mark.parametrize(
    "bad", ["3-", "-3", "3", "a-b", "3-4-5", "1.5-2", "-1-2", "65535-0", "99999999999-1", "3?4"]
)
def test_a_bad_link_is_named_with_file_and_line(bad):
    with pytest.raises(InputError, match=r"links\.txt:2: .*link") as caught:
        read(f"0-0\n1-1 {bad}\n")
    assert bad in str(caught.value)


def test_a_zero_in_a_file_that_counts_from_one_is_refused():
    with pytest.raises(InputError, match="counted from 1"):
        read("0-1\n", first=1)


def test_offsets_out_of_range_are_refused():
    for offsets in ([0, 3], [1, 2], [0, 2, 1, 2]):
        with pytest.raises(ValueError, match="offsets"):
            Alignments.from_arrays(np.array(offsets, np.uint64), np.zeros(4, np.uint16))


def test_error_rate_of_a_worked_example():
    gold = Gold.read(io.BytesIO(b"0-0 1-1 2?1\n0p0 0-1\n"), "gold", 0)
    assert gold.sure[0] == [(0, 0), (1, 1)]
    assert gold.possible[1] == [(0, 0), (0, 1)]
    found = read("0-0 2-1 3-3\n0-0\n")
    result = score(found, gold)
    # Of 4 links 3 are possible, and 1 of 3 sure links is found: AER = 1 - (1 + 3) / (4 + 3).
    assert result.precision == 3 / 4
    assert result.recall == 1 / 3
    assert result.aer == pytest.approx(1 - 4 / 7)


def test_scores_at_the_ends():
    gold = Gold.read(io.BytesIO(b"0-0\n\n"), "gold", 0)
    assert score(gold.sure, gold).aer == 0
    assert score(read("\n\n"), gold).aer == 1
    with pytest.raises(UsageError, match="1 alignments with 2"):
        score(read("0-0\n"), gold)


def test_files_are_written_whole_and_compressed_by_name(tmp_path):
    alignments = read("0-0\n\n1-2\n")
    write_alignments(alignments, tmp_path / "a.gz")
    assert read_alignments(tmp_path / "a.gz").text() == alignments.text()
    with pytest.raises(UsageError, match="--force"):
        write_alignments(alignments, tmp_path / "a.gz")
