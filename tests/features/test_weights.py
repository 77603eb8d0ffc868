"""Weights on disk: exact in both forms, and nothing doubtful is taken silently."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix._core.features import FeatureSpace
from rectrix.base.errors import DamagedFile, InputError, OutputExists
from rectrix.features.weights import named, read_weights, vector, write_binary_weights, write_weights

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1).filter(lambda s: s[0] != "#")
VALUES = st.floats(allow_nan=False, allow_infinity=False)


@given(st.dictionaries(NAMES, VALUES, max_size=20))
def test_both_forms_give_the_same_numbers_back(
    tmp_path_factory: pytest.TempPathFactory, weights: dict[str, float]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    write_weights(folder / "text", weights, force=True)
    write_binary_weights(folder / "binary", weights, force=True)
    assert read_weights(folder / "text") == weights
    assert read_weights(folder / "binary") == weights


def test_cdec_and_comments(tmp_path: Path) -> None:
    (tmp_path / "w").write_text("# from cdec\nLanguageModel 0.5\n\nGlue\t-1e-3\n")
    assert read_weights(tmp_path / "w") == {"LanguageModel": 0.5, "Glue": -0.001}


def test_weights_from_a_pipe_are_all_there() -> None:
    """As in `--weights <(zcat tuned.gz)`: finding out the form must not take bytes away."""
    reader, writer = os.pipe()
    os.write(writer, b"LanguageModel 0.5\nGlue 1\n")
    os.close(writer)
    assert read_weights(f"/dev/fd/{reader}") == {"LanguageModel": 0.5, "Glue": 1}
    os.close(reader)


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "w").write_bytes(b"caf\xe9\t1\n")
    weights = read_weights(tmp_path / "w")
    write_binary_weights(tmp_path / "b", weights)
    write_weights(tmp_path / "t", read_weights(tmp_path / "b"))
    assert (tmp_path / "t").read_bytes() == b"caf\xe9\t1\n"
    space = FeatureSpace()
    space.add(*weights)
    assert vector(weights, space).tolist() == [1]


@pytest.mark.parametrize("line", ["lm\tnan", "lm\tinf", "lm", "lm\tx", "0.5", "lm\t1_000"])
def test_refused_lines(tmp_path: Path, line: str) -> None:
    (tmp_path / "w").write_text(f"a\t1\n{line}\n")
    with pytest.raises(InputError, match=r"w:2: expected 'name<TAB>finite value'"):
        read_weights(tmp_path / "w")


def test_repeated_names_are_refused(tmp_path: Path) -> None:
    (tmp_path / "w").write_text("a\t1\nb\t1\na\t2\n")
    with pytest.raises(InputError, match="w:3: the weight of 'a' is given twice"):
        read_weights(tmp_path / "w")


def test_nothing_doubtful_is_written(tmp_path: Path) -> None:
    for weights in ({"a": float("nan")}, {"a b": 1.0}, {"": 1.0}):
        for write in (write_weights, write_binary_weights):
            with pytest.raises(InputError):
                write(tmp_path / "w", weights)
    assert not list(tmp_path.iterdir())
    write_weights(tmp_path / "w", {"a": 1.0})
    with pytest.raises(OutputExists):
        write_weights(tmp_path / "w", {"a": 2.0})


def test_damaged_binary_weights(tmp_path: Path) -> None:
    write_binary_weights(tmp_path / "w", {"a": 1.0, "b": 2.0})
    data = bytearray((tmp_path / "w").read_bytes())
    seen = 0
    for position in range(0, len(data), 7):
        damaged = data.copy()
        damaged[position] ^= 0x41
        (tmp_path / "d").write_bytes(damaged)
        if position < 8:
            continue  # then it is not a binary file at all
        try:
            assert read_weights(tmp_path / "d") == {"a": 1.0, "b": 2.0}  # padding between the arrays
        except DamagedFile:
            seen += 1
    assert seen > len(data) / 7 / 2


def test_vectors() -> None:
    space = FeatureSpace()
    for name in ("lm", "tm"):
        space.add(name)
    assert vector({"tm": 2.0, "other": 3.0}, space).tolist() == [0, 2]
    assert named([0.5, 2.0], space) == {"lm": 0.5, "tm": 2.0}
