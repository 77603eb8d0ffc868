"""The examples run as they are, and what they show is so."""

import subprocess
import sys
from pathlib import Path

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


def test_train_and_translate(tmp_path):
    lines = run("train_and_translate.py", tmp_path, 300)
    assert [line.partition(":")[0] for line in lines] == ["kbmira", "green2013"] * 2
    assert all(float(line.split()[2]) > 5 for line in lines[2:])
