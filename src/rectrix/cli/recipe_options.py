"""Changes of a recipe's settings on the command line: `--set epochs=5 --set rate=0.1`."""

import json
from typing import Annotated, Any

import typer

from rectrix.base.errors import UsageError

RECIPE_NAMES = (
    "How to tune: mert, pro, kbmira, rampion, minrisk, simianer2012, eidelman2012, green2013, clark2014."
)

Changes = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a setting of the recipe: NAME=VALUE; give several times for several."),
]

TuneOn = Annotated[
    str | None,
    typer.Option(
        help="dev, or train: sentences of the training bitext, leave-one-out (a sentence's own rules are "
        "excluded) and with language models estimated without them.",
        show_default="dev",
    ),
]
TuneSentences = Annotated[
    int | None,
    typer.Option(help="Training sentences drawn for --tune-on train; 0: all.", show_default="2000", min=0),
]
Shards = Annotated[
    int | None, typer.Option(help="Shards of the tuning set, for recipes that have them.", min=1)
]


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
    except json.JSONDecodeError:
        return text
