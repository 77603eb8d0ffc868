"""rectrix index"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, OutputFile, Quiet, for_terminal


def command(
    source: Annotated[Path, typer.Option("--source", "-s", help="Source sentences, one per line.")],
    target: Annotated[Path, typer.Option("--target", "-t", help="Their translations, line by line.")],
    alignment: Annotated[
        Path, typer.Option("--alignment", "-a", help="Word alignment, Pharaoh format (0-0 1-2).")
    ],
    output: OutputFile,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Index an aligned bitext, so that `rectrix grammar` can extract rules from it on demand."""
    from rectrix.grammar import index

    progress = for_terminal(quiet, json)
    bitext = index(source, target, alignment, output, force, progress)
    progress.result(
        f"{output}: {len(bitext):,} sentence pairs, {output.stat().st_size / 1e6:,.1f} MB",
        pairs=len(bitext),
        bytes=output.stat().st_size,
    )
