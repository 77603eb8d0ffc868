"""Options of text processing that mean the same in every command."""

from collections.abc import Callable
from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.text import TextSettings

Languages = Annotated[
    str | None,
    typer.Option(
        "--languages",
        "-l",
        help="Source and target language: de-en.",
        show_default="by the endings of the files' names",
    ),
]
PANEL = "Text"
_NAMES = {"tokenize": ("--tokenizer",), "compounds": ("--split-compounds",)}


def text_options(command: Callable[..., None]) -> Callable[..., None]:
    """Those of one side; the command gets what was given as `settings`."""
    return options(TextSettings, without=("language",), names=_NAMES, given=True, panel=PANEL)(command)


def both_sides(command: Callable[..., None]) -> Callable[..., None]:
    """Those of both sides; the command gets what was given as `text`."""
    without = ("language", "compounds")
    return options(TextSettings, without=without, names=_NAMES, into="text", given=True, panel=PANEL)(command)
