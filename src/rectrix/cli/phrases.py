"""rectrix phrases"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.options import Force, Json, Memory, OutputFile, Quiet, Threads, for_terminal, megabytes
from rectrix.grammar import PhraseSettings


@options(PhraseSettings, without=("significance", "memory"))
def command(
    *,
    index: Annotated[Path, typer.Argument(help="What `rectrix index` wrote.")],
    output: OutputFile,
    settings: PhraseSettings,
    significance: Annotated[
        str,
        typer.Option(
            help="Leave out pairs whose -ln p of Fisher's exact test is less: alpha+epsilon (also those "
            "whose phrases occur once, together), alpha-epsilon, or a number."
        ),
    ] = "none",
    memory: Memory = None,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Extract the phrase pairs of an indexed bitext, with probabilities and a reordering model."""
    from rectrix.grammar import Bitext, extract_phrases

    given = {"significance": significance, "memory": megabytes(memory, settings.memory)}
    settings = PhraseSettings.of({**settings.model_dump(), **given}, "phrases")
    progress = for_terminal(quiet, json)
    table = extract_phrases(Bitext.open(index), output, settings, threads, force, progress)
    progress.result(
        f"{output}: {len(table):,} phrase pairs of {table.phrases:,} source phrases",
        pairs=len(table),
        phrases=table.phrases,
    )
