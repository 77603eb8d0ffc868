"""The examples run as they are, and what they show is so."""

import ast
import json
import linecache
import subprocess
import sys
from pathlib import Path

import pytest

from rectrix.recipes import RECIPES

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name, *arguments):
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_every_recipe_mends_a_bad_start():
    words = [line.split() for line in run("tune_lists.py")]
    scores = {name: (float(before), float(after)) for name, _, before, _, after, *_ in words}
    assert set(scores) == set(RECIPES)
    for name, (before, after) in scores.items():
        assert after > before + 1, name


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Examples in one folder share what was trained."""
    return tmp_path_factory.mktemp("recipes")


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe_has_an_example_that_shows_its_settings(recipe, folder):
    lines = run(f"recipes/{recipe}.py", folder)
    scores = [float(line.split()[-1]) for line in lines if "BLEU" in line]
    assert len(scores) == 2 and scores[1] > 5
    assert '"' + recipe + '"' in (EXAMPLES / f"recipes/{recipe}.py").read_text()


def test_the_tour_runs(tmp_path, monkeypatch, capsys):
    """The cells of the notebook, in their order; what they end with can be printed."""
    cells = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))["cells"]
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "tour"}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            text, file = "".join(cell["source"]), f"<cell {number}>"
            linecache.cache[file] = (len(text), None, text.splitlines(True), file)  # as notebooks do
            *body, last = ast.parse(text).body
            exec(compile(ast.Module(body, []), file, "exec"), names)
            if isinstance(last, ast.Expr):
                print(repr(eval(compile(ast.Expression(last.value), file, "eval"), names)))
            else:
                exec(compile(ast.Module([last], []), file, "exec"), names)
    said = capsys.readouterr().out
    assert "2 things are wrong" in said and "say --trust" in said
    assert "<Model tuned: hiero, de-en" in said and "shape, article>" in said
    assert "loss=squared_hinge" in said and "recipe=mert" in said


def test_train_and_translate(tmp_path):
    lines = run("train_and_translate.py", tmp_path, 300)
    assert [line.partition(":")[0] for line in lines] == ["kbmira", "green2013"] * 2
    assert all(float(line.split()[2]) > 5 for line in lines[2:])
