"""Recipes: one short composition per published method, with the paper's settings as defaults.

A recipe is a frozen Settings whose fields are what the paper chose and whose `learn` puts the parts together.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rectrix.base.registry import Registry

if TYPE_CHECKING:
    from rectrix.learn.recipe import Recipe

DEFAULT = "kbmira"  # works with few and with many features

RECIPES: "Registry[type[Recipe]]" = Registry(
    "recipe",
    {
        "simianer2012": "rectrix.recipes.simianer2012:Simianer2012",
        "eidelman2012": "rectrix.recipes.eidelman2012:Eidelman2012",
        "green2013": "rectrix.recipes.green2013:Green2013",
        "online": "rectrix.recipes.online:Online",
        "clark2014": "rectrix.recipes.clark2014:Clark2014",
        "mert": "rectrix.recipes.mert:Mert",
        "pro": "rectrix.recipes.pro:Pro",
        "kbmira": "rectrix.recipes.kbmira:KbMira",
        "rampion": "rectrix.recipes.rampion:Rampion",
        "minrisk": "rectrix.recipes.minrisk:MinRisk",
    },
    group="rectrix.recipes",
)


def recipe_of(recipe: "str | Recipe", changes: Mapping[str, Any] | None = None) -> "Recipe":
    """A recipe by its name, with changes of its settings; one that is made already stays as it is."""
    return RECIPES[recipe].of(changes or {}, where=recipe) if isinstance(recipe, str) else recipe
