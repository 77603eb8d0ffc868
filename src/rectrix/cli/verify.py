"""rectrix verify"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Json, Quiet, for_terminal


def command(
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    accept: Annotated[
        bool, typer.Option("--accept", help="model.toml was changed on purpose: write its checksum anew.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Read every file of a model and compare it with the checksum that was written with it."""
    from rectrix.model.folder import ModelFolder, accept_settings

    if accept:
        accept_settings(model)
    files = ModelFolder.open(model, verify=True).settings.files
    size = sum(record.bytes for record in files.values())
    for_terminal(quiet, json).result(
        f"{model}: {len(files)} files, {size:,} bytes, all as written", files=len(files), bytes=size
    )
