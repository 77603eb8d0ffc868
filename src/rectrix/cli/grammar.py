"""rectrix grammar"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, Quiet, Threads, for_terminal


def command(
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
            "--leave-one-out", help="SOURCE is the indexed text: rules count only what other lines have."
        ),
    ] = False,
    max_span: Annotated[int, typer.Option(help="Words a rule covers at most.", min=1, max=255)] = 15,
    max_symbols: Annotated[int, typer.Option(help="Source words and gaps of a rule.", min=1, max=9)] = 5,
    max_gaps: Annotated[int, typer.Option(help="Gaps of a rule.", min=0, max=2)] = 2,
    min_gap: Annotated[int, typer.Option(help="Source words a gap covers at least.", min=1, max=255)] = 1,
    max_samples: Annotated[
        int, typer.Option(help="Occurrences looked at for a source pattern; 0: all.", min=0)
    ] = 300,
    max_search: Annotated[
        int,
        typer.Option(
            help="Occurrences of its rarer part at which a pattern with gaps is looked for; 0: all.", min=0
        ),
    ] = 600,
    search_words: Annotated[
        int,
        typer.Option(help="Words of the bitext in which --max-search does not count.", min=0, max=1 << 30),
    ] = 500_000,
    tight: Annotated[
        bool, typer.Option(help="Words at the edges of phrases and gaps must be linked.")
    ] = True,
    cache: Annotated[
        int,
        typer.Option(help="Megabytes for patterns, of all threads together.", min=0, max=16384),
    ] = 512,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Extract the hierarchical rules that each sentence of a text can use."""
    from rectrix.grammar import Bitext, HieroSettings, extract_to_folder, extract_to_store

    settings = HieroSettings(
        max_span=max_span,
        max_symbols=max_symbols,
        max_gaps=max_gaps,
        min_gap=min_gap,
        max_samples=max_samples,
        max_search=max_search,
        search_words=search_words,
        tight=tight,
        cache=cache,
    )
    extract = extract_to_store if output.suffix == ".rgrammar" else extract_to_folder
    extract(
        Bitext.open(index), source, output, settings, leave_one_out, threads, force, for_terminal(quiet, json)
    )
