"""rectrix average"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, Quiet, for_terminal


def command(
    runs: Annotated[
        list[Path],
        typer.Argument(
            help="Model folders that differ in their weights alone, or files of weights.",
            show_default=False,
            metavar="RUN...",
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Model folder or file to write.", show_default=False)
    ],
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Make one model of several tuning runs: the mean of their weights.

    Tune with several seeds (--seed N), then average: the mean depends less on luck than any run. Weights
    are scaled to one size first.
    """
    from rectrix.base.errors import UsageError
    from rectrix.features.weights import mean, read_weights, write_weights
    from rectrix.pipeline.average import average_models

    folders = [path for path in runs if path.is_dir()]
    if folders and len(folders) < len(runs):
        raise UsageError(f"{folders[0]} is a folder, others are files: give models only, or weights only")
    if folders:
        average_models(runs, output, force)
    else:
        write_weights(output, mean([read_weights(path) for path in runs]), force)
    for_terminal(quiet, json).result(
        f"{output}: the mean of {len(runs)} runs", output=str(output), runs=len(runs)
    )
