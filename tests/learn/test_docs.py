"""docs/learning.md names every part and every recipe, and nothing else."""

import re
from pathlib import Path

from rectrix.learn.losses import LOSSES
from rectrix.learn.mixers import MIXERS
from rectrix.learn.pairs import PAIRS
from rectrix.learn.regularizers import REGULARIZERS
from rectrix.learn.solvers import SOLVERS
from rectrix.learn.updates import UPDATES
from rectrix.recipes import RECIPES

PAGE = (Path(__file__).parents[2] / "docs/learning.md").read_text(encoding="utf-8")
AXES = {
    "pairs": PAIRS,
    "losses": LOSSES,
    "updates": UPDATES,
    "regularizers": REGULARIZERS,
    "solvers": SOLVERS,
    "mixers": MIXERS,
}


def test_the_table_of_parts_is_the_registries():
    rows = re.findall(r"^\| (\w+) \| `(\w+)` \|", PAGE, re.MULTILINE)
    assert rows == [(axis, name) for axis, registry in AXES.items() for name in registry]


def test_the_table_of_recipes_is_the_registry():
    assert re.findall(r"^\| \[?`(\w+)`", PAGE, re.MULTILINE) == list(RECIPES)


def test_parts_live_in_files_of_their_names():
    for registry in (*AXES.values(), RECIPES):
        for name in registry:
            assert registry[name].__module__.endswith(f".{name}")
