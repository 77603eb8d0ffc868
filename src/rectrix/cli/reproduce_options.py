"""Options of commands that run many conditions."""

from pathlib import Path
from typing import Annotated

import typer

Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only", help="Run only conditions whose names have this in them; give several times for more."
    ),
]
ThreadsEach = Annotated[int, typer.Option("--threads-each", help="Threads of one condition.", min=1)]
ConditionsExecutor = Annotated[
    str,
    typer.Option(
        "--executor",
        help="Where conditions run side by side: serial, threads, processes, ray, ray:ADDRESS.",
        metavar="NAME",
    ),
]


def start_anew_if(wanted: bool, output: Path) -> None:
    """With --force everything is run again."""
    from rectrix.reproduce.run import start_anew

    if wanted:
        start_anew(output)
