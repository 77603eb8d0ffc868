"""Moses' phrase and reordering tables as text, also hostile."""

from __future__ import annotations

import gzip
import io
import math
import random
from pathlib import Path

import numpy as np
import pytest

from rectrix._core.decode import StackDecoder, StackOptions
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import PhraseTable, read_moses
from rectrix.base.errors import DamagedFile, InputError, UsageError
from rectrix.grammar import import_phrases


def test_moses_lines_may_come_in_any_order(tmp_path: Path) -> None:
    pairs = b"a b ||| x ||| 0.5 0.25 1 0 ||| 1-0 0-0 ||| 4 2 2 ||| |||\n"
    pairs += b"c ||| y ||| 1 1 1 1 ||| 0-0 ||| 1 1 1\n"
    pairs += b"a b ||| z ||| 1 1 1 1\n"
    values = b"c ||| y ||| 0.5 0.25 0.25\na b ||| x ||| 0.1 0.2 0.7\n"
    report = read_moses(
        io.BytesIO(pairs), "p", io.BytesIO(values), "r", "wbe-msd-backward-fe", tmp_path / "table", tmp_path
    )
    assert (report.pairs, report.without_reordering) == (3, 1)
    table = PhraseTable.open(tmp_path / "table")
    assert table.score_names == [
        "p_fe",
        "lex_fe",
        "p_ef",
        "lex_ef",
        "raw_count_e",
        "raw_count_f",
        "raw_count_ef",
    ]
    (x, links, scores, reordering), (z, _, _, missing) = table.translations("a b")
    assert (x, z, links) == ("x", "z", [(0, 0), (1, 0)])
    np.testing.assert_allclose(scores, [math.log(0.5), math.log(0.25), 0, -100, 4, 2, 2], rtol=1e-6)
    np.testing.assert_allclose(reordering, np.log([0.1, 0.2, 0.7]), rtol=1e-6)
    assert missing.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a ||| x ||| 0.5 nan", "p:2: .*nan"),
        ("a ||| x ||| -0.5", "p:2: .*probability"),
        ("a ||| x ||| 0.5 0.5", "p:2: .*2 scores where others have 1"),
        ("a ||| x |||", "p:2: .*0 scores"),
        (" ||| x ||| 1", "p:2: .*without source"),
        ("a ||| x ||| 1 ||| 0-1", "p:2: .*link"),
        ("a ||| x ||| 1 ||| 0", "p:2: .*link"),
        ("a ||| x ||| 1 ||| 0-0 ||| many", "p:2: .*count"),
        ("a " * 300 + "||| x ||| 1", "p:2: .*words"),
        ("just words", "p:2: "),
    ],
)
def test_wrong_lines_are_named(tmp_path: Path, line: str, message: str) -> None:
    text = f"b ||| y ||| 1\n{line}\n".encode()
    with pytest.raises(InputError, match=message):
        read_moses(io.BytesIO(text), "p", None, "", "", tmp_path / "table", tmp_path)


def test_wrong_reordering_is_named(tmp_path: Path) -> None:
    pairs = b"a ||| x ||| 1\n"
    with pytest.raises(InputError, match=r"r:1: .*2 reordering values"):
        read_moses(
            io.BytesIO(pairs),
            "p",
            io.BytesIO(b"a ||| x ||| 1 1\n"),
            "r",
            "wbe-msd-backward-fe",
            tmp_path / "t",
            tmp_path,
        )
    with pytest.raises(UsageError, match="reordering model"):
        read_moses(io.BytesIO(pairs), "p", io.BytesIO(b""), "r", "sideways", tmp_path / "t", tmp_path)


def test_damaged_tables_are_refused_or_read_without_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "table"
    read_moses(io.BytesIO(b"a b ||| x y ||| 1 ||| 0-0\na ||| x ||| 1\n"), "p", None, "", "", path, tmp_path)
    whole = path.read_bytes()
    rng = random.Random(1)
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged[: rng.choice([len(damaged), rng.randrange(len(damaged))])])
        try:
            table = PhraseTable.open(path)
            decoder = StackDecoder(table, [], [], FeatureSpace(), StackOptions())
            decoder.translate(["a b a"], np.zeros(0))
        except (DamagedFile, InputError, UsageError):
            pass


def test_phrase_tables_are_written_as_moses_reads_them(tmp_path: Path) -> None:
    pairs = "a b ||| x ||| 0.5 0.25 1 0.125 ||| 0-0 1-0 ||| 4 2 2 ||| |||\n"
    values = "a b ||| x ||| 0.5 0.25 0.25\n"
    read_moses(
        io.BytesIO(pairs.encode()),
        "p",
        io.BytesIO(values.encode()),
        "r",
        "wbe-msd-backward-fe",
        tmp_path / "t",
        tmp_path,
    )
    table = PhraseTable.open(tmp_path / "t")
    assert table.moses(0, table.phrases) == (pairs, values)
    (tmp_path / "again.gz").write_bytes(gzip.compress(pairs.encode()))
    assert import_phrases(tmp_path / "again.gz", tmp_path / "again").pairs == 1
