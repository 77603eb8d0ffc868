"""rectrix rerank convert, paste, expand: lists of any shape, and what scorers read and write"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import THREADS, Force, Json, OutputFile, Quiet, Threads, for_terminal
from rectrix.cli.rerank_options import (
    Columns,
    Features,
    Format,
    LanguageModels,
    NBest,
    Ready,
    References,
    SeveralNBest,
    Source,
    additions,
    expected_sentences,
)
from rectrix.kbest.formats import FORMATS


def convert(
    nbest: SeveralNBest,
    output: OutputFile,
    to: Annotated[str, typer.Option("--to", help="json (holds everything) or moses.")] = "json",
    column: Columns = None,
    feature: Features = None,
    ready: Ready = None,
    lm: LanguageModels = None,
    source: Source = None,
    format: Format = FORMATS[0],
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write lists of any shape, with what is added to them, as JSON lines or as Moses does."""
    from rectrix.base.errors import UnknownName
    from rectrix.base.files import require_absent
    from rectrix.kbest.files import read_merged, write

    if to not in ("json", "moses"):
        raise UnknownName("n-best format to write", to, ("json", "moses"))
    require_absent(output, force)
    more = additions(feature, column, ready, lm, source, threads)
    progress = for_terminal(quiet, json)
    lists = more.to(read_merged(nbest, format))
    if to == "moses":
        lost = [*lists.columns, *(name for name in lists.note_names if name != "alignment")]
        lost += ["names of sentences"] if lists.ids else []
        if lost:
            progress.say(f"warning: Moses' lists cannot hold {', '.join(lost)}; --to json can")
    write(output, lists, to, force)
    progress.result(f"{lists.hypotheses} hypotheses of {len(lists)} sentences", hypotheses=lists.hypotheses)


def paste(
    nbest: NBest,
    output: OutputFile,
    column: Columns = None,
    feature: Features = None,
    format: Format = FORMATS[0],
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Bring a scorer's values back to the lists: write them as JSON lines with new columns or features."""
    from rectrix.base.errors import UsageError

    if not column and not feature:
        raise UsageError(
            "give what to paste: --column NAME=FILE for a metric, --feature NAME=FILE for a feature"
        )
    convert([nbest], output, "json", column, feature, None, None, None, format, 1, force, quiet, json)


def expand(
    nbest: NBest,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Beginning of the files' names.", show_default=False)
    ],
    reference: References = None,
    source: Source = None,
    format: Format = FORMATS[0],
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a line for each hypothesis, for comet-score and the like: .hypothesis, .source, .reference."""
    from rectrix.base.files import require_absent, writing
    from rectrix.kbest.files import read
    from rectrix.rerank.expanding import expanded

    lists = read(nbest, format, sentences=expected_sentences(reference))
    files = expanded(lists, source, reference)
    paths = {ending: output.with_name(f"{output.name}.{ending}") for ending in files}
    for path in paths.values():
        require_absent(path, force)
    for ending, lines in files.items():
        with writing(paths[ending], force=force) as file:
            file.writelines(f"{line}\n" for line in lines)
    for_terminal(quiet, json).result(
        f"{lists.hypotheses} lines each: {', '.join(map(str, paths.values()))}",
        files=[str(path) for path in paths.values()],
    )
