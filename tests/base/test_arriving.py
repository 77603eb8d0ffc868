"""A stream is read as it arrives, and no further ahead than a line may be long."""

import os

from rectrix.base import arriving
from rectrix.base.arriving import Arriving


def test_what_is_there_is_told_from_what_is_awaited():
    reader, writer = os.pipe()
    stream = Arriving(reader)
    assert stream.waits()
    os.write(writer, b"ei")
    assert stream.waits(), "half a line"
    os.write(writer, b"n\nzw")
    assert not stream.waits() and stream.readline() == b"ein\n"
    assert stream.waits()
    os.close(writer)
    assert not stream.waits() and stream.read() == b"zw", "the end is worth no waiting"
    os.close(reader)


def test_a_stream_without_line_ends_is_not_looked_through(tmp_path, monkeypatch):
    monkeypatch.setattr(arriving, "_LINE", 1 << 17)
    (tmp_path / "text").write_bytes(b"wort " * 200_000)
    with (tmp_path / "text").open("rb") as file:
        stream = Arriving(file.fileno())
        assert not stream.waits()
        assert file.tell() <= 1 << 18, "the whole megabyte was taken into memory"
        assert len(stream.readline()) == 1_000_000
