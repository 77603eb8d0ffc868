"""Tune and apply weights for anyone's n-best lists."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import (
    ExecutorName,
    Force,
    Json,
    OutputFile,
    Progress,
    Quiet,
    Seed,
    Threads,
    Workers,
    for_terminal,
)
from rectrix.cli.recipe_options import Changes, changed

app = typer.Typer(no_args_is_help=True)

NBest = Annotated[
    Path,
    typer.Option("--nbest", help="N-best lists, compressed or not; - is standard input.", show_default=False),
]
Format = Annotated[
    str, typer.Option("--format", help="auto, moses, cdec, joshua, travatar or json.", metavar="NAME")
]


@app.callback()
def _group() -> None:
    pass


@app.command()
def tune(
    nbest: Annotated[
        list[Path],
        typer.Option(
            "--nbest",
            help="N-best lists, compressed or not; give it again to merge more.",
            show_default=False,
        ),
    ],
    output: OutputFile,
    references: Annotated[
        list[Path] | None,
        typer.Option(
            "--references", "-r", help="Reference translations; again for more.", show_default=False
        ),
    ] = None,
    recipe: Annotated[str, typer.Option("--recipe", help="How to learn; see docs/learning.md.")] = "mert",
    metric: Annotated[str, typer.Option("--metric", help="bleu, chrf, chrf++, ter or column:NAME.")] = "bleu",
    start: Annotated[
        Path | None, typer.Option("--start", help="Weights to start from.", show_default="0")
    ] = None,
    changes: Changes = None,
    held_out: Annotated[
        Path | None, typer.Option("--held-out", help="N-best lists to watch while tuning.")
    ] = None,
    held_out_references: Annotated[
        list[Path] | None, typer.Option("--held-out-references", help="Their references; again for more.")
    ] = None,
    patience: Annotated[
        int, typer.Option(help="Stop after so many epochs without a better held-out score.", min=0)
    ] = 0,
    format: Format = "auto",
    resume: Annotated[
        bool,
        typer.Option(
            "--resume/--no-resume", help="Go on where a run with the same settings was interrupted."
        ),
    ] = True,
    seed: Seed = 1,
    executor: ExecutorName = "threads",
    workers: Workers = 0,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Learn weights for the features of n-best lists.

    Beside the weights it writes a line per epoch (.log.jsonl) and the settings (.toml).
    """
    from rectrix.base.errors import UsageError
    from rectrix.base.files import require_absent
    from rectrix.evaluate.tuning_log import TIMES_ENDING
    from rectrix.features.weights import read_weights, write_weights
    from rectrix.kbest.files import read, read_merged
    from rectrix.learn.run import Run
    from rectrix.recipes import RECIPES
    from rectrix.recipes.recipe import Recipe
    from rectrix.recipes.tune import stored
    from rectrix.recipes.tune import tune as run
    from rectrix.score.references import read_references

    log, resolved = output.with_name(f"{output.name}.log.jsonl"), output.with_name(f"{output.name}.toml")
    times = output.with_name(output.name + TIMES_ENDING)
    for path in (output, log, resolved):
        require_absent(path, force)
    if patience and held_out is None:
        raise UsageError("--patience needs lists to watch: --held-out")
    made: Recipe = RECIPES[recipe].of({"seed": seed, **changed(changes)}, where=recipe)
    progress = for_terminal(quiet, json)
    checkpoints = output.with_name(f"{output.name}.checkpoints")
    given = None if references is None else read_references(references)
    lists = read_merged(nbest, format, 0 if given is None else len(given))
    watched = None
    if held_out is not None:
        others = None if held_out_references is None else read_references(held_out_references)
        more = read(held_out, format, lists.space, None if others is None else len(others))
        watched = stored(more, others, metric, threads)
    how = Run(
        executor=executor,
        workers=workers,
        threads=threads,
        progress=progress,
        held_out=watched,
        patience=patience,
        checkpoints=checkpoints,
        resume=resume,
    )
    begin = None if start is None else read_weights(start)
    tuned = run(lists, given, made, metric, start=begin, run=how)
    write_weights(output, tuned.weights, force=force)
    tuned.write_log(log, force=force)
    tuned.write_times(times, force=True)
    made.write(resolved, force=force)
    shutil.rmtree(checkpoints, ignore_errors=True)
    progress.say(
        f"{tuned.summary(metric)}\n{tuned.signature}",
        before=tuned.before,
        after=tuned.after,
        signature=tuned.signature,
    )


@app.command()
def apply(
    nbest: NBest,
    weights: Annotated[Path, typer.Option("--weights", help="Lines `name<TAB>value`.", show_default=False)],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="File to write; - is standard output.")
    ] = Path("-"),
    format: Format = "auto",
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the best hypothesis of each list under the weights, one line per sentence."""
    from rectrix.base.errors import InputError
    from rectrix.base.files import writing
    from rectrix.features.weights import read_weights
    from rectrix.kbest.rerank import Reranking

    progress = for_terminal(quiet, json)
    reranking = Reranking(nbest, read_weights(weights), format)
    with writing(output, force=force) as file:
        for line in progress.track(reranking, "reranking", unit="sentences"):
            file.write(f"{line}\n")
        if reranking.weights and len(reranking.without_feature) == len(reranking.weights):
            raise InputError.at(
                weights, 0, f"none of these weights is for a feature of {nbest}; are they for other lists?"
            )
    _report(progress, "features without a weight count as 0", reranking.without_weight)
    _report(progress, "weights for features that no list has", reranking.without_feature)


def _report(progress: Progress, what: str, names: list[str]) -> None:
    if names:
        shown = ", ".join(names[:5]) + (" ..." if len(names) > 5 else "")
        progress.say(f"{what}: {len(names)} ({shown})", names=names)
