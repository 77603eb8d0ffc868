"""rectrix evaluate"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.options import (
    SEED,
    Force,
    Json,
    Quiet,
    Seed,
    TableFormat,
    for_terminal,
)
from rectrix.cli.output import require_table_format, show_tables
from rectrix.cli.rerank_options import MetricNames, metric_names, named_files
from rectrix.cli.run_options import run_options
from rectrix.evaluate import Options
from rectrix.learn.run import Run

_METRICS = ",".join(map(str, Options.metrics))


@run_options("executor", "workers", "threads")
@options(Options, "tokenize", "lowercase", "resamples", "shuffles")
def command(
    *,
    hypotheses: Annotated[
        list[Path] | None,
        typer.Argument(help="Translations of one system each, a line per sentence.", show_default=False),
    ] = None,
    reference: Annotated[
        list[Path] | None,
        typer.Option("--reference", "-r", help="A reference; repeat for more.", show_default=False),
    ] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(
            "--system", help="NAME=FILE,FILE,... : several optimizer runs of one system; repeat for more."
        ),
    ] = None,
    metric: MetricNames = _METRICS,
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column",
            help="NAME=FILE: a number for each line of the first system (COMET ...), for "
            "--metric column:NAME; "
            "again for the other systems and runs, in their order.",
            metavar="NAME=FILE",
        ),
    ] = None,
    settings: Options,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", help="Write a page with plots and the sentences that differ most.", show_default=False
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--source", "-s", help="The source text, for the sentences of --html.", show_default=False
        ),
    ] = None,
    table_format: TableFormat = "text",
    seed: Seed = SEED,
    run: Run,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Score translations with sacrebleu's or any other metrics, and test each system against the first."""
    from rectrix.base.files import require_absent, writing
    from rectrix.evaluate import evaluate, page
    from rectrix.evaluate.comparison_page import COMPARISON_STYLE
    from rectrix.evaluate.form import Form, form_warnings
    from rectrix.execute import require_executor

    require_executor(str(run.executor))
    require_table_format(table_format)
    if html is not None:
        require_absent(html, force)
    systems = _systems(hypotheses or [], system or [])
    references = [_lines(path) for path in reference or []]
    names = metric_names(metric)
    settings = replace(settings, metrics=names, seed=seed, threads=run.threads)
    texts = {name: [_lines(path) for path in paths] for name, paths in systems.items()}
    columns = _columns(column, systems)
    progress = for_terminal(quiet, json)
    if references:
        for warning in form_warnings({name: runs[0] for name, runs in texts.items()}, references):
            progress.say(warning)
    if (
        settings.tokenize != "none"
        and "bleu" in names
        and any(Form.of(lines).tokenized for lines in references)
    ):
        progress.say(
            "the references look tokenized (spaces before commas); for such text use --tokenize none"
        )
    evaluation = evaluate(texts, references, settings, progress, columns, str(run.executor), run.workers)
    if html is not None:
        with writing(html, force=force) as file:
            more = _compared(texts, references, source, settings, columns)
            file.write(page(evaluation, more=more, style=COMPARISON_STYLE))
    from rectrix.evaluate.table import notes, tables

    show_tables(tables(evaluation), notes(evaluation), "json" if json else table_format, evaluation.as_dict())


def _columns(
    given: list[str] | None, systems: dict[str, list[Path]]
) -> "dict[str, list[dict[str, Sequence[float]]]]":
    """The numbers of each system and run: of each name as many files as there are runs of systems."""
    from rectrix.base.errors import UsageError
    from rectrix.kbest.values import read_values

    places = [(name, run) for name, paths in systems.items() for run in range(len(paths))]
    found: dict[str, list[dict[str, Sequence[float]]]] = {n: [{} for _ in p] for n, p in systems.items()}
    files: dict[str, list[Path]] = {}
    for name, path in named_files("--column", given):
        files.setdefault(name, []).append(path)
    for name, paths in files.items():
        if len(paths) != len(places):
            raise UsageError(
                f"--column {name}: {len(paths)} files for {len(places)} systems or runs; give one for each"
            )
        for (system, run), path in zip(places, paths, strict=True):
            found[system][run][name] = read_values(path).numbers.tolist()
    return found


def _compared(
    texts: "dict[str, list[list[str]]]",
    references: list[list[str]],
    source: Path | None,
    settings: Options,
    columns: "dict[str, list[dict[str, Sequence[float]]]]",
) -> str:
    """The sections that compare the first runs of all systems."""
    from rectrix.evaluate.comparison import Compare, compare
    from rectrix.evaluate.comparison_page import comparison_html

    chosen = Compare(
        settings.metrics,
        settings.tokenize,
        settings.lowercase,
        resamples=settings.resamples,
        seed=settings.seed,
    )
    first = {name: runs[0] for name, runs in texts.items()}
    numbers = {name: runs[0] for name, runs in columns.items()}
    return comparison_html(compare(first, references, _lines(source) if source else None, chosen, numbers))


def _systems(files: list[Path], named: list[str]) -> dict[str, list[Path]]:
    """Name and runs of each system, in the order given; files are named by themselves."""
    from rectrix.base.errors import UsageError

    alone = len({path.name for path in files}) == len(files)
    systems = [(path.name if alone else str(path), [path]) for path in files]
    for text in named:
        name, equals, paths = text.partition("=")
        if not equals or not name or not all(paths.split(",")):
            raise UsageError(f"--system {text!r}: expected NAME=FILE,FILE,...")
        systems.append((name, [Path(path) for path in paths.split(",")]))
    if len(dict(systems)) < len(systems):
        raise UsageError("two systems have the same name")
    return dict(systems)


def _lines(path: Path) -> list[str]:
    from rectrix.base.files import open_text

    with open_text(path) as file:
        return [line.rstrip("\n") for line in file]
