"""rectrix plot"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.base.progress import counted
from rectrix.cli.options import Force, Json, Quiet, for_terminal


def command(
    runs: Annotated[
        list[Path],
        typer.Argument(
            help="Model folders, weights of `rerank tune`, or logs (.jsonl).",
            show_default=False,
            metavar="RUN...",
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="File to write.")] = Path("tuning.html"),
    title: Annotated[str, typer.Option(help="Heading of the page.")] = "Tuning",
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Draw tuning runs by epoch as one HTML page that needs no network.

    Scores on the tuning set and on held-out sentences, bars from predictions to oracles where the recipe has
    them, the number of features, and what weight discretized features have learned for each value.
    """
    from rectrix.base.files import require_absent, writing
    from rectrix.evaluate.curves import tuning_page
    from rectrix.evaluate.tuning_log import TuningLog

    require_absent(output, force)
    page = tuning_page([TuningLog.read(path) for path in runs], title)
    with writing(output, force=force) as file:
        file.write(page)
    for_terminal(quiet, json).result(
        f"{output}: {counted(len(runs), 'run')}; open it in a browser", output=str(output), runs=len(runs)
    )
