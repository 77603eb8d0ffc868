"""docs/learning.md names every recipe; parts have files of their names."""

import re
from pathlib import Path

from rectrix.recipes import RECIPES
from rectrix.recipes.listing import AXES

PAGE = (Path(__file__).parents[2] / "docs/learning.md").read_text(encoding="utf-8")


def test_the_table_of_recipes_is_the_registry():
    assert re.findall(r"^\| \[?`(\w+)`", PAGE, re.MULTILINE) == list(RECIPES)


def test_parts_live_in_files_of_their_names():
    for registry in (*AXES.values(), RECIPES):
        for name in registry:
            assert registry[name].__module__.endswith(f".{name}")
