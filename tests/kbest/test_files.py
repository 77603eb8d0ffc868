"""N-best files: every quirk seen in the wild is read, everything malformed is refused with its line."""

import gzip
import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix._core.features import FeatureSpace
from rectrix.base.errors import InputError, UsageError
from rectrix.kbest import Lists, matrix, merge, read, sentences, stream, unique, write

MOSES = (
    "0 ||| the small house  ||| R0= -1.2 0 LM0= -18.31 WT_a~b= 1 ||| -4.218 ||| 0-1=0-1\n"
    "0 ||| a house  ||| R0= -1 0.5 LM0= -11 ||| -5\n"
    "2 |||  ||| R0= 0 0 LM0= 0 ||| -1e2\n"
)


def file(tmp_path: Path, text: str | bytes, name: str = "nbest") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def rows(lists: Lists) -> list[list[tuple[str, float, dict[str, float]]]]:
    """Everything in the lists as plain Python values."""
    begins, ids, values = lists.feature_begin, lists.feature_ids, lists.feature_values

    def features(h: int) -> dict[str, float]:
        span = range(begins[h], begins[h + 1])
        return {lists.space.name(int(ids[i])): float(np.float32(values[i])) for i in span}

    return [
        [(lists.text(h), float(lists.scores[h]), features(h)) for h in list_] for list_ in sentences(lists)
    ]


def f32(value: float) -> float:
    return float(np.float32(value))


def test_moses(tmp_path: Path) -> None:
    lists = read(file(tmp_path, MOSES))
    assert rows(lists) == [
        [
            ("the small house", -4.218, {"R0_0": f32(-1.2), "R0_1": 0, "LM0": f32(-18.31), "WT_a~b": 1}),
            ("a house", -5, {"R0_0": -1, "R0_1": 0.5, "LM0": -11}),
        ],
        [],
        [("", -100, {"R0_0": 0, "R0_1": 0, "LM0": 0})],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "text", "score", "features"),
    [
        ("0||| a b  ||| d: 0 -7.5 lm: -41 tm: 1 2 w: -9 ||| -14", "a b", -14,
         {"d_0": 0, "d_1": -7.5, "lm": -41, "tm_0": 1, "tm_1": 2, "w": -9}),
        ("0 ||| a b ||| LanguageModel=-11.25 Glue=1 R:x=y=2 ||| -7.5", "a b", -7.5,
         {"LanguageModel": -11.25, "Glue": 1, "R:x=y": 2}),
        ("0 ||| a b ||| tm_pt_0= -1.5 lm_0= 2 ||| 1e-3", "a b", 0.001, {"tm_pt_0": -1.5, "lm_0": 2}),
        ("0 ||| a|N b|V ||| ||| 1", "a|N b|V", 1, {"score": 1}),
        ("0 ||| a|||b c ||| x=1 ||| 1", "a|||b c", 1, {"x": 1}),
        ("0 ||| a b", "a b", 0, {}),
        ("0 ||| a b ||| -3.5", "a b", -3.5, {"score": -3.5}),
        ("0 ||| a b ||| x=1", "a b", 0, {"x": 1}),
        ("0 ||| a b ||| x=1 x=2 ||| 1\r", "a b", 1, {"x": 3}),
        ('{"id": 0, "text": "\\u00e9\\n\\ud83d\\ude00", "features": {"x": 1.5}, "score": -2, "o": [{}, [1]]}',
         "é \U0001f600", -2, {"x": 1.5}),
    ],
)  # fmt: skip
def test_quirks(tmp_path: Path, line: str, text: str, score: float, features: dict[str, float]) -> None:
    assert rows(read(file(tmp_path, line))) == [[(text, score, features)]]


def test_travatar_keeps_the_first_factor(tmp_path: Path) -> None:
    path = file(tmp_path, "0 ||| a b |COL| N V ||| x=1 ||| 2\n")
    assert read(path, format="travatar").text(0) == "a b"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("hello\n", 1, "give --format"),
        ("x y ||| a ||| f=1 ||| 1\n", 1, "number of a sentence"),
        ("0 ||| a ||| #f=1 ||| 1\n", 1, "cannot be named '#f'"),
        ('{"id": 0, "text": "a", "features": {"my score": 1}}\n', 1, "cannot be named 'my score'"),
        ('{"id": 0, "text": "a", "metrics": {"#m": 1}}\n', 1, "cannot be named '#m'"),
        ("-1 ||| a ||| f=1 ||| 1\n", 1, "numbered from 0"),
        ("0 ||| a ||| f=1 ||| 1\n1 ||| a ||| f=1 ||| 1\n0 ||| b ||| f=1 ||| 1\n", 3, "after sentence 1"),
        ("0 ||| a ||| b ||| f=1 ||| 1\n", 1, "'|||' in the text"),
        ("0 ||| a ||| f=nan ||| 1\n", 1, "finite"),
        ("0 ||| a ||| f= 1 inf ||| 1\n", 1, "finite"),
        ("0 ||| a ||| f=1e39 ||| 1\n", 1, "too large"),
        ("0 ||| a ||| f=x ||| 1\n", 1, "not a number"),
        ("0 ||| a ||| f= g= 1 ||| 1\n", 1, "no value"),
        ("0 ||| a ||| s_x= 1 2 ||| 1\n", 1, "several values"),
        ("0 ||| a ||| f=1 ||| nan\n", 1, "score"),
        ("0 ||| a ||| f= 1 2 ||| 1\n\n0 ||| a ||| f= 1 ||| 1\n", 3, "1 values here and 2"),
        ("99999999999 ||| a ||| f=1 ||| 1\n", 1, "numbered from 0"),
        ('{"id": 0}\n', 1, "text"),
        ('{"text": "a"}\n', 1, "id"),
        ('{"id": 0, "text": "a", "score": NaN}\n', 1, "finite number"),
        ('{"id": 0, "text": "a", "x": ' + "[" * 1000 + "\n", 1, "deeply"),
        ('{"id": 0, "text": "\\ud83d"}\n', 1, "surrogate"),
        ('{"id": 0, "text": "a"} {"id": 0, "text": "a"}\n', 1, "after the end"),
        ('{"id": 0, "text": "a", "metrics": {"m": 1}}\n{"id": 0, "text": "a"}\n', 2, "metric 'm'"),
    ],
)
def test_malformed_lines_are_refused(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = file(tmp_path, text)
    with pytest.raises(InputError) as error:
        read(path)
    assert str(error.value).startswith(f"{path}:{line}: ")
    assert message in str(error.value)


@given(st.binary(max_size=200))
def test_arbitrary_bytes_never_crash(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    for prefix in (b"", b"0 ||| a ||| ", b'{"id": 0, "text": "a", '):
        path = file(tmp_path_factory.getbasetemp(), prefix + data)
        with suppress(InputError):
            rows(read(path))


@pytest.mark.parametrize("format", ["moses", "cdec", "joshua", "travatar", "json"])
@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_written_lists_read_back_the_same(tmp_path: Path, format: str, suffix: str) -> None:
    lists = read(file(tmp_path, MOSES))
    path = tmp_path / f"copy{suffix}"
    write(path, lists, format)
    assert rows(read(path)) == rows(lists)
    assert rows(read(path, format=format)) == rows(lists)


def test_moses_lines_are_written_as_moses_does(tmp_path: Path) -> None:
    write(tmp_path / "copy", read(file(tmp_path, MOSES)), "moses")
    first = (tmp_path / "copy").read_text().splitlines()[0]
    assert first == "0 ||| the small house ||| R0= -1.2 0 LM0= -18.31 WT_a~b= 1 ||| -4.218 ||| 0-1=0-1"


def test_metrics_travel_through_json(tmp_path: Path) -> None:
    entries = [
        {"id": i, "text": f"t {i}", "features": {"x": i}, "score": 0, "metrics": {"comet": 0.1 * i}}
        for i in (0, 2, 2)
    ]
    path = file(tmp_path, "".join(json.dumps(entry) + "\n" for entry in entries))
    lists = read(path)
    assert lists.columns == ["comet"]
    assert lists.column("comet").tolist() == [0.0, 0.2, 0.2]
    write(tmp_path / "copy", lists, "json")
    assert [json.loads(line) for line in (tmp_path / "copy").read_text().splitlines()] == entries
    with pytest.raises(UsageError, match="no column 'bleurt'; known: comet"):
        lists.column("bleurt")


@pytest.mark.parametrize("batch", [1, 2, 3, 100])
def test_streaming_gives_the_same_lists(tmp_path: Path, batch: int) -> None:
    text = MOSES + "5 ||| last ||| LM0= 1 ||| 0\n"
    batches = list(stream(file(tmp_path, text), sentences=batch))
    assert all(len(lists) <= batch for lists in batches)
    assert [row for lists in batches for row in rows(lists)] == rows(read(file(tmp_path, text)))
    write(tmp_path / "copy", stream(file(tmp_path, text), sentences=batch), "cdec")
    assert rows(read(tmp_path / "copy")) == rows(read(file(tmp_path, text)))


def test_lists_of_failed_sentences_at_the_end_are_empty(tmp_path: Path) -> None:
    assert len(read(file(tmp_path, MOSES), sentences=5)) == 5


def test_matrix_shares_memory(tmp_path: Path) -> None:
    lists = read(file(tmp_path, MOSES))
    features = matrix(lists)
    assert features.shape == (3, 4)
    assert np.shares_memory(features.data, lists.feature_values)
    assert np.shares_memory(features.indices, lists.feature_ids)
    assert features.toarray()[0].tolist() == [f32(-1.2), 0, f32(-18.31), 1]


def test_merge_drops_equal_hypotheses_only(tmp_path: Path) -> None:
    first = read(file(tmp_path, "0 ||| a b ||| x=1 y=2 ||| 5\n0 ||| a b ||| x=2 ||| 4\n"))
    text = "0 ||| a b ||| y=2 x=1 ||| 7\n0 ||| b a ||| x=1 y=2 ||| 3\n1 ||| c ||| z=1 ||| 0\n"
    for space in (first.space, FeatureSpace()):
        second = read(file(tmp_path, text), space=space)
        assert rows(merge(first, second)) == [
            [("a b", 5, {"x": 1, "y": 2}), ("a b", 4, {"x": 2}), ("b a", 3, {"x": 1, "y": 2})],
            [("c", 0, {"z": 1})],
        ]


def test_unique_keeps_the_best_of_each_string(tmp_path: Path) -> None:
    text = "0 ||| a ||| x=1 ||| 1\n0 ||| b ||| x=2 ||| 9\n0 ||| a ||| x=3 ||| 2\n0 ||| b ||| x=4 ||| 9\n"
    assert rows(unique(read(file(tmp_path, text)))) == [[("b", 9, {"x": 2}), ("a", 2, {"x": 3})]]


def test_bytes_that_are_not_utf8_survive(tmp_path: Path) -> None:
    line = b"0 ||| caf\xe9 ||| x=1 ||| 0\n"
    write(tmp_path / "copy", read(file(tmp_path, line)), "cdec")
    assert (tmp_path / "copy").read_bytes() == line


def test_damaged_gzip_is_an_error(tmp_path: Path) -> None:
    data = gzip.compress(MOSES.encode())
    with pytest.raises(InputError, match="damaged"):
        read(file(tmp_path, data[:-12]))
