"""rectrix clean"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rectrix.base.config import Settings
from rectrix.cli.options import Force, Json, OutputFolder, Quiet, Threads, for_terminal, pair_of_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rectrix.base.progress import Progress
    from rectrix.text import Bitext, Normalizer, Pair, Report


class CleanSettings(Settings):
    """How a bitext is prepared."""

    source: str
    target: str
    columns: str = "1,2"
    source_language: str = "de"
    target_language: str = "en"
    tokenizer: str = "none"
    lowercase: bool = False
    split_compounds: bool = False
    on_bad: str = "skip"
    max_words: int = 80
    max_ratio: float = 9.0
    deduplicate: bool = False


def command(
    source: Annotated[
        Path, typer.Option("-s", "--source", help="Source text, or a TSV file with both sides.")
    ],
    output: OutputFolder,
    target: Annotated[Path | None, typer.Option("-t", "--target", help="Target text.")] = None,
    columns: Annotated[str, typer.Option(help="Columns of source and target in a TSV file, from 1.")] = "1,2",
    source_language: Annotated[str, typer.Option(help="Language of the source, for the tokenizer.")] = "de",
    target_language: Annotated[str, typer.Option(help="Language of the target, for the tokenizer.")] = "en",
    tokenizer: Annotated[str, typer.Option(help="moses, character or none.")] = "none",
    lowercase: Annotated[bool, typer.Option("--lowercase", help="Lowercase both sides.")] = False,
    split_compounds: Annotated[
        bool,
        typer.Option("--split-compounds", help="Split source compounds by the frequency of their parts."),
    ] = False,
    on_bad: Annotated[
        str,
        typer.Option(
            help="Bad lines (invalid UTF-8, control characters, empty, over-long): skip, error, replace."
        ),
    ] = "skip",
    max_words: Annotated[int, typer.Option(help="Drop pairs with a longer side.", min=1)] = 80,
    max_ratio: Annotated[
        float, typer.Option(help="Drop pairs whose lengths differ by a larger factor.", min=1)
    ] = 9.0,
    deduplicate: Annotated[bool, typer.Option("--deduplicate", help="Drop pairs that came before.")] = False,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Prepare a bitext: tokenize, lowercase, split compounds, drop bad and odd pairs.

    Writes OUTPUT/source, OUTPUT/target, OUTPUT/lines (the input line of each pair) and OUTPUT/settings.toml.
    """
    from rectrix.text import TOKENIZERS, Bitext, Report

    pair = pair_of_columns(columns)
    settings = CleanSettings(
        source=str(source),
        target=str(target or source),
        columns=columns,
        source_language=source_language,
        target_language=target_language,
        tokenizer=tokenizer,
        lowercase=lowercase,
        split_compounds=split_compounds,
        on_bad=on_bad,
        max_words=max_words,
        max_ratio=max_ratio,
        deduplicate=deduplicate,
    )
    TOKENIZERS[tokenizer]  # an unknown name is reported before any work
    bitext = Bitext(source, target, pair, on_bad=on_bad)  # type: ignore[arg-type]
    progress = for_terminal(quiet, json)
    report = Report()
    _write(bitext, settings, report, output, threads, force, progress)
    progress.say(report.summary(), read=report.read, kept=report.kept, problems=dict(report.problems))


def _write(
    bitext: "Bitext",
    settings: CleanSettings,
    report: "Report",
    output: Path,
    threads: int,
    force: bool,
    progress: "Progress",
) -> None:
    from rectrix.base.files import writing
    from rectrix.text import drop_duplicates, filtered, keep_lengths

    filters = [keep_lengths(settings.max_words, settings.max_ratio)]
    if settings.deduplicate:
        filters.append(drop_duplicates())
    pairs = _normalized(bitext, settings, report, threads, progress)
    with (
        writing(output / "source", force) as source,
        writing(output / "target", force) as target,
        writing(output / "lines", force) as lines,
        progress.task("cleaning", unit="pairs") as task,
    ):
        for pair in filtered(pairs, filters, report):
            source.write(pair.source + "\n")
            target.write(pair.target + "\n")
            lines.write(f"{pair.number}\n")
            task.advance()
    settings.write(output / "settings.toml", force)


def _normalized(
    bitext: "Bitext", settings: CleanSettings, report: "Report", threads: int, progress: "Progress"
) -> "Iterator[Pair]":
    """The pairs, tokenized and lowercased, source compounds split."""
    from rectrix.text import CompoundSplitter, Normalizer, Pair, map_texts

    source = Normalizer(settings.tokenizer, settings.source_language, settings.lowercase)
    target = Normalizer(settings.tokenizer, settings.target_language, settings.lowercase)
    split: Callable[[str], str] = str
    if settings.split_compounds:
        progress.say("counting words to split compounds by")
        split = CompoundSplitter.learn(map_texts(source, (p.source for p in bitext), threads)).split_line
    joined = (f"{pair.number}\t{pair.source}\t{pair.target}" for pair in bitext.read(report))
    for line in map_texts(partial(_both, source, target), joined, threads):
        number, left, right = line.split("\t")
        yield Pair(int(number), split(left), right)


def _both(source: "Normalizer", target: "Normalizer", line: str) -> str:
    number, left, right = line.split("\t")
    return f"{number}\t{source(left)}\t{target(right)}"
