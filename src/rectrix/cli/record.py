"""What a command was told, written beside its output.

`OUT.toml` lies beside a file, `settings.toml` in a folder; a signature is its first line. A command that
writes settings of its own there (with values that depend on others resolved) is left alone.
"""

import time
from pathlib import Path
from typing import Any

from typer.core import TyperCommand

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
}


class RecordedCommand(TyperCommand):
    """A command that leaves its settings beside what it writes to --output or --html."""

    def invoke(self, ctx: Any) -> Any:
        began = time.time_ns()
        result = super().invoke(ctx)
        for output in _outputs(ctx.params):
            if not any(path.stat().st_mtime_ns >= began for path in _settings_files(output)):
                _write(output, ctx)
        return result


def _outputs(params: dict[str, Any]) -> list[Path]:
    given = [params.get("output"), params.get("html")]
    flat = [path for value in given for path in (value if isinstance(value, list | tuple) else [value])]
    return [Path(path) for path in flat if path is not None and str(path) != "-" and Path(path).exists()]


def _settings_files(output: Path) -> list[Path]:
    beside = output.with_name(f"{output.name}.toml")
    return list(output.glob("*.toml")) if output.is_dir() else [beside] if beside.exists() else []


def _write(output: Path, ctx: Any) -> None:
    from importlib.metadata import version

    from rectrix.base.config import to_toml
    from rectrix.base.files import writing

    command = ctx.command_path.removeprefix("rectrix ")
    names = [part.name for part in ctx.command.params if part.name not in _NOT_SETTINGS]
    values = {name: _plain(ctx.params[name]) for name in names if ctx.params.get(name) is not None}
    given = [name for name in values if ctx.get_parameter_source(name).name != "DEFAULT"]
    changed = [f"{name}={_flat(values[name])}" for name in given]
    path = output / "settings.toml" if output.is_dir() else output.with_name(f"{output.name}.toml")
    with writing(path, force=True) as file:
        file.write(f"# {'|'.join([command, *changed, 'rectrix=' + version('rectrix')])}\n")
        file.write(to_toml({"command": command} | values))


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Path) else value


def _flat(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
