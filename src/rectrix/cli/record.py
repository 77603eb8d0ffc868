"""What a command was told, written beside its output, which it holds the lock of.

`OUT.toml` lies beside a file, `settings.toml` in a folder; a signature is its first line. A command that
writes settings of its own there (with values that depend on others resolved) is left alone.
"""

import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from rectrix import __version__
from rectrix.base.errors import UsageError
from rectrix.base.files import is_device, shown, writing
from rectrix.base.locks import holding
from rectrix.base.places import EXPERIMENT
from rectrix.cli.failures import Interrupted, ReaderGone
from rectrix.cli.help import Command

# How a run is shown or how fast it is, and where its output lies: none of it changes a byte of the output.
_NOT_SETTINGS = {
    "output",
    "html",
    "force",
    "quiet",
    "json",
    "threads",
    "executor",
    "workers",
    "scratch",
    "checkpoints",
    "resume",
    "wait",
}


_ADDING = {
    "demo",
    "sample",
    "clean",
}  # write files into a folder, whatever it holds; others replace it

_waiting = typer.Typer(add_completion=False)  # for the one option that every command with an output has


@_waiting.command()
def _wait(
    wait: Annotated[
        bool, typer.Option("--wait", help="Wait while another run writes to the same place.")
    ] = False,
) -> None:
    pass


class RecordedCommand(Command):
    """A command that leaves its settings beside what it writes to --output or --html.

    It is alone in writing there: another one that does is an error, or waited for with --wait.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if any(part.name == "output" for part in self.params):
            self.params += get_command(_waiting).params

    def invoke(self, ctx: Any) -> Any:
        wait = ctx.params.pop("wait", False)
        if ctx.params.get("force") and ctx.command.name not in _ADDING:
            _require_own(_named(ctx.params, "output"))
        with ExitStack() as stack:
            stack.callback(_forget, _missing(_places(ctx.params)))
            for path in _places(ctx.params):
                stack.enter_context(holding(path, wait, lambda text: print(text, file=sys.stderr)))
            try:
                return self._invoke(ctx)
            except KeyboardInterrupt:
                raise Interrupted from None
            except BrokenPipeError:
                raise ReaderGone from None

    def _invoke(self, ctx: Any) -> Any:
        began = time.time_ns()
        result = super().invoke(ctx)
        for output in _outputs(ctx.params):
            if not any(path.stat().st_mtime_ns >= began for path in _settings_files(output)):
                _write(output, ctx)
        return result


def _require_own(outputs: list[Path]) -> None:
    """--force replaces what Rectrix has made; a folder of anything else is left alone."""
    for output in outputs:
        if output.is_dir() and any(output.iterdir()) and not _is_own(output):
            raise UsageError(
                f"{output} holds other files than ours, which --force would remove; name another folder"
            )


def _is_own(folder: Path) -> bool:
    """Whether a run has left its settings there, or its mark while it goes on."""
    return (folder / EXPERIMENT).is_file() or any(map(_is_signed, folder.glob("*.toml")))


def _is_signed(settings: Path) -> bool:
    with suppress(OSError), settings.open("rb") as file:
        return b"rectrix=" in file.readline(1 << 16)
    return False


def _missing(places: list[Path]) -> list[Path]:
    """Folders above outputs that are not there yet, the deepest first."""
    above = {folder for path in places for folder in path.parents if not folder.exists()}
    return sorted(above, key=lambda folder: len(folder.parts), reverse=True)


def _forget(folders: list[Path]) -> None:
    """Remove folders that were made for outputs which then did not come."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def _outputs(params: dict[str, Any]) -> list[Path]:
    return [path for path in _named(params, "output", "html") if path.exists()]


def _places(params: dict[str, Any]) -> list[Path]:
    """What to hold the locks of; in one order, so that no two runs wait for each other."""
    found = _named(params, "output", "html", "checkpoints", "save")
    return sorted({path.absolute() for path in found if not is_device(path)})


def _named(params: dict[str, Any], *names: str) -> list[Path]:
    given = [params.get(name) for name in names]
    flat = [path for value in given for path in (value if isinstance(value, list | tuple) else [value])]
    return [Path(path) for path in flat if path is not None and str(path) != "-"]


def _settings_files(output: Path) -> list[Path]:
    if output.is_dir():  # which may be ".", that has no name
        return list(output.glob("*.toml"))
    beside = output.with_name(f"{output.name}.toml")
    return [beside] if beside.exists() else []


def _write(output: Path, ctx: Any) -> None:
    from rectrix.base.config import comment, to_toml

    command = ctx.command_path.removeprefix("rectrix ")
    names = [part.name for part in ctx.command.params if part.name not in _NOT_SETTINGS]
    values = {name: _plain(ctx.params[name]) for name in names if ctx.params.get(name) is not None}
    given = [name for name in values if ctx.get_parameter_source(name).name != "DEFAULT"]
    changed = [f"{name}={_flat(values[name])}" for name in given]
    path = output / "settings.toml" if output.is_dir() else output.with_name(f"{output.name}.toml")
    with writing(path, force=True) as file:
        file.write(comment("|".join([command, *changed, "rectrix=" + __version__])))
        file.write(to_toml({"command": command} | values))


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return shown(value) if isinstance(value, Path) else value


def _flat(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
