"""rectrix tune"""

import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

from rectrix.cli.options import (
    ExecutorName,
    Force,
    Json,
    OutputFolder,
    Quiet,
    Scratch,
    Threads,
    Trust,
    Workers,
    for_terminal,
)
from rectrix.cli.recipe_options import (
    Changes,
    HeldOutReference,
    HeldOutSource,
    Patience,
    RecipeSeed,
    Shards,
    texts,
    tune_values,
    tuning_options,
)


@tuning_options
def command(
    *,
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    output: OutputFolder,
    source: Annotated[Path | None, typer.Option("-s", "--source", help="Sentences to tune on.")] = None,
    reference: Annotated[
        list[Path] | None,
        typer.Option("-r", "--reference", help="Their translations; give several times for several."),
    ] = None,
    tuning: dict[str, Any],
    changes: Changes = None,
    shards: Shards = None,
    seed: RecipeSeed = None,
    bins: dict[str, Any],
    bitext: Annotated[
        Path | None,
        typer.Option(
            help="With --tune-on train: the index of the training bitext, if the model does not hold it."
        ),
    ] = None,
    lm_text: Annotated[
        list[Path] | None,
        typer.Option(help="With --tune-on train: what else the language model was estimated from."),
    ] = None,
    held_out_source: HeldOutSource = None,
    held_out_reference: HeldOutReference = None,
    patience: Patience = 0,
    checkpoints: Annotated[
        Path | None,
        typer.Option(
            help="Folder for the state of every epoch; on a cluster, one that all nodes see.",
            show_default="OUTPUT.checkpoints, removed at the end",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume/--no-resume", help="Go on where a run with the same settings was interrupted."
        ),
    ] = True,
    trust: Trust = False,
    executor: ExecutorName = "threads",
    workers: Workers = 0,
    scratch: Scratch = None,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Tune a model's weights on sentences with references, and write a model with them.

    The text is prepared as the model's training text was. With --features, the model gets other sparse
    features first: templates (see `rectrix features`), and functions in Python, FILE.py:name or module:name.
    """
    from rectrix.learn.run import Run
    from rectrix.pipeline import TuneSettings, tune_model

    settings = TuneSettings.of(tune_values(tuning, bins, changes, shards, seed), where="tune")
    progress = for_terminal(quiet, json)
    beside = output.with_name(f"{output.name}.checkpoints")
    tuned = tune_model(
        model,
        texts(source, reference, "--source and --reference"),
        output,
        settings,
        held_out=texts(held_out_source, held_out_reference, "--held-out-source and --held-out-reference"),
        bitext=bitext,
        lm_texts=lm_text or (),
        run=Run(
            executor=executor,
            workers=workers,
            threads=threads,
            progress=progress,
            checkpoints=checkpoints or beside,
            scratch=scratch,
            resume=resume,
            patience=patience,
        ),
        force=force,
        trust=trust,
    )
    shutil.rmtree(beside, ignore_errors=True)
    progress.result(
        tuned.summary(settings.metric),
        output=str(output),
        metric=settings.metric,
        before=tuned.before,
        after=tuned.after,
        signature=tuned.signature,
    )
