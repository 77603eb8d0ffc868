"""Applying weights to n-best lists: the right hypothesis, and a report of names that do not meet."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from rectrix.cli import app
from rectrix.kbest import read
from rectrix.kbest.rerank import best

NBEST = "0 ||| a ||| x=1 y=1 ||| 0\n0 ||| b ||| x=2 ||| 0\n0 ||| c ||| x=2 y=0 ||| 0\n2 ||| d ||| z=1 ||| 0\n"


@pytest.fixture
def nbest(tmp_path: Path) -> Path:
    (tmp_path / "nbest").write_text(NBEST)
    return tmp_path / "nbest"


def test_best_is_the_earliest_of_the_highest(nbest: Path) -> None:
    lists = read(nbest)
    assert best(lists, np.array([1.0, 0.5])).tolist() == [1, -1, 3]
    assert best(lists, np.array([1.0, 3.0, 0.0, 9.0])).tolist() == [0, -1, 3]


def test_command(nbest: Path, tmp_path: Path) -> None:
    (tmp_path / "w").write_text("x\t1\nother\t2\n")
    options = [
        "rerank",
        "apply",
        "--nbest",
        str(nbest),
        "--weights",
        str(tmp_path / "w"),
        "-o",
        str(tmp_path / "out"),
    ]
    result = CliRunner().invoke(app, options)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "out").read_text() == "b\n\nd\n"
    assert "features without a weight count as 0: 2 (y, z)" in result.stderr
    assert "weights for features that no list has: 1 (other)" in result.stderr


def test_weights_for_other_lists_are_an_error(nbest: Path, tmp_path: Path) -> None:
    (tmp_path / "w").write_text("lm\t1\n")
    options = [
        "rerank",
        "apply",
        "--nbest",
        str(nbest),
        "--weights",
        str(tmp_path / "w"),
        "-o",
        str(tmp_path / "out"),
    ]
    result = CliRunner().invoke(app, options)
    assert "none of these weights" in str(result.exception)
    assert not (tmp_path / "out").exists()
