"""The command line: one file per command, in the order of the pipeline.

A command's module is imported for --help, so it must not import NumPy or the core at its top:
those belong inside the function that does the work.
"""

import signal
import sys
from importlib import import_module
from keyword import iskeyword
from typing import Annotated

import typer
import typer.core

from rectrix.cli.failures import prepare_streams, run
from rectrix.cli.record import RecordedCommand

# In the order in which the pipeline uses them: `--help` lists them so. Each module defines
# `command` (a function) or `app` (a typer.Typer with subcommands) and has a docstring as its help.
COMMANDS = (
    "demo",
    "sample",
    "clean",
    "text",
    "align",
    "lm",
    "index",
    "grammar",
    "phrases",
    "import",
    "export",
    "train",
    "tune",
    "average",
    "translate",
    "learn",
    "rerank",
    "serve",
    "inspect",
    "verify",
    "evaluate",
    "reorder",
    "plot",
)


class _PipelineOrder(typer.core.TyperGroup):
    """Lists commands and groups of commands in one order: Typer alone puts all groups last."""

    def list_commands(self, ctx: object) -> list[str]:
        return list(COMMANDS)


app = typer.Typer(
    cls=_PipelineOrder,
    name="rectrix",
    help="Train feature-rich statistical translation models, and tune anyone's n-best lists.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from rectrix import __version__

        print(f"rectrix {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


def _add(name: str) -> None:
    stem = f"{name}_" if iskeyword(name) else name.replace("-", "_")
    module = import_module(f"rectrix.cli.{stem}")
    if hasattr(module, "app"):
        for subcommand in module.app.registered_commands:
            subcommand.cls = RecordedCommand
        app.add_typer(module.app, name=name, help=module.__doc__)
    else:
        app.command(name, cls=RecordedCommand)(module.command)


for _name in COMMANDS:
    _add(_name)


def main() -> None:
    """Run the command line; whatever goes wrong is one sentence, not a traceback."""
    # A terminated run cleans up as one that fails does.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    prepare_streams()
    sys.exit(run(app))
