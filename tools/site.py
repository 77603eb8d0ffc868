"""What the site has beside the pages in docs: a page of the commands; links into the code as names."""

import re
from collections.abc import Iterator
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from rectrix.cli import COMMANDS, load


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs: adds cli.md."""
    files.append(File.generated(config, "cli.md", content="\n".join(_page())))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by MkDocs: links into the code, which the site does not hold, become names of files."""
    return re.sub(r"\[([^\]]*)\]\(\.\./[^)]*\)", r"`\1`", markdown)


def _page() -> Iterator[str]:
    yield "# Commands\n\nMade from the commands, in the order of the pipeline; `rectrix COMMAND --help` says"
    yield "the same.\n"
    for name in COMMANDS:
        command = load(name)
        yield from _command(name, command)
        for inner, subcommand in getattr(command, "commands", {}).items():
            yield from _command(f"{name} {inner}", subcommand, "###")


def _command(name: str, command: Any, level: str = "##") -> Iterator[str]:
    arguments = [part for part in command.params if part.param_type_name == "argument"]
    shown = " ".join(_placeholder(part) for part in arguments)
    yield f"{level} rectrix {name}\n\n"
    if not hasattr(command, "commands"):
        yield f"```sh\nrectrix {name} {shown}".rstrip() + "\n```\n"
    yield _escaped(command.help or "") + "\n"
    options = [part for part in command.params if part.name != "help"]
    if options and not hasattr(command, "commands"):
        yield "| option | default | meaning |\n|---|---|---|"
        yield from map(_option, options)
        yield ""


def _placeholder(argument: Any) -> str:
    name = argument.name.upper() + ("..." if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def _option(part: Any) -> str:
    names = ", ".join(f"`{one}`" for one in sorted({*part.opts, *part.secondary_opts}, key=len))
    plain = part.default is not None and not callable(part.default) and part.default not in ((), [])
    said = getattr(part, "show_default", None)
    shown = said if isinstance(said, str) else part.default if plain else ""
    if isinstance(shown, bool):
        shown = "on" if shown else ""
    return f"| {names} | {f'`{shown}`' if str(shown) else ''} | {_cell(getattr(part, 'help', '') or '')} |"


def _cell(text: str) -> str:
    return _escaped(" ".join(text.split())).replace("|", "\\|")


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;").replace("[", "\\[").replace("\b", "")
