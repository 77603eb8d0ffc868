"""The Python interface: every name is there, typed, and the same whichever way it is imported."""

import subprocess
import sys

import pytest

import rectrix as rx


def test_every_exported_name_exists():
    assert sorted(rx.__all__) == rx.__all__
    for name in rx.__all__:
        assert getattr(rx, name) is not None
    assert set(rx.__all__) - {"__version__"} == set(rx._EXPORTS)


def test_evaluate_is_a_function_and_a_folder():
    import rectrix.evaluate as folder
    from rectrix.evaluate import Options, evaluate

    systems, options = (
        {"one": [["a b c d"]], "two": [["a b d c"]]},
        Options(metrics=("bleu",), tokenize="none"),
    )
    scores = rx.evaluate(systems, [["a b c d"]], options)
    assert scores.results[0].mean == pytest.approx(100)
    assert folder.evaluate is evaluate
    assert scores.results == evaluate(systems, [["a b c d"]], options).results


def test_a_type_checker_sees_the_types(tmp_path):
    code = "import rectrix as rx\nreveal_type(rx.evaluate)\nreveal_type(rx.train)\nrx.evaluate(1)\n"
    (tmp_path / "user.py").write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "user.py")]
    said = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path).stdout
    assert "Evaluation" in said and "Model" in said
    assert "user.py:4: error" in said
