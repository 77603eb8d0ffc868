"""rectrix experiment"""

from dataclasses import replace
from json import dumps
from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import THREADS, Force, Json, OutputFolder, Quiet, for_terminal
from rectrix.cli.reproduce_options import Only, ThreadsEach, conditions_options, start_anew_if
from rectrix.cli.text_options import Languages
from rectrix.learn.run import Run


@conditions_options
def command(
    *,
    file: Annotated[
        Path, typer.Argument(help="A TOML file: systems, recipes, what is varied, seeds.", show_default=False)
    ],
    output: OutputFolder,
    data: Annotated[
        Path | None,
        typer.Option(
            help="Folder of train, dev, devtest and test files.", show_default="the one that FILE names"
        ),
    ] = None,
    languages: Languages = None,
    only: Only = None,
    run: Run,
    threads_each: ThreadsEach = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Compare systems, recipes and settings over seeds: table, plots and tests of significance.

    OUTPUT/index.html is the page; tables are there as Markdown, LaTeX and TSV, figures as SVG and PDF,
    and report.json has all numbers. An interrupted run goes on by the same command, condition by condition.
    """
    from rectrix.reproduce import experiment

    progress = for_terminal(quiet, json)
    start_anew_if(force, output)
    run = replace(run, progress=progress)
    report = experiment(file, output, only or (), run, threads_each, data, languages or "")
    if json:
        for condition in report.plain()["conditions"]:
            print(dumps(condition, ensure_ascii=False))
        return
    for shown in report.tables:
        print((output / "tables" / f"{shown.file}.md").read_text(encoding="utf-8"))
