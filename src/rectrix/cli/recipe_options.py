"""Changes of a recipe's settings on the command line: `--set epochs=5 --set rate=0.1`."""

import json
from typing import Annotated, Any

import typer

from rectrix.base.errors import UsageError

Changes = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a setting of the recipe: NAME=VALUE; give several times for several."),
]


def changed(changes: list[str] | None) -> dict[str, Any]:
    """The values by name: numbers and true/false as such, everything else as text."""
    values: dict[str, Any] = {}
    for change in changes or []:
        name, equals, value = change.partition("=")
        if not equals or not name:
            raise UsageError(f"--set {change!r}: expected NAME=VALUE")
        try:
            values[name] = json.loads(value)
        except json.JSONDecodeError:
            values[name] = value
    return values
