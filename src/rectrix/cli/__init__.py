"""The command line: one file per command, in the order of the pipeline.

A command's module is imported when the command is asked for; the list of commands reads their first lines.
"""

import ast
import sys
from difflib import get_close_matches
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.core
from typer.main import get_group

from rectrix.cli.failures import prepare_streams, run
from rectrix.cli.help import Group
from rectrix.cli.record import RecordedCommand
from rectrix.cli.stop_signals import StopSignals

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
    "features",
    "recipes",
    "train",
    "tune",
    "average",
    "mbr",
    "combine",
    "translate",
    "learn",
    "rerank",
    "serve",
    "inspect",
    "verify",
    "evaluate",
    "reorder",
    "plot",
    "analyze",
    "experiment",
    "reproduce",
)


class _PipelineOrder(Group):
    """Lists commands and groups of commands in one order, and loads the one that is asked for."""

    def list_commands(self, ctx: object) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: object, cmd_name: str) -> Any:
        """What the list shows of a command."""
        if cmd_name not in COMMANDS:
            return None
        return typer.core.TyperCommand(cmd_name, help=_first_lines(_stem(cmd_name)))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        near = [] if args[0] in COMMANDS else get_close_matches(args[0], COMMANDS, n=2)
        if near:
            ctx.fail(f"no such command {args[0]!r}; did you mean {' or '.join(near)}?")
        name, _, rest = super().resolve_command(ctx, args)
        return name, load(str(name)), rest


app = typer.Typer(
    cls=_PipelineOrder,
    name="rectrix",
    help="Train feature-rich statistical translation models, and tune anyone's n-best lists.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        from rectrix.cli.facts import build

        print(build())
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version and how it was built, and exit.",
            callback=_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    pass


def _stem(name: str) -> str:
    return f"{name}_" if iskeyword(name) else name.replace("-", "_")


def _first_lines(stem: str) -> str:
    """The documentation of a command, read from its file: importing all of them takes a second."""
    tree = ast.parse((Path(__file__).parent / f"{stem}.py").read_text(encoding="utf-8"))
    commands = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "command"]
    return ast.get_docstring(commands[0] if commands else tree) or ""


def load(name: str) -> Any:
    """A command, or a group of commands, with all its options."""
    module = import_module(f"rectrix.cli.{_stem(name)}")
    holder = typer.Typer(add_completion=False, rich_markup_mode=None)
    holder.callback()(lambda: None)
    if hasattr(module, "app"):
        for subcommand in module.app.registered_commands:
            subcommand.cls = RecordedCommand
        holder.add_typer(module.app, name=name, help=module.__doc__)
    else:
        holder.command(name, cls=RecordedCommand)(module.command)
    return get_group(holder).commands[name]


def main() -> None:
    """Run the command line; whatever goes wrong is one sentence, not a traceback."""
    StopSignals().heed()
    prepare_streams()
    sys.exit(run(app))
