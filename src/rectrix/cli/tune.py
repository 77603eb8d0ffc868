"""rectrix tune"""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rectrix.cli.options import (
    ExecutorName,
    Force,
    Json,
    OutputFolder,
    Quiet,
    Scratch,
    Threads,
    Workers,
    for_terminal,
)
from rectrix.cli.recipe_options import RECIPE_NAMES, Changes, Shards, TuneOn, TuneSentences, changed

if TYPE_CHECKING:
    from rectrix.pipeline import Texts


def command(
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    output: OutputFolder,
    source: Annotated[Path | None, typer.Option("-s", "--source", help="Sentences to tune on.")] = None,
    reference: Annotated[
        list[Path] | None,
        typer.Option("-r", "--reference", help="Their translations; give several times for several."),
    ] = None,
    recipe: Annotated[
        str,
        typer.Option(help=RECIPE_NAMES),
    ] = "kbmira",
    metric: Annotated[str, typer.Option(help="bleu, chrf, chrf++ or ter.")] = "bleu",
    changes: Changes = None,
    tune_on: TuneOn = None,
    tune_sentences: TuneSentences = None,
    shards: Shards = None,
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
    discretize: Annotated[
        int | None,
        typer.Option(help="Learn 2^BITS bins for each score of the rules.", metavar="BITS", min=1, max=16),
    ] = None,
    overlap: Annotated[int, typer.Option(help="Windows of so many more bins fire together.", min=0)] = 0,
    column: Annotated[
        list[str] | None,
        typer.Option(help="A score to discretize; again for more.", show_default="all features"),
    ] = None,
    keep_scores: Annotated[
        bool, typer.Option("--keep-scores", help="Discretized scores stay features beside their bins.")
    ] = False,
    k: Annotated[int, typer.Option(help="Hypotheses per sentence.", min=2)] = 100,
    held_out_source: Annotated[Path | None, typer.Option(help="Sentences to watch while tuning.")] = None,
    held_out_reference: Annotated[list[Path] | None, typer.Option(help="Their translations.")] = None,
    patience: Annotated[
        int, typer.Option(help="Stop after so many epochs without a better held-out score.", min=0)
    ] = 0,
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
    executor: ExecutorName = "threads",
    workers: Workers = 0,
    scratch: Scratch = None,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Tune a model's weights on sentences with references, and write a model with them.

    The text is prepared as the model's training text was.
    """
    from rectrix.base.errors import UsageError
    from rectrix.base.files import require_absent
    from rectrix.learn.run import Run
    from rectrix.pipeline import TuneSettings, tune_model

    require_absent(output, force)
    bins = None
    if discretize is not None:
        bins = {"bits": discretize, "overlap": overlap, "columns": column or [], "keep": keep_scores}
    elif overlap or column or keep_scores:
        raise UsageError("--overlap, --column and --keep-scores go with --discretize BITS")
    given = {"on": tune_on, "sentences": tune_sentences, "discretize": bins}
    settings = TuneSettings.of(
        {name: value for name, value in given.items() if value is not None}
        | {"recipe": recipe, "settings": changed(changes, shards), "metric": metric, "k": k},
        where="tune",
    )
    progress = for_terminal(quiet, json)
    beside = output.with_name(f"{output.name}.checkpoints")
    tuned = tune_model(
        model,
        _texts(source, reference, "--source and --reference"),
        output,
        settings,
        held_out=_texts(held_out_source, held_out_reference, "--held-out-source and --held-out-reference"),
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
    )
    shutil.rmtree(beside, ignore_errors=True)
    progress.say(
        tuned.summary(metric),
        before=tuned.before,
        after=tuned.after,
        signature=tuned.signature,
    )


def _texts(source: Path | None, references: list[Path] | None, names: str) -> "Texts | None":
    from rectrix.base.errors import UsageError
    from rectrix.pipeline import Texts

    if bool(source) != bool(references):
        raise UsageError(f"{names} go together")
    return Texts(source, references) if source and references else None
