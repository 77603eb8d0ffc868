"""rectrix phrases"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, OutputFile, Quiet, Threads, for_terminal


def command(
    index: Annotated[Path, typer.Argument(help="What `rectrix index` wrote.")],
    output: OutputFile,
    max_length: Annotated[int, typer.Option(help="Words of a phrase, on each side.", min=1, max=8)] = 7,
    reordering: Annotated[
        str,
        typer.Option(
            help="wbe|phrase|hier - msd|mslr|monotonicity|leftright - backward|forward|bidirectional - fe|f; "
            "empty: no reordering model."
        ),
    ] = "wbe-msd-bidirectional-fe",
    reordering_smoothing: Annotated[float, typer.Option(help="Added to every orientation's count.")] = 0.5,
    smoothing: Annotated[
        str, typer.Option(help="Of translation probabilities: none, good_turing or kneser_ney.")
    ] = "none",
    significance: Annotated[
        str,
        typer.Option(
            help="Leave out pairs whose -ln p of Fisher's exact test is less: alpha+epsilon (also those "
            "whose phrases occur once, together), alpha-epsilon, or a number."
        ),
    ] = "none",
    limit: Annotated[
        int, typer.Option(help="Translations of a source phrase, the most probable ones; 0: all.", min=0)
    ] = 0,
    memory: Annotated[int, typer.Option(help="Megabytes for sorting; the rest goes to disk.", min=1)] = 1024,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Extract the phrase pairs of an indexed bitext, with probabilities and a reordering model."""
    from rectrix.grammar import Bitext, PhraseSettings, extract_phrases

    settings = PhraseSettings.of(
        {
            "max_length": max_length,
            "reordering": reordering,
            "reordering_smoothing": reordering_smoothing,
            "smoothing": smoothing,
            "significance": significance,
            "limit": limit,
            "memory": memory,
        },
        "phrases",
    )
    progress = for_terminal(quiet, json)
    table = extract_phrases(Bitext.open(index), output, settings, threads, force, progress)
    progress.say(
        f"{output}: {len(table):,} phrase pairs of {table.phrases:,} source phrases",
        pairs=len(table),
        phrases=table.phrases,
    )
