"""What there is to choose: recipes with their settings and parts with their fields, for commands and docs."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from rectrix.base.config import Settings
from rectrix.base.errors import UsageError
from rectrix.base.meaning import meanings, summary
from rectrix.base.parts import options_of
from rectrix.base.registry import Registry
from rectrix.learn.losses import LOSSES
from rectrix.learn.mixers import MIXERS
from rectrix.learn.pairs import PAIRS
from rectrix.learn.regularizers import REGULARIZERS
from rectrix.learn.solvers import SOLVERS
from rectrix.learn.updates import UPDATES
from rectrix.recipes import RECIPES

# By the name of the setting that chooses a part.
AXES: Mapping[str, Registry[Callable[..., object]]] = {
    "pairs": PAIRS,
    "loss": LOSSES,
    "update": UPDATES,
    "regularizer": REGULARIZERS,
    "mixer": MIXERS,
    "solver": SOLVERS,
}
_SIGNS = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<"}


def of_recipe(name: str) -> dict[str, Any]:
    """A recipe's paper, departures and settings."""
    kind = RECIPES[name]
    own = kind.model_construct().parts() if kind.model_fields.keys() & AXES.keys() else {}
    shown = _settings(kind, kind)
    for field in shown:
        if field["name"] in own:
            field["default"] = own[field["name"]]
    return {"recipe": name, "summary": summary(kind), "settings": shown}


def of_part(axis: str, name: str) -> dict[str, Any]:
    """A part's meaning and fields."""
    kind: Any = AXES[axis][name]
    try:
        shown = _settings(options_of(kind), kind)
    except UsageError:  # a part that only its recipe can make has nothing to be set
        shown = []
    return {"axis": axis, "part": name, "summary": summary(kind), "settings": shown}


def _settings(settings: type[Settings], kind: type[Any]) -> list[dict[str, Any]]:
    said = meanings(kind)
    return [
        {
            "name": name,
            "default": field.get_default(call_default_factory=True),
            "bounds": _bounds(field),
            "meaning": field.description or said.get(name, ""),
        }
        for name, field in settings.model_fields.items()
    ]


def _bounds(field: FieldInfo) -> str:
    """What a value must be: numbers between others, or one of some words."""
    if get_origin(field.annotation) is Literal:
        return ", ".join(map(str, get_args(field.annotation)))
    return ", ".join(
        f"{sign} {getattr(part, key)}"
        for part in field.metadata
        for key, sign in _SIGNS.items()
        if hasattr(part, key)
    )
