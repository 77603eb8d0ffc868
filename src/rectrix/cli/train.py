"""rectrix train"""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from rectrix.align.settings import AlignSettings
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
from rectrix.cli.recipe_options import (
    Changes,
    HeldOutReference,
    HeldOutSource,
    RecipeSeed,
    Shards,
    tune_values,
    tuning_options,
)
from rectrix.cli.run_options import run_options
from rectrix.cli.text_options import PANEL as TEXT
from rectrix.cli.text_options import Languages, both_sides
from rectrix.learn.run import Run
from rectrix.pipeline.train_settings import TrainSettings

_NOT_HERE = ("languages", "templates", "source_classes", "target_classes")


@run_options("patience", "executor", "workers", "scratch", "threads")
@options(TrainSettings, without=_NOT_HERE, given=True, panel="Model")
@options(AlignSettings, "model", names={"model": ("--align-model",)}, into="align", given=True, panel="Model")
@tuning_options
@both_sides
def command(
    *,
    output: OutputFolder,
    source: Annotated[Path | None, typer.Option("-s", "--source", help="Source side of the bitext.")] = None,
    target: Annotated[Path | None, typer.Option("-t", "--target", help="Target side, line by line.")] = None,
    bitext: Annotated[
        list[Path] | None,
        typer.Option("--bitext", help="A TMX, XLIFF, PO or TSV file with both sides; repeat for more."),
    ] = None,
    add: Annotated[
        list[Path] | None,
        typer.Option("--add", help="A journal of corrections (rectrix learn) whose pairs join the bitext."),
    ] = None,
    columns: Columns = COLUMNS,
    dev_source: Annotated[
        Path | None, typer.Option(help="Sentences to tune on; with --tune-on train, held-out sentences.")
    ] = None,
    dev_reference: Annotated[
        list[Path] | None, typer.Option(help="Their translations; repeat for more.")
    ] = None,
    settings: dict[str, Any],
    tuning: dict[str, Any],
    changes: Changes = None,
    shards: Shards = None,
    seed: RecipeSeed = None,
    bins: dict[str, Any],
    held_out_source: HeldOutSource = None,
    held_out_reference: HeldOutReference = None,
    lm_text: Annotated[
        list[Path] | None, typer.Option(help="More target text for the language model.")
    ] = None,
    languages: Languages = None,
    text: dict[str, Any],
    split_compounds: Annotated[
        Literal["source", "target", "both", "none"] | None,
        typer.Option(
            help="Sides whose compounds are split.",
            show_default="source, if it is German that is not prepared yet",
            rich_help_panel=TEXT,
        ),
    ] = None,
    align: dict[str, Any],
    config: Annotated[
        Path | None, typer.Option(help="Settings in a TOML file; options given here override it.")
    ] = None,
    run: Run,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train a translation model: text processing, alignment, language model, grammar, tuning.

    The text is as people write it; the model learns how to prepare it, and does so whenever it is used.
    Stages that were done before with the same files and settings are not done again, so an interrupted run
    goes on where it was. Intermediate files lie in OUTPUT.work and may be deleted afterwards.

    --features names sparse features: templates (see `rectrix features`), and functions in Python, as
    FILE.py:name or module:name. The model keeps their source code, which runs for those who --trust it.
    The papers' sets have names, too: simianer2012, eidelman2012, green2013; dense19 has green2013's dense
    features.
    """
    from rectrix.pipeline import train
    from rectrix.pipeline.presets import with_presets

    tune = tune_values(tuning, bins, changes, shards, seed)
    # What the model is trained with, it is tuned with.
    own: dict[str, Any] = {
        name: tune.pop(name) for name in ("templates", "source_classes", "target_classes") if name in tune
    }
    own |= with_presets(own.pop("templates", ()))
    options: dict[str, Any] = {
        **settings,
        **own,
        **_sides(text, split_compounds),
        "languages": languages,
        "align": align or None,
        "tune": tune or None,
    }
    progress = for_terminal(quiet, json)
    train(
        source,
        target,
        dev_source,
        dev_reference or (),
        output,
        {name: value for name, value in options.items() if value is not None},
        lm_text or (),
        replace(run, progress=progress),
        force,
        [*(bitext or ()), *_journals(add or [])],
        pair_of_columns(columns),
        held_out_source=held_out_source,
        held_out_references=held_out_reference or (),
        config=config,
    )
    progress.result(f"{output} is ready: rectrix translate {output} FILE", output=str(output))


def _journals(paths: list[Path]) -> list[Path]:
    from rectrix.base.errors import UsageError
    from rectrix.text.formats import format_of

    for path in paths:
        if format_of(path) != "journal":
            raise UsageError(f"--add {path}: the name of a journal ends in .journal; other files: --bitext")
    return paths


def _sides(text: dict[str, Any], compounds: str | None) -> dict[str, Any]:
    """The settings of both sides' text processing."""
    own = {"text": text} if text else {}
    if compounds is None:
        return own
    split = {side: compounds in (side, "both") for side in ("source", "target")}
    return own | {f"{side}_text": {**text, "compounds": done} for side, done in split.items()}
