"""Parts by name: chosen, changed, refused, printed; and recipes of other packages and of one's own."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.errors import ConfigError
from rectrix.cli.recipe_options import changed
from rectrix.learn.axes import ListLoss
from rectrix.learn.losses import LOSSES
from rectrix.learn.updates.sgd import SGD
from rectrix.recipes import RECIPES
from rectrix.recipes.green2013 import Green2013
from rectrix.recipes.online import Online
from rectrix.rerank import tune as tune_scaled
from rectrix.score.references import references_of

tune = partial(tune_scaled, scale="none")


@pytest.fixture(scope="module")
def lists():
    """The feature good tells the better of two hypotheses in each of six lists."""
    made = Lists(FeatureSpace())
    for number in range(6):
        made.begin_sentence()
        for words, good in (("a b c d e", 1.0), ("a x c y e", 0.0), ("z z z z", -1.0)):
            features = [(made.space.add("good"), good), (made.space.add("noise"), float(number % 3))]
            made.add(words, 0.0, features)
    return made, references_of([["a b c d e"] * 6])


def test_fields_names_and_both():
    assert Green2013.of(changed(["update.rate=0.05"])).composed().update.rate == 0.05
    assert Green2013.of(changed(["update.rate=0.05", "update=sgd"])).composed().update == SGD(0.05)
    assert Green2013.of({"update": SGD(0.05)}).composed().update == SGD(0.05)
    assert Green2013.of({"rate": 0.1, "update": {"epsilon": 0.5}}).composed().update.rate == 0.1
    assert len(Green2013.of({"regularizer": ["l1", "l2"]}).composed().regularizers) == 2
    assert Green2013.of({"regularizer": "none"}).composed().regularizers == ()
    assert Online.of({"loss": "risk"}).composed().pairs is None


@pytest.mark.parametrize(
    ("recipe", "settings", "message"),
    [
        ("green2013", {"loss": "hing"}, "unknown loss 'hing'; known: hinge"),
        (
            "green2013",
            {"update": {"rte": 1}},
            r"rte: unknown key, did you mean rate\?; known: epsilon, rate",
        ),
        ("green2013", {"update": {"rate": -1}}, "rate: .*greater than 0"),
        ("green2013", {"epochs": -1}, "epochs: .*greater than or equal to 0"),
        ("green2013", {"gain": "travtar"}, "unknown sentence-level gain 'travtar'"),
        ("green2013", {"solver": "lbfgs"}, "solver: unknown key"),
        ("green2013", {"loss": 3}, "expected a name, fields or"),
        ("pro", {"loss": "risk"}, "pro compares pairs"),
        ("minrisk", {"loss": "hinge"}, "minrisk looks at whole lists"),
        ("online", {"loss": "risk", "pairs": "every"}, "it has no pairs"),
        ("online", {"regularizer": "linear_neighbor"}, "LinearNeighbor needs chains"),
        ("online", {"loss": "no_such_module:Loss"}, "No module named"),
    ],
)
def test_what_is_wrong_is_refused_when_settings_are_made(recipe, settings, message):
    with pytest.raises(ConfigError, match=message):
        RECIPES[recipe].of(settings)


@pytest.mark.parametrize("recipe", RECIPES)
def test_no_recipe_takes_negative_numbers_of_rounds(recipe):
    name = next(name for name in ("epochs", "rounds") if name in RECIPES[recipe].model_fields)
    with pytest.raises(ConfigError, match="greater than or equal"):
        RECIPES[recipe].of({name: -1})


@pytest.mark.parametrize("name", LOSSES)
def test_every_loss_learns_in_every_recipe_that_takes_it(lists, name):
    takes_lists = isinstance(LOSSES[name](), ListLoss)
    for recipe in ("online", "minrisk") if takes_lists else ("online", "green2013"):
        tuned = tune(*lists, recipe, settings={"loss": name, "regularizer": "none"}, start={"good": -0.01})
        assert tuned.after == pytest.approx(100), (recipe, tuned.weights)
        assert tuned.weights["good"] > 0 and f"loss={name}|" in tuned.signature


def test_other_pairs_and_losses_in_a_batch_recipe(lists):
    tuned = tune(*lists, "pro", settings={"pairs": "every", "loss": "squared_hinge"})
    assert tuned.after == pytest.approx(100)
    assert "|pairs=every|loss=squared_hinge|" in tuned.signature


@dataclass(frozen=True)
class Ramp:
    """A loss of one's own."""

    top: float = 2.0

    def value(self, margins, costs):
        return np.clip(1 - margins, 0, self.top)

    def slope(self, margins, costs):
        return np.where((margins < 1) & (margins > 1 - self.top), -1.0, 0.0)


def test_a_composition_of_ones_own_prints_its_parts(lists):
    recipe = Online.of({"loss": Ramp(top=3.0), "update": {"name": "sgd", "rate": 0.5}, "epochs": 3})
    tuned = tune(*lists, recipe)
    assert tuned.after == pytest.approx(100)
    signature = tuned.signature
    assert f"loss={__name__}:Ramp(top=3.0)" in signature and "update=sgd(rate=0.5)" in signature
    assert "pairs=sampled" in signature and "mixer=mean" in signature and "epochs=3" in signature
    assert '"top":3.0' in recipe.model_dump_json(), "a checkpoint of another composition is not resumed"


def test_recipes_of_other_packages(tmp_path, monkeypatch, lists):
    (tmp_path / "foreign_recipes.py").write_text(
        "from rectrix.recipes.online import Online\nclass Mine(Online):\n    epochs: int = 2\n"
    )
    info = tmp_path / "foreign-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[rectrix.recipes]\nmine = foreign_recipes:Mine\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert "mine" in RECIPES
    assert len(tune(*lists, "mine").log) == 2
    assert len(tune(*lists, "foreign_recipes:Mine", settings={"epochs": 3}).log) == 3
