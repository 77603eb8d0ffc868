"""rectrix phrases"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.options import (
    THREADS,
    Force,
    Json,
    Memory,
    OutputFile,
    Quiet,
    Threads,
    for_terminal,
    megabytes,
)
from rectrix.grammar import PhraseSettings


@options(PhraseSettings, without=("memory",))
def command(
    *,
    index: Annotated[Path, typer.Argument(help="What `rectrix index` wrote.")],
    output: OutputFile,
    settings: PhraseSettings,
    memory: Memory = None,
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Extract the phrase pairs of an indexed bitext, with probabilities and a reordering model."""
    from rectrix.grammar import BitextIndex, extract_phrases

    settings = settings.model_copy(update={"memory": megabytes(memory, settings.memory)})
    progress = for_terminal(quiet, json)
    table = extract_phrases(BitextIndex.open(index), output, settings, threads, force, progress)
    progress.result(
        f"{output}: {len(table):,} phrase pairs of {table.phrases:,} source phrases",
        pairs=len(table),
        phrases=table.phrases,
    )
