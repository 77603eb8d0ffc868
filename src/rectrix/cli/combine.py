"""rectrix combine"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, Quiet, Threads, Trust, for_terminal
from rectrix.cli.recipe_options import Changes, changed


def command(
    models: Annotated[
        list[Path], typer.Argument(help="Model folders.", show_default=False, metavar="MODEL...")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder to write.", show_default=False)],
    source: Annotated[Path, typer.Option("--source", "-s", help="Sentences to tune on.", show_default=False)],
    reference: Annotated[
        list[Path],
        typer.Option("--reference", "-r", help="Their translations; again for more.", show_default=False),
    ],
    recipe: Annotated[str, typer.Option(help="How weights are learned: see `rectrix recipes`.")] = "kbmira",
    changes: Changes = None,
    metric: Annotated[str, typer.Option(help="What is tuned for.")] = "bleu",
    k: Annotated[int, typer.Option(help="Hypotheses of each model per sentence.", min=1)] = 100,
    trust: Trust = False,
    threads: Threads = 1,
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
        recipe,
        changed(changes),
        metric,
        k,
        Run(threads=threads, progress=progress),
        force,
        trust,
    )
    progress.result(tuned.summary(metric), before=tuned.before, after=tuned.after, weights=tuned.weights)
