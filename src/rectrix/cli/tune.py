"""rectrix tune"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, OutputFolder, Quiet, Threads, for_terminal
from rectrix.cli.recipe_options import Changes, changed


def command(
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    source: Annotated[Path, typer.Option("-s", "--source", help="Sentences to tune on.", show_default=False)],
    reference: Annotated[
        list[Path],
        typer.Option("-r", "--reference", help="Their translations; give several times for several."),
    ],
    output: OutputFolder,
    recipe: Annotated[
        str,
        typer.Option(
            help="mert, pro, kbmira, rampion, minrisk, simianer2012, eidelman2012, green2013, clark2014."
        ),
    ] = "kbmira",
    metric: Annotated[str, typer.Option(help="bleu, chrf or ter.")] = "bleu",
    changes: Changes = None,
    k: Annotated[int, typer.Option(help="Hypotheses per sentence.", min=2)] = 100,
    held_out_source: Annotated[Path | None, typer.Option(help="Sentences to watch while tuning.")] = None,
    held_out_reference: Annotated[list[Path] | None, typer.Option(help="Their translations.")] = None,
    patience: Annotated[
        int, typer.Option(help="Stop after so many epochs without a better held-out score.", min=0)
    ] = 0,
    checkpoints: Annotated[Path | None, typer.Option(help="Folder for the state of every epoch.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint.")] = False,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Tune a model's weights on sentences with references, and write a model with them."""
    from rectrix.base.errors import UsageError
    from rectrix.base.files import require_absent
    from rectrix.pipeline import TuneSettings, tune_model

    require_absent(output, force)
    if bool(held_out_source) != bool(held_out_reference):
        raise UsageError("--held-out-source and --held-out-reference go together")
    settings = TuneSettings(recipe=recipe, settings=changed(changes), metric=metric, k=k)
    progress = for_terminal(quiet, json)
    tuned = tune_model(
        model,
        source,
        reference,
        output,
        settings,
        held_out=(held_out_source, held_out_reference) if held_out_source and held_out_reference else None,
        threads=threads,
        force=force,
        progress=progress,
        checkpoints=checkpoints,
        resume=resume,
        patience=patience,
    )
    progress.say(
        f"{metric} on the tuning set: {tuned.before:.2f} before, {tuned.after:.2f} after",
        before=tuned.before,
        after=tuned.after,
        signature=tuned.signature,
    )
