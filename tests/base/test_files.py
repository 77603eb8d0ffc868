"""Reading by content, writing whole or not at all."""

import bz2
import contextlib
import gzip
import lzma
import os
import resource
from pathlib import Path

import pytest
import zstandard
from hypothesis import assume, given
from hypothesis import strategies as st

from rectrix.base import compressed
from rectrix.base.errors import InputError, OutputExists, RunError
from rectrix.base.files import open_bytes, open_text, require_lines, writing, writing_path

COMPRESS = {
    "plain": lambda data: data,
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": lambda data: zstandard.ZstdCompressor().compress(data),
}

MAGIC = (b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd", b"BZh")


@pytest.mark.parametrize("kind", COMPRESS)
@given(data=st.binary(max_size=300))
def test_reads_every_compression_by_content(kind, data, tmp_path_factory):
    path = tmp_path_factory.mktemp("files") / "misleading.txt"
    assume(kind != "plain" or not data.startswith(MAGIC))
    path.write_bytes(COMPRESS[kind](data))
    with open_bytes(path) as file:
        assert file.read() == data


@pytest.mark.parametrize("kind", ["gz", "xz", "bz2", "zst"])
def test_truncated_compressed_file_names_itself(kind, tmp_path):
    path = tmp_path / f"text.{kind}"
    path.write_bytes(COMPRESS[kind](os.urandom(100_000))[:50_000])
    with pytest.raises(InputError, match=r"text\.\w+: damaged compressed file"), open_bytes(path) as file:
        file.read()


@pytest.mark.parametrize("kind", ["gz", "xz", "bz2", "zst"])
@given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_damaged_compressed_file_is_an_error_of_ours(kind, place, bit, tmp_path_factory):
    path = tmp_path_factory.mktemp("files") / "text"
    data = bytearray(COMPRESS[kind](b"".join(b"line %d\n" % n for n in range(300))))
    data[int(place * len(data))] ^= 1 << bit
    path.write_bytes(data)
    with contextlib.suppress(InputError), open_bytes(path) as file:
        file.read()


@pytest.mark.parametrize("kind", ["gz", "xz", "bz2", "zst"])
def test_bombs_are_refused_before_they_fill_the_memory(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(compressed, "EXPANSION_FREE", 1 << 23)
    path = tmp_path / "bomb"
    path.write_bytes(COMPRESS[kind](bytes(1 << 26)))
    with (
        pytest.raises(InputError, match=r"bomb: its first [\d,]+ bytes expand to more"),
        open_bytes(path) as file,
    ):
        while file.read(1 << 20):
            pass


def test_concatenated_compressed_files_are_read_to_the_end(tmp_path):
    for kind in ("gz", "xz", "bz2", "zst"):
        path = tmp_path / f"two.{kind}"
        path.write_bytes(COMPRESS[kind](b"one\n") + COMPRESS[kind](b"two\n"))
        assert open_bytes(path).read() == b"one\ntwo\n"


@pytest.fixture
def piped():
    """Makes what a shell makes of <(COMMAND): a name for a pipe that holds some bytes."""
    ends = []

    def make(data):
        reader, writer = os.pipe()
        ends.append(reader)
        os.write(writer, data)
        os.close(writer)
        return f"/dev/fd/{reader}"

    yield make
    for end in ends:
        os.close(end)


@pytest.mark.parametrize("kind", COMPRESS)
def test_looking_into_a_pipe_takes_nothing_from_it(kind, piped):
    data = b"".join(b"line %d\n" % n for n in range(3000))
    path = piped(COMPRESS[kind](data))
    with open_bytes(path):
        pass  # as a check of all inputs does
    with open_bytes(path) as file:
        assert file.read() == data


def test_a_pipe_is_not_read_twice_in_silence(piped):
    path = piped(b"one\ntwo\n")
    with open_text(path) as file:
        assert file.readline() == "one\n"
    with pytest.raises(InputError, match=rf"{path}: a pipe can be read only once.*write it to a file"):
        open_bytes(path)
    with pytest.raises(InputError, match="write it to a file"):
        require_lines(Path(piped(b"one\n")), [])


def test_missing_file_is_named():
    with pytest.raises(InputError, match=r"nowhere\.txt: cannot open: No such file"):
        open_bytes("nowhere.txt")


def test_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot open"):
        open_bytes(tmp_path)


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".bz2", ".zst"])
def test_writes_what_it_reads(suffix, tmp_path):
    path = tmp_path / f"text{suffix}"
    with writing(path) as file:
        file.write("grüße\n")
    assert open_text(path).read() == "grüße\n"
    first = path.read_bytes()
    with writing(path, force=True) as file:
        file.write("grüße\n")
    assert path.read_bytes() == first, "same text, same bytes"


def test_failure_leaves_the_old_file_and_no_temporary(tmp_path):
    path = tmp_path / "out"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), writing(path, force=True) as file:
        file.write("new")
        raise ZeroDivisionError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_existing_output_is_refused(tmp_path):
    path = tmp_path / "out"
    path.write_text("mine")
    with pytest.raises(OutputExists, match="--force"), writing(path):
        pass
    assert path.read_text() == "mine"


def test_full_disk_is_an_error_of_ours():
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with pytest.raises(OSError, match="No space left"), Path("/dev/full").open("w") as file:
        file.write("x" * 100_000)
    with pytest.raises(RunError, match="cannot write"), writing_path(Path("/proc/nowhere/out")):
        pass


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".bz2", ".zst"])
def test_a_disk_that_is_full_at_the_last_byte_is_an_error_of_ours(suffix, tmp_path):
    """A short text waits in memory until the file is closed: an error of that must be heard."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5, limits[1]))  # stands for a full disk
    try:
        with (
            pytest.raises(RunError, match=r"cannot write .*/text[.\w]*: File too large"),
            writing(tmp_path / f"text{suffix}") as file,
        ):
            file.write("grüße\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not list(tmp_path.iterdir())


def test_errors_about_other_files_pass_through(tmp_path):
    with pytest.raises(FileNotFoundError), writing_path(tmp_path / "out"):
        (tmp_path / "another").read_text()
