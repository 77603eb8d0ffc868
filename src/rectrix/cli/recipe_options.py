"""The options of tuning, the same for `train` and `tune`: from the fields of TuneSettings, and `--set`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rectrix.base.errors import UsageError
from rectrix.cli.fields import options
from rectrix.features.settings import DiscretizeSettings
from rectrix.pipeline.tune_settings import TuneSettings
from rectrix.recipes import RECIPES

if TYPE_CHECKING:
    from rectrix.pipeline import Texts

Command = Callable[..., None]
PANEL = "Tuning"


def _settings(incomplete: str) -> list[str]:
    """Of all recipes, for shells that complete them."""
    fields = {field for name in RECIPES for field in RECIPES[name].model_fields}
    return sorted(f"{field}=" for field in fields if field.startswith(incomplete))


Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="Change a setting of the recipe or a field of one of its parts: epochs=5, loss=hinge, "
        "update.rate=0.05; repeat for more. `rectrix recipes NAME` lists them.",
        metavar="NAME=VALUE",
        autocompletion=_settings,
        rich_help_panel=PANEL,
    ),
]
Shards = Annotated[
    int | None,
    typer.Option(help="Shards of the tuning set, for recipes that have them.", min=1, rich_help_panel=PANEL),
]
RecipeSeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        help="Root of all randomness; same seed, same bytes.",
        min=0,
        show_default="1",
        rich_help_panel=PANEL,
    ),
]
HeldOutSource = Annotated[
    Path | None, typer.Option(help="Held-out sentences, scored after each epoch.", rich_help_panel=PANEL)
]
HeldOutReference = Annotated[
    list[Path] | None, typer.Option(help="Their translations; repeat for more.", rich_help_panel=PANEL)
]
_NAMES = {
    "on": ("--tune-on",),
    "sentences": ("--tune-sentences",),
    "max_words": ("--tune-max-words",),
    "pop_limit": ("--tune-pop-limit",),
    "neighbors": ("--tune-neighbors",),
    "like_held_out": ("--tune-like-held-out/--no-tune-like-held-out",),
    "folds": ("--tune-folds",),
    "left_out_lm": ("--left-out-lm/--no-left-out-lm",),
    "templates": ("--features",),
}
_BIN_NAMES = {"bits": ("--discretize",), "columns": ("--discretize-scores",), "keep": ("--keep-scores",)}


def tuning_options(command: Command) -> Command:
    """Those of TuneSettings and DiscretizeSettings; the command gets them as `tuning` and `bins`."""
    binned = options(
        DiscretizeSettings,
        names=_BIN_NAMES,
        shown={"bits": "no bins"},
        into="bins",
        given=True,
        panel="Discretized scores",
    )(command)
    return options(TuneSettings, names=_NAMES, into="tuning", given=True, panel=PANEL)(binned)


def tune_values(
    tuning: dict[str, Any],
    bins: dict[str, Any],
    changes: list[str] | None,
    shards: int | None,
    seed: int | None,
) -> dict[str, Any]:
    """What was given, as TuneSettings have it."""
    if bins and not {"bits", "probabilities"} & bins.keys():
        raise UsageError("--overlap, --discretize-scores and --keep-scores go with --discretize BITS")
    settings = changed(changes, shards)
    if seed is not None:
        settings["seed"] = seed
    nested = {"settings": settings, "discretize": bins}
    return {**tuning, **{name: values for name, values in nested.items() if values}}


def texts(source: Path | None, references: list[Path] | None, names: str) -> "Texts | None":
    """Sentences with references, or neither."""
    from rectrix.pipeline import Texts

    if bool(source) != bool(references):
        raise UsageError(f"{names} go together")
    return Texts(source, references) if source and references else None


def changed(changes: list[str] | None, shards: int | None = None) -> dict[str, Any]:
    """The values by name: numbers and true/false as such, all else as text; a dot leads into a part."""
    values: dict[str, Any] = {} if shards is None else {"shards": shards}
    for change in changes or []:
        name, equals, value = change.partition("=")
        part, dot, field = name.partition(".")
        if not equals or not part or (dot and not field):
            raise UsageError(f"--set {change!r}: expected NAME=VALUE or PART.NAME=VALUE")
        if dot:
            values[part] = {**_as_part(values.get(part)), field: _value(value)}
        elif isinstance(values.get(part), dict):
            values[part] = {**values[part], "name": value}
        else:
            values[part] = _value(value)
    return values


def _as_part(before: Any) -> dict[str, Any]:
    return before if isinstance(before, dict) else {} if before is None else {"name": before}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
