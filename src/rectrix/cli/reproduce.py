"""rectrix reproduce"""

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
    paper: Annotated[
        str,
        typer.Argument(
            help="simianer2012, eidelman2012, green2013, clark2014 or alrajeh2014.", show_default=False
        ),
    ],
    output: OutputFolder,
    data: Annotated[
        Path | None,
        typer.Option(
            help="Folder of train, dev, devtest and test files; test sets may have any name.",
            show_default="the embedded sample",
        ),
    ] = None,
    bitext: Annotated[
        list[Path] | None,
        typer.Option("--bitext", help="Instead: TMX, XLIFF, PO or TSV files, cut into train, dev and tests."),
    ] = None,
    size: Annotated[
        str,
        typer.Option(help="tiny (minutes), small, medium (hours), or full: all data, the paper's settings."),
    ] = "tiny",
    seeds: Annotated[int, typer.Option(help="Runs of each condition.", show_default="3", min=0)] = 0,
    epochs: Annotated[
        int,
        typer.Option(
            help="Epochs or rounds of the paper's method, as many or as few as there is time for.",
            show_default="as the size says",
            min=0,
        ),
    ] = 0,
    sentences: Annotated[
        int,
        typer.Option(
            help="Training sentences to tune on, in the papers that do so: simianer2012 and green2013 "
            "(there, so many and three times as many).",
            show_default="as the size says",
            min=0,
        ),
    ] = 0,
    languages: Languages = None,
    pretokenized: Annotated[
        bool,
        typer.Option("--pretokenized", help="The text is prepared already: space-separated tokens."),
    ] = False,
    dev: Annotated[str, typer.Option(help="Name of the tuning set.", show_default="dev or val")] = "",
    devtest: Annotated[
        str,
        typer.Option(help="Name of the set that epochs and settings are chosen on.", show_default="devtest"),
    ] = "",
    only: Only = None,
    run: Run,
    threads_each: ThreadsEach = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Run the experiment of a paper, and show its tables, figures and claims with our numbers beside theirs.

    Without data it runs on the embedded sample. OUTPUT/index.html is the page. An interrupted run goes on
    by the same command, condition by condition.
    """
    from rectrix.reproduce import reproduce

    progress = for_terminal(quiet, json)
    start_anew_if(force, output)
    report = reproduce(
        paper,
        output,
        data,
        bitext or (),
        size,
        seeds,
        languages or "",
        pretokenized,
        dev,
        devtest,
        only or (),
        replace(run, progress=progress),
        threads_each,
        epochs,
        sentences,
    )
    for text, judged in report.claims:
        if json:
            print(
                dumps(
                    {"claim": text, "verdict": judged.verdict, "evidence": judged.evidence},
                    ensure_ascii=False,
                )
            )
        else:
            print(f"{judged.verdict:15} {text}  [{judged.evidence}]")
