"""rectrix experiment"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, OutputFolder, Quiet, Threads, Workers, for_terminal
from rectrix.cli.reproduce_options import ConditionsExecutor, Only, ThreadsEach, start_anew_if


def command(
    file: Annotated[
        Path, typer.Argument(help="A TOML file: systems, recipes, what is varied, seeds.", show_default=False)
    ],
    output: OutputFolder,
    only: Only = None,
    executor: ConditionsExecutor = "processes",
    workers: Workers = 0,
    threads: Threads = 1,
    threads_each: ThreadsEach = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Compare systems, recipes and settings over seeds: table, plots and tests of significance.

    OUTPUT/index.html is the page; tables are there as Markdown, LaTeX and TSV, figures as SVG and PDF,
    and report.json has all numbers. An interrupted run goes on by the same command, condition by condition.
    """
    from rectrix.learn.run import Run
    from rectrix.reproduce import experiment

    progress = for_terminal(quiet, json)
    start_anew_if(force, output)
    run = Run(executor=executor, workers=workers, threads=threads, progress=progress)
    report = experiment(file, output, only or (), run, threads_each)
    for shown in report.tables:
        print((output / "tables" / f"{shown.file}.md").read_text(encoding="utf-8"))
