"""How --help is laid out: plain text in sections, with names of options and commands whole at any width."""

import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

# What stands for a value, by the type that Typer shows.
_VALUES = {"path": "PATH", "Path": "PATH", "file": "FILE", "str": "TEXT", "int": "N", "float": "X"}
_BETTER = (
    (r"\[default: \((.*?)\)(?=[;\]])", r"[default: \1"),
    (r"([\[ ])([^\[ ]+)<=x<=([^\]]+)\]$", r"\1\2 to \3]"),
    (r"([\[ ])x>=([^\]]+)\]$", r"\1at least \2]"),
)


class Command(TyperCommand):
    """A command whose options stand in sections, those of the panel that each names."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_options(self, ctx, formatter)


class Group(TyperGroup):
    """A group of commands, each with the whole first sentence of its help."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, _opening(one.help)) for name, one in found if one and not one.hidden])


def _opening(text: str | None) -> str:
    """The first paragraph, in one line."""
    return " ".join((text or "").partition("\n\n")[0].split())


def _write_options(command: Any, ctx: Any, formatter: Any) -> None:
    sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for part in command.get_params(ctx):
        record = part.get_help_record(ctx)
        if record is not None:
            own = "Arguments" if part.param_type_name == "argument" else "Options"
            sections.setdefault(getattr(part, "rich_help_panel", None) or own, []).append(_plain(*record))
    for name, records in sections.items():
        if records:
            with formatter.section(name):
                formatter.write_dl(records)


def _plain(name: str, meaning: str) -> tuple[str, str]:
    """`--bitext <list[Path]>` as `--bitext PATH`; bounds in words."""
    shown = re.sub(r"<(?:list\[)?([^<>\[\]]*)\]?>", lambda found: _value(found[1]), name)
    for pattern, better in _BETTER:
        meaning = re.sub(pattern, better, meaning)
    return shown, meaning


def _value(kind: str) -> str:
    return _VALUES.get(kind.removesuffix(" range"), kind)
