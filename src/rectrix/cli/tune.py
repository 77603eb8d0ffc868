"""rectrix tune"""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from rectrix.cli.options import (
    Force,
    Json,
    OutputFolder,
    Quiet,
    Trust,
    for_terminal,
)
from rectrix.cli.recipe_options import (
    Changes,
    HeldOutReference,
    HeldOutSource,
    RecipeSeed,
    Shards,
    texts,
    tune_values,
    tuning_options,
)
from rectrix.cli.run_options import run_options
from rectrix.learn.run import Run


@run_options(
    "patience",
    "checkpoints",
    "resume",
    "executor",
    "workers",
    "scratch",
    "threads",
    defaults={"resume": True},
    shown={"checkpoints": "OUTPUT.checkpoints, removed at the end"},
)
@tuning_options
def command(
    *,
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    output: OutputFolder,
    source: Annotated[Path | None, typer.Option("-s", "--source", help="Sentences to tune on.")] = None,
    reference: Annotated[
        list[Path] | None,
        typer.Option("-r", "--reference", help="Their translations; repeat for more."),
    ] = None,
    tuning: dict[str, Any],
    changes: Changes = None,
    shards: Shards = None,
    seed: RecipeSeed = None,
    bins: dict[str, Any],
    index: Annotated[
        Path | None,
        typer.Option(
            "--index",
            help="With --tune-on train: the training bitext, indexed, if the model does not hold it.",
        ),
    ] = None,
    lm_text: Annotated[
        list[Path] | None,
        typer.Option(help="With --tune-on train: what else the language model was estimated from."),
    ] = None,
    held_out_source: HeldOutSource = None,
    held_out_reference: HeldOutReference = None,
    trust: Trust = False,
    run: Run,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Tune a model's weights on sentences with references, and write a model with them.

    The text is prepared as the model's training text was. With --features, the model gets other sparse
    features first: templates (see `rectrix features`), a paper's set of them (simianer2012, eidelman2012),
    and functions in Python, FILE.py:name or module:name.
    """
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
        bitext=index,
        lm_texts=lm_text or (),
        run=replace(run, progress=progress, checkpoints=run.checkpoints or beside),
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
