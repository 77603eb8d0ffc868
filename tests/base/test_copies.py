"""Copies are files of their own, and need no memory for the content."""

import fcntl
import tracemalloc

from rectrix.base.copies import copy_file


def no_sharing(*arguments):
    raise OSError("this file system cannot share blocks")


def test_a_copy_is_streamed_and_a_file_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(fcntl, "ioctl", no_sharing)
    (tmp_path / "old").write_bytes(b"rules " * 3_000_000)
    tracemalloc.start()
    copy_file(tmp_path / "old", tmp_path / "new")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6_000_000, "the 18 MB were held in memory"
    with (tmp_path / "new").open("r+b") as file:
        file.write(b"RULES")
    assert (tmp_path / "old").read_bytes() == b"rules " * 3_000_000
    assert (tmp_path / "new").read_bytes() == b"RULES" + (b"rules " * 3_000_000)[5:]
