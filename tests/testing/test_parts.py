"""Every recipe and metric passes the same checks, also of other packages; and the checks find faults."""

import pytest

from rectrix.recipes import RECIPES
from rectrix.score import METRICS
from rectrix.testing import check_metric, check_recipe


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe(recipe):
    check_recipe(recipe)


@pytest.mark.parametrize("name", [*METRICS, "0.5*bleu+0.5*chrf"])
def test_every_metric(name):
    check_metric(name)


def test_a_recipe_of_another_package(tmp_path, monkeypatch):
    (tmp_path / "checked_recipes.py").write_text(
        "from rectrix.recipes.online import Online\nclass Mine(Online):\n    epochs: int = 2\n"
        "class Wild(Online):\n    def learn(self, *given, **more): raise KeyError('x')\n"
    )
    info = tmp_path / "checked-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: checked\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[rectrix.recipes]\nchecked = checked_recipes:Mine\n")
    monkeypatch.syspath_prepend(tmp_path)
    check_recipe("checked")
    with pytest.raises(KeyError):
        check_recipe("checked_recipes:Wild")


def worst_first(hypothesis, references):
    return -float(hypothesis == references[0])


def test_a_metric_that_dislikes_the_reference_is_found():
    with pytest.raises(AssertionError, match="the reference is not the best"):
        check_metric(worst_first)
