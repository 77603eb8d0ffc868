"""Options that mean the same in every command."""

import re
from pathlib import Path
from typing import Annotated

import typer

from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress, for_terminal
from rectrix.base.seeds import SEED
from rectrix.execute import THREADS

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Results and errors only.")]
Json = Annotated[
    bool,
    typer.Option(
        "--json", help="Results as a JSON object a line on standard output; progress so on standard error."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing outputs.")]
Seed = Annotated[int, typer.Option("--seed", help="Root of all randomness; same seed, same bytes.", min=0)]
Threads = Annotated[
    int, typer.Option("--threads", "-j", help="Threads; the result does not depend on it.", min=1)
]
TableFormat = Annotated[
    str,
    typer.Option(
        "--table-format", help="How to print tables: text, markdown, latex, tsv, json.", metavar="NAME"
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


References = Annotated[
    list[Path],
    typer.Option("--reference", "-r", help="Their translations; repeat for more.", show_default=False),
]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory", help="Memory to use, such as 400M or 2G; what does not fit goes to disk.", metavar="SIZE"
    ),
]
KeptMemory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        help="Memory for what is kept between sentences, of all threads together: 400M, 2G.",
        metavar="SIZE",
        show_default="as extraction had, 512M",
    ),
]
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def memory_bytes(text: str) -> int:
    """An amount of memory: 400M, 2G."""
    match = re.fullmatch(r"(\d+)([KMG])B?", text.strip().upper())
    if not match:
        raise UsageError(f"--memory {text!r}: something like 400M or 2G is needed")
    return int(match[1]) * _UNITS[match[2]]


def megabytes(text: str | None, default: int) -> int:
    """The same for settings that count megabytes."""
    return default if text is None else memory_bytes(text) >> 20


def kept_megabytes(text: str | None) -> int | None:
    """The same where a model says the rest; None: as it says."""
    return None if text is None else memory_bytes(text) >> 20


Columns = Annotated[
    str, typer.Option("--columns", help="Columns of source and target in a TSV file, from 1.")
]
COLUMNS = "1,2"
Trust = Annotated[
    bool,
    typer.Option("--trust", help="Run the features written in Python that the model holds; read them first."),
]


def pair_of_columns(text: str) -> tuple[int, int]:
    """Two columns of a TSV file, given as 1,2."""
    first, _, second = text.partition(",")
    if not (first.isdecimal() and second.isdecimal()):
        raise UsageError(f"--columns {text!r}: expected two numbers such as 1,2")
    return int(first), int(second)


__all__ = [
    "COLUMNS",
    "SEED",
    "THREADS",
    "Columns",
    "Force",
    "Json",
    "KeptMemory",
    "Memory",
    "OutputFile",
    "OutputFolder",
    "Progress",
    "Quiet",
    "References",
    "Seed",
    "TableFormat",
    "Threads",
    "TrainingText",
    "Trust",
    "for_terminal",
    "kept_megabytes",
    "megabytes",
    "memory_bytes",
    "pair_of_columns",
]
