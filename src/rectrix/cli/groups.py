"""A command with subcommands that also works alone: `rectrix align SRC TGT` and `rectrix align score …`."""

from typing import Any

from rectrix.cli.help import Group

# Not a word that could be a file's name.
ITSELF = "<itself>"


class DefaultGroup(Group):
    """Runs the command named ITSELF unless the first word is a subcommand; --help describes that command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or args[0] not in self.commands:
            args = [ITSELF, *(args or ["--help"])]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        # Without a name the usage line reads `rectrix align [OPTIONS] …`, as it is typed.
        return (None if name == ITSELF else name), command, rest
