"""rectrix combine"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.options import (
    THREADS,
    Force,
    Json,
    OutputFolder,
    Quiet,
    References,
    Threads,
    Trust,
    for_terminal,
)
from rectrix.cli.recipe_options import Changes, changed
from rectrix.pipeline.tune_settings import TuneSettings


@options(TuneSettings, "recipe", "metric", "k")
def command(
    *,
    models: Annotated[
        list[Path], typer.Argument(help="Model folders.", show_default=False, metavar="MODEL...")
    ],
    output: OutputFolder,
    source: Annotated[Path, typer.Option("--source", "-s", help="Sentences to tune on.", show_default=False)],
    reference: References,
    settings: TuneSettings,
    changes: Changes = None,
    trust: Trust = False,
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Combine models: the best of all their translations of a sentence, by learned weights.

    Hierarchical and phrase-based models make different errors, and so do models of other seeds or features.
    The union of their k-best lists is reranked by each model's score and rank and by how far the lists agree.
    Sentences to tune on should be new to all models, or those that they were tuned on themselves. The folder
    that is written holds all models; `rectrix translate` and `rectrix serve` open it as one.
    """
    from rectrix.learn.run import Run
    from rectrix.pipeline.combined import combine
    from rectrix.pipeline.tuning_set import Texts

    progress = for_terminal(quiet, json)
    tuned = combine(
        models,
        Texts(source, reference),
        output,
        settings.recipe,
        changed(changes),
        settings.metric,
        settings.k,
        Run(threads=threads, progress=progress),
        force,
        trust,
    )
    progress.result(
        tuned.summary(settings.metric), before=tuned.before, after=tuned.after, weights=tuned.weights
    )
