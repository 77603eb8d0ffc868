"""Options of commands that run many conditions."""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.run_options import run_options

Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only", help="Run only this condition, or those whose names have this in them; repeat for more."
    ),
]
ThreadsEach = Annotated[int, typer.Option("--threads-each", help="Threads of one condition.", min=1)]


# Conditions run side by side, each in a process of its own unless another executor is named.
conditions_options = run_options("executor", "workers", "threads", defaults={"executor": "processes"})


def start_anew_if(wanted: bool, output: Path) -> None:
    """With --force everything is run again."""
    from rectrix.reproduce.run import start_anew

    if wanted:
        start_anew(output)
