"""Readers: each bad line has its policy, and files that do not belong together are noticed."""

import gzip
import tracemalloc
from io import BytesIO
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.text import (
    Bitext,
    ReadingReport,
    drop_duplicates,
    filtered,
    keep_lengths,
    read_parallel,
    read_sentences,
    words,
)
from rectrix.text import lines as lines_module

GOOD = (b"das haus", b"the house")
BAD = {
    "invalid UTF-8": b"das \xff\xfe haus",
    "control character": b"das\x00haus",
    "empty side": b" \t ",
    "over-long line": b"a " * 2000,
}
MENDED = {
    "invalid UTF-8": "das \ufffd\ufffd haus",
    "control character": "das haus",
    "empty side": "",
    "over-long line": " ".join(["a"] * 1000),
}


@pytest.fixture
def bad_bitext(tmp_path, request):
    source, target = tmp_path / "b.de", tmp_path / "b.en"
    source.write_bytes(b"\n".join([GOOD[0], BAD[request.param], GOOD[0]]) + b"\n")
    target.write_bytes(b"\n".join([GOOD[1]] * 3) + b"\n")
    return request.param, source, target


@pytest.mark.parametrize("bad_bitext", BAD, indirect=True)
def test_error_names_file_line_and_remedy(bad_bitext):
    problem, source, target = bad_bitext
    with pytest.raises(InputError, match=rf"b\.de:2: {problem}; --on-bad skip"):
        list(Bitext(source, target, on_bad="error"))


@pytest.mark.parametrize("bad_bitext", BAD, indirect=True)
def test_skip_drops_the_pair_and_counts_it(bad_bitext):
    problem, source, target = bad_bitext
    report = ReadingReport()
    pairs = list(Bitext(source, target).read(report))
    assert [pair.number for pair in pairs] == [1, 3]
    assert (report.read, report.kept) == (3, 2)
    assert report.summary() == f"3 lines read, 2 kept; 1 {problem} (first: {source}:2: {problem})"


@pytest.mark.parametrize("bad_bitext", BAD, indirect=True)
def test_replace_mends_and_keeps_every_line(bad_bitext):
    problem, source, target = bad_bitext
    report = ReadingReport()
    pairs = list(Bitext(source, target, on_bad="replace").read(report))
    assert [pair.source for pair in pairs] == ["das haus", MENDED[problem], "das haus"]
    assert report.problems == {problem: 1} and report.kept == 3


@pytest.mark.parametrize("policy", ["error", "skip", "replace"])
def test_unequal_line_counts_are_always_an_error(tmp_path, policy):
    (tmp_path / "a").write_text("1\n2\n3\n")
    (tmp_path / "b").write_text("1\n2\n")
    for first, second in (("a", "b"), ("b", "a")):
        with pytest.raises(InputError, match=r"b: has no line 3, but .*a has"):
            list(Bitext(tmp_path / first, tmp_path / second, on_bad=policy))


def test_unknown_policy_is_refused(tmp_path):
    (tmp_path / "a").write_text("1\n")
    with pytest.raises(UnknownName, match="known: error, replace, skip"):
        list(read_parallel([tmp_path / "a"], on_bad="ignore"))


def test_carriage_returns_marks_and_blanks_are_no_problem(tmp_path):
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfdas  haus \r\n\tein\tbaum\r\nohne ende")
    report = ReadingReport()
    assert list(read_sentences(tmp_path / "a", report=report)) == ["das haus", "ein baum", "ohne ende"]
    assert not report.problems


def test_empty_file_has_no_lines(tmp_path):
    (tmp_path / "a").write_bytes(b"")
    assert list(read_sentences(tmp_path / "a")) == []


def test_file_without_line_ends_does_not_fill_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(lines_module, "MAX_BYTES", 1000)
    (tmp_path / "a").write_bytes(b"wort " * 2_000_000 + b"\nnext\n")
    report = ReadingReport()
    tracemalloc.start()
    texts = list(read_sentences(tmp_path / "a", "skip", report))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert texts == ["next"]
    assert report.problems == {"over-long line": 1}
    assert peak < 2_000_000, "the 10 MB line was held in memory"


def test_text_to_translate_is_never_cut(tmp_path):
    (tmp_path / "a").write_bytes(b"kurz\n" + b"wort " * 300_000 + b"\nnext\n")
    with pytest.raises(InputError, match=r"a:2: more than 1,048,576 bytes, the most for a line"):
        list(read_sentences(tmp_path / "a"))


class Endless(BytesIO):
    """Fails the test that looks for its end."""

    def readline(self, size=-1):
        assert self.tell() < 2 << 20, "read on although the line is refused"
        return super().readline(size)


@pytest.mark.parametrize("policy", ["error", "replace"])
def test_a_line_that_is_refused_is_not_read_to_its_end(tmp_path, monkeypatch, policy):
    """There may be none, as in `yes | tr -d '\\n' | rectrix translate`."""
    monkeypatch.setattr(lines_module, "open_bytes", lambda path: Endless(b"kurz\n" + b"wort " * 1_000_000))
    read = read_parallel([tmp_path / "a"], policy)
    assert next(read).texts == ("kurz",)
    with pytest.raises(InputError, match=r"a:2: (more than 1,048,576 bytes|over-long line)"):
        next(read)


def test_reading_streams(tmp_path):
    """Neither two pairs nor all of them need the file's size in memory."""
    with gzip.open(tmp_path / "a.gz", "wb", compresslevel=1) as file:
        file.write((b"das haus ist klein . " * 10 + b"\n") * 60_000)
    tracemalloc.start()
    assert len(list(islice(Bitext(tmp_path / "a.gz", tmp_path / "a.gz"), 2))) == 2
    assert sum(1 for _ in Bitext(tmp_path / "a.gz", tmp_path / "a.gz")) == 60_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000, "the text has 12 MB"


def test_tsv_columns(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text("ui\tx.po\tdas haus\tthe house\nui\tx.po\t\tno source\n")
    report = ReadingReport()
    pairs = list(Bitext(path, columns=(3, 4)).read(report))
    assert pairs == [(1, "das haus", "the house")]
    assert report.problems == {"empty side": 1}
    with pytest.raises(InputError, match=r"a\.tsv:1: 4 columns, but column 5 is wanted"):
        list(Bitext(path, columns=(3, 5)))
    with pytest.raises(UsageError, match="counted from 1"):
        list(Bitext(path, columns=(0, 1)))


def test_parallel_lines_keep_empty_ones_and_order(tmp_path):
    (tmp_path / "r0").write_text("a\n\nb\n")
    (tmp_path / "r1").write_text("c\nd\n\n")
    rows = read_parallel([tmp_path / "r0", tmp_path / "r1"], "replace", allow_empty=True)
    assert [row.texts for row in rows] == [("a", "c"), ("", "d"), ("b", "")]


def test_filters_drop_and_say_why(tmp_path):
    (tmp_path / "s").write_text("a b\na b\na b c d e f\na\na b c\n")
    (tmp_path / "t").write_text("x y\nx y\nx y z\nx y z\nx\n")
    report = ReadingReport()
    bitext = Bitext(tmp_path / "s", tmp_path / "t")
    kept = list(filtered(bitext.read(report), [keep_lengths(5, 2.5), drop_duplicates()], report))
    assert [pair.number for pair in kept] == [1]
    assert report.problems == {"duplicate": 1, "over 5 words": 1, "length ratio over 2.5": 2}
    assert (report.read, report.kept) == (5, 1)


@given(st.lists(st.binary(max_size=40).filter(lambda b: b"\n" not in b), min_size=1, max_size=12))
def test_any_bytes_keep_their_line_under_replace(lines):
    """Whatever a file holds: as many lines out as in, and words that read the same again."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text"
        # The first line keeps the bytes from looking like a compressed file's or another encoding's.
        path.write_bytes(b"\n".join(["für".encode(), *lines]) + b"\n")
        texts = list(read_sentences(path))
    assert len(texts) == len(lines) + 1
    for text in texts:
        assert " ".join(words(text)) == text
        assert text.encode("utf-8").decode("utf-8") == text
        assert "\n" not in text and "\t" not in text


LATIN1 = ["Öffnen Sie das Haus.", "Ja.", "Das ist für Sie."]


@pytest.mark.parametrize("policy", ["error", "skip", "replace"])
def test_text_in_another_encoding_is_refused_with_its_line(tmp_path, policy):
    """Dropping or mending every line with an umlaut would leave a model of the few others."""
    path = tmp_path / "a.de"
    path.write_bytes("\n".join(["Nein.", *LATIN1]).encode("latin-1") + b"\n")
    with pytest.raises(InputError, match=r"a\.de:2: invalid UTF-8"):
        list(read_sentences(path, policy))
    table = tmp_path / "a.tsv"
    table.write_bytes(b"".join(f"{line}\tYes.\n".encode("latin-1") for line in LATIN1))
    with pytest.raises(InputError, match=r"a\.tsv:1: .*invalid UTF-8"):
        list(Bitext(table, on_bad=policy))


def test_a_large_file_in_another_encoding_is_refused_before_its_end(tmp_path):
    path = tmp_path / "a.ru"
    path.write_bytes("привет\n".encode("cp1251") * 1000)
    with pytest.raises(InputError, match=r"a\.ru:1: .* 20 lines"):
        list(read_sentences(path))


def test_utf16_is_told_by_its_mark(tmp_path):
    path = tmp_path / "a.de"
    path.write_bytes("Ja.\nNein.\n".encode("utf-16"))
    with pytest.raises(InputError, match=r"a\.de:1: this is UTF-16"):
        list(read_sentences(path))


@pytest.mark.parametrize("rest", [["schön".encode()], [b"ja"] * 200])
def test_a_few_invalid_lines_are_no_other_encoding(tmp_path, rest):
    path = tmp_path / "a.de"
    path.write_bytes(b"\n".join(["für".encode("latin-1"), *rest]) + b"\n")
    assert len(list(read_sentences(path))) == len(rest) + 1
