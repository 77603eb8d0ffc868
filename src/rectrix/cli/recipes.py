"""rectrix recipes"""

from typing import Annotated, Any

import typer

from rectrix.cli.options import Json, Quiet, for_terminal


def _names(incomplete: str) -> list[str]:
    from rectrix.recipes import RECIPES

    return [name for name in RECIPES if name.startswith(incomplete)]


def command(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Recipes to show whole.", show_default=False, metavar="[NAME]...", autocompletion=_names
        ),
    ] = None,
    parts: Annotated[
        bool, typer.Option("--parts", help="The parts that settings such as loss can name instead.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """List the recipes of tuning: the paper, and with names their settings, defaults and meanings."""
    from rectrix.cli.recipe_listing import AXES, of_part, of_recipe
    from rectrix.recipes import RECIPES

    progress = for_terminal(quiet, json)
    if parts:
        for axis, table in AXES.items():
            for name in table:
                shown = of_part(axis, name)
                progress.result(_text(f"{axis}={name}", shown, True), **shown)
        return
    for name in names or RECIPES:
        shown = of_recipe(name)
        progress.result(_text(name, shown, bool(names)), **shown)


def _text(name: str, shown: dict[str, Any], whole: bool) -> str:
    lines = [f"{name}: {shown['summary']}"]
    if whole:
        for field in shown["settings"]:
            bounds = f" ({field['bounds']})" if field["bounds"] else ""
            lines.append(f"  {field['name']} = {field['default']}{bounds}: {field['meaning']}".rstrip(": "))
    return "\n".join(lines)
