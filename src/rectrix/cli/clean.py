"""rectrix clean"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import Field

from rectrix.base.config import Settings
from rectrix.cli.fields import options
from rectrix.cli.options import (
    COLUMNS,
    Columns,
    Force,
    Json,
    OutputFolder,
    Quiet,
    for_terminal,
    pair_of_columns,
)
from rectrix.text import OnBad

if TYPE_CHECKING:
    from rectrix.base.progress import Progress
    from rectrix.text import Bitext, ReadingReport


class CleanSettings(Settings):
    """How a bitext is filtered."""

    source: str = ""
    target: str = ""
    columns: str = COLUMNS
    # Bad lines (invalid UTF-8, control characters, empty, over-long): what becomes of them.
    on_bad: OnBad = "skip"
    max_words: int = Field(default=80, ge=1)  # drop pairs with a longer side
    max_ratio: float = Field(default=9.0, ge=1)  # drop pairs whose lengths differ by a larger factor
    deduplicate: bool = False  # drop pairs that came before


@options(CleanSettings, without=("source", "target", "columns"))
def command(
    *,
    source: Annotated[
        Path, typer.Option("-s", "--source", help="Source text, or a TSV file with both sides.")
    ],
    output: OutputFolder,
    target: Annotated[Path | None, typer.Option("-t", "--target", help="Target text.")] = None,
    columns: Columns = COLUMNS,
    settings: CleanSettings,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Drop bad and odd pairs from a bitext.

    The text stays as people wrote it: models prepare it themselves, and `rectrix text apply` does it alone.
    Writes OUTPUT/source, OUTPUT/target, OUTPUT/lines (the input line of each pair) and OUTPUT/settings.toml.
    """
    from rectrix.base.files import shown
    from rectrix.text import Bitext, ReadingReport

    settings = settings.model_copy(
        update={"source": shown(source), "target": shown(target or source), "columns": columns}
    )
    bitext = Bitext(source, target, pair_of_columns(settings.columns), on_bad=settings.on_bad)
    progress = for_terminal(quiet, json)
    report = ReadingReport()
    _write(bitext, settings, report, output, force, progress)
    progress.result(report.summary(), read=report.read, kept=report.kept, problems=dict(report.problems))


def _write(
    bitext: "Bitext",
    settings: CleanSettings,
    report: "ReadingReport",
    output: Path,
    force: bool,
    progress: "Progress",
) -> None:
    from rectrix.base.files import writing
    from rectrix.text import drop_duplicates, filtered, keep_lengths

    filters = [keep_lengths(settings.max_words, settings.max_ratio)]
    if settings.deduplicate:
        filters.append(drop_duplicates())
    with (
        writing(output / "source", force) as source,
        writing(output / "target", force) as target,
        writing(output / "lines", force) as lines,
        progress.task("cleaning", unit="pairs") as task,
    ):
        for pair in filtered(bitext.read(report), filters, report):
            source.write(pair.source + "\n")
            target.write(pair.target + "\n")
            lines.write(f"{pair.number}\n")
            task.advance()
    settings.write(output / "settings.toml", force)
