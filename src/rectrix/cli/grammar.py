"""rectrix grammar"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.options import THREADS, Force, Json, Quiet, Threads, for_terminal, megabytes
from rectrix.grammar import HieroSettings


@options(HieroSettings, without=("cache",))
def command(
    *,
    index: Annotated[Path, typer.Argument(help="What `rectrix index` wrote.")],
    source: Annotated[
        Path, typer.Argument(help="Sentences that need rules, one per line; - is standard input.")
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="A store (NAME.rgrammar), or a folder for cdec's grammar.N.gz."),
    ],
    leave_one_out: Annotated[
        bool,
        typer.Option(
            "--leave-one-out", help="SOURCE is the indexed text: a sentence's own rules are excluded."
        ),
    ] = False,
    settings: HieroSettings,
    memory: Annotated[
        str | None,
        typer.Option(
            help="Memory for patterns kept between sentences, of all threads together: 400M, 2G.",
            metavar="SIZE",
            show_default="512M",
        ),
    ] = None,
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Extract the hierarchical rules that each sentence of a text can use."""
    from rectrix.grammar import BitextIndex, extract_to_folder, extract_to_store

    settings = settings.model_copy(update={"cache": megabytes(memory, settings.cache)})
    extract = extract_to_store if output.suffix == ".rgrammar" else extract_to_folder
    progress = for_terminal(quiet, json)
    extract(BitextIndex.open(index), source, output, settings, leave_one_out, threads, force, progress)
    progress.result(f"{output} is ready", output=str(output))
