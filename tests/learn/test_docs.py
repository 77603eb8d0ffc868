"""docs/learning.md names every recipe; parts have files of their names."""

import re
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from rectrix.cli.recipe_listing import AXES
from rectrix.learn import axes
from rectrix.learn.regularizer import Regularizer
from rectrix.recipes import RECIPES
from rectrix.score.gains.gain import GainWith
from rectrix.score.metric import Metric

PAGE = (Path(__file__).parents[2] / "docs/learning.md").read_text(encoding="utf-8")


def test_the_table_of_recipes_is_the_registry():
    assert re.findall(r"^\| \[?`(\w+)`", PAGE, re.MULTILINE) == list(RECIPES)


def test_parts_live_in_files_of_their_names():
    for registry in (*AXES.values(), RECIPES):
        for name in registry:
            assert registry[name].__module__.endswith(f".{name}")


def holds_any(kind: object) -> bool:
    if get_origin(kind) is np.ndarray:
        return False  # numpy leaves shapes open
    return kind is Any or any(holds_any(part) for part in get_args(kind))


KINDS = (
    axes.Pairs,
    axes.PairLoss,
    axes.ListLoss,
    axes.Update,
    axes.Mixer,
    axes.Solver,
    Regularizer,
    GainWith,
    Metric,
)


@pytest.mark.parametrize("kind", KINDS)
def test_axes_say_the_types_of_all_that_goes_in_and_out(kind):
    verbs = [part for name, part in vars(kind).items() if not name.startswith("_")]
    functions = [getattr(verb, "fget", verb) for verb in verbs if callable(getattr(verb, "fget", verb))]
    assert functions
    for function in functions:
        hints = get_type_hints(function)
        assert "return" in hints and not [name for name, kind in hints.items() if holds_any(kind)], function
