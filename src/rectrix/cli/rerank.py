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
from rectrix.cli.rerank_exchange import convert, expand, paste
from rectrix.cli.rerank_options import (
    Columns,
    Features,
    Format,
    LanguageModels,
    MetricName,
    NBest,
    Ready,
    References,
    Scale,
    SeveralNBest,
    Source,
    additions,
    expected_sentences,
)
from rectrix.cli.rerank_report import report

app = typer.Typer(no_args_is_help=True)

WeightsFile = Annotated[
    Path, typer.Option("--weights", "-w", help="Lines `name<TAB>value`.", show_default=False)
]


@app.callback()
def _group() -> None:
    pass


@app.command()
def tune(
    nbest: SeveralNBest,
    output: OutputFile,
    reference: References = None,
    recipe: Annotated[str, typer.Option("--recipe", help="How to learn; see docs/learning.md.")] = "mert",
    metric: MetricName = "bleu",
    start: Annotated[
        Path | None, typer.Option("--start", help="Weights to start from.", show_default="0")
    ] = None,
    changes: Changes = None,
    column: Columns = None,
    feature: Features = None,
    add: Ready = None,
    lm: LanguageModels = None,
    source: Source = None,
    scale: Scale = "auto",
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
    from rectrix.recipes import recipe_of
    from rectrix.rerank import references_for
    from rectrix.rerank import tune as run
    from rectrix.rerank.scaling import scaled
    from rectrix.score.metrics import metric as metric_by_name

    log, resolved = output.with_name(f"{output.name}.log.jsonl"), output.with_name(f"{output.name}.toml")
    times = output.with_name(output.name + TIMES_ENDING)
    for path in (output, log, resolved):
        require_absent(path, force)
    if patience and held_out is None:
        raise UsageError("--patience needs lists to watch: --held-out")
    made = recipe_of(recipe, {"seed": seed, **changed(changes)})
    judge = metric_by_name(metric)
    if judge.needs_references and not reference:
        raise UsageError(f"the metric {metric} needs references: -r FILE")
    scaled(scale, recipe)
    more = additions(feature, column, add, lm, source, threads)
    if more and len(nbest) > 1 and (feature or column):
        raise UsageError("--feature and --column belong to one file of lists; merge lists as JSON first")
    if more and held_out is not None and (feature or column):
        raise UsageError("--feature and --column are of --nbest alone; paste them into both lists first")
    if source is not None and held_out is not None:
        raise UsageError("--source is of --nbest alone; convert both lists with --add ratio first")
    progress = for_terminal(quiet, json)
    checkpoints = output.with_name(f"{output.name}.checkpoints")
    sentences = expected_sentences(reference)
    lists = more.to(read_merged(nbest, format, sentences))
    given = references_for(lists, reference)
    watched, others = None, None
    if held_out is not None:
        plain = read(held_out, format, lists.space, expected_sentences(held_out_references))
        watched = more.to(plain)
        others = references_for(watched, held_out_references)
    how = Run(
        executor=executor,
        workers=workers,
        threads=threads,
        progress=progress,
        patience=patience,
        checkpoints=checkpoints,
        resume=resume,
    )
    begin = None if start is None else read_weights(start)
    tuned = run(
        lists,
        given,
        made,
        judge,
        start=begin,
        run=how,
        scale=scale,
        held_out=watched,
        held_out_references=others,
    )
    write_weights(output, tuned.weights, force=force)
    tuned.write_log(log, force=force)
    tuned.write_times(times, force=True)
    made.write(resolved, force=force)
    shutil.rmtree(checkpoints, ignore_errors=True)
    progress.result(
        f"{tuned.summary(metric)}\n{tuned.signature}",
        before=tuned.before,
        after=tuned.after,
        signature=tuned.signature,
    )


@app.command()
def apply(
    nbest: NBest,
    weights: WeightsFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="File to write; - is standard output.")
    ] = Path("-"),
    feature: Features = None,
    add: Ready = None,
    lm: LanguageModels = None,
    source: Source = None,
    ids: Annotated[
        bool, typer.Option("--ids", help="Write each sentence's name before its text, as speech toolkits do.")
    ] = False,
    format: Format = "auto",
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the best hypothesis of each list under the weights, one line per sentence."""
    from rectrix.base.errors import InputError
    from rectrix.base.files import writing
    from rectrix.features.weights import read_weights
    from rectrix.kbest.files import stream
    from rectrix.kbest.rerank import Reranking

    more = additions(feature, None, add, lm, source, threads)
    progress = for_terminal(quiet, json)
    batches = stream(nbest, format)
    reranking = Reranking(more.stream(batches) if more else batches, read_weights(weights), ids)
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


for _command in (report, convert, paste, expand):
    app.command()(_command)
