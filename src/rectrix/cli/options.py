"""Options that mean the same in every command."""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress, for_terminal

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, only results and errors.")]
Json = Annotated[bool, typer.Option("--json", help="Progress and results as JSON lines, for scripts.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing outputs.")]
Seed = Annotated[int, typer.Option("--seed", help="Root of all randomness; same seed, same bytes.", min=0)]
Threads = Annotated[
    int, typer.Option("--threads", "-j", help="Threads; the result does not depend on it.", min=1)
]
ExecutorName = Annotated[
    str,
    typer.Option(
        "--executor",
        help="Where tasks run: serial, threads, processes, ray (this machine), ray:ADDRESS (a cluster). "
        "The result is the same.",
        metavar="NAME",
    ),
]
Workers = Annotated[
    int,
    typer.Option(
        "--workers",
        help="Tasks at a time.",
        show_default="as many as threads; all of a cluster",
        min=0,
    ),
]
Scratch = Annotated[
    Path | None,
    typer.Option(
        help="Folder for extracted rules, on each machine's own disk.", show_default="with the checkpoints"
    ),
]
TrainingText = Annotated[
    Path | None,
    typer.Option(
        "--index",
        help="The training text of the model, indexed: to show where rules were seen.",
        show_default="the model's own, or that in MODEL.work",
    ),
]
OutputFile = Annotated[Path, typer.Option("--output", "-o", help="File to write.", show_default=False)]
OutputFolder = Annotated[Path, typer.Option("--output", "-o", help="Folder to write.", show_default=False)]


def pair_of_columns(text: str) -> tuple[int, int]:
    """Two columns of a TSV file, given as 1,2."""
    first, _, second = text.partition(",")
    if not (first.isdecimal() and second.isdecimal()):
        raise UsageError(f"--columns {text!r}: expected two numbers such as 1,2")
    return int(first), int(second)


__all__ = [
    "ExecutorName",
    "Force",
    "Json",
    "OutputFile",
    "OutputFolder",
    "Progress",
    "Quiet",
    "Scratch",
    "Seed",
    "Threads",
    "TrainingText",
    "Workers",
    "for_terminal",
    "pair_of_columns",
]
