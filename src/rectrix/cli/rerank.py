"""Tune and apply weights for anyone's n-best lists."""

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.help import Group
from rectrix.cli.options import (
    SEED,
    THREADS,
    Force,
    Json,
    OutputFile,
    Progress,
    Quiet,
    Seed,
    Threads,
    for_terminal,
)
from rectrix.cli.recipe_options import Changes, HeldOutReference, changed
from rectrix.cli.rerank_exchange import convert, expand, paste
from rectrix.cli.rerank_options import (
    Columns,
    Features,
    Format,
    LanguageModels,
    NBest,
    Ready,
    References,
    SeveralNBest,
    Source,
    additions,
    expected_sentences,
    warn_of_form,
)
from rectrix.cli.rerank_report import report
from rectrix.cli.run_options import run_options
from rectrix.kbest.formats import FORMATS
from rectrix.learn.run import Run
from rectrix.rerank.settings import RerankSettings

app = typer.Typer(cls=Group, no_args_is_help=True)

WeightsFile = Annotated[
    Path, typer.Option("--weights", "-w", help="Lines `name<TAB>value`.", show_default=False)
]


@app.callback()
def _group() -> None:
    pass


@app.command()
@run_options("patience", "resume", "executor", "workers", "threads", defaults={"resume": True})
@options(RerankSettings)
def tune(
    *,
    nbest: SeveralNBest,
    output: OutputFile,
    reference: References = None,
    settings: RerankSettings,
    start_weights: Annotated[
        Path | None, typer.Option("--start-weights", help="Weights to start from.", show_default="0")
    ] = None,
    changes: Changes = None,
    column: Columns = None,
    feature: Features = None,
    ready: Ready = None,
    lm: LanguageModels = None,
    source: Source = None,
    held_out_nbest: Annotated[
        Path | None, typer.Option("--held-out-nbest", help="Held-out n-best lists, scored after each epoch.")
    ] = None,
    held_out_reference: HeldOutReference = None,
    format: Format = FORMATS[0],
    seed: Seed = SEED,
    run: Run,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Learn weights for the features of n-best lists.

    Beside the weights it writes a line per epoch or round (.log.jsonl) and the settings (.toml).
    """
    from rectrix.base.errors import InputError, UsageError
    from rectrix.base.files import require_absent
    from rectrix.base.problems import Problems
    from rectrix.evaluate.tuning_log import TIMES_ENDING
    from rectrix.execute import require_executor
    from rectrix.features.weights import read_weights, write_weights
    from rectrix.kbest.files import read, read_merged
    from rectrix.recipes import recipe_of
    from rectrix.rerank import references_for
    from rectrix.rerank import tune as tune_lists
    from rectrix.score.metrics import metric as metric_by_name

    log, resolved = output.with_name(f"{output.name}.log.jsonl"), output.with_name(f"{output.name}.toml")
    times = output.with_name(output.name + TIMES_ENDING)
    problems = Problems()
    for path in (output, log, resolved):
        with problems.noted():
            require_absent(path, force)
    with problems.noted():
        made = recipe_of(settings.recipe, {"seed": seed, **changed(changes)})
    with problems.noted():
        judge = metric_by_name(settings.metric)
        if judge.needs_references and not reference:
            raise UsageError(f"the metric {settings.metric} needs references: -r FILE")
    with problems.noted():
        more = additions(feature, column, ready, lm, source, run.threads)
    with problems.noted():
        require_executor(str(run.executor))
    given_files = (*nbest, *(reference or ()), held_out_nbest, *(held_out_reference or ()), start_weights)
    for read_file in (path for path in given_files if path is not None and str(path) != "-"):
        with problems.noted():
            if not read_file.exists():
                raise InputError.at(read_file, 0, "there is no such file")
    for wrong, reason in (
        (run.patience and held_out_nbest is None, "--patience needs lists to watch: --held-out-nbest"),
        (
            len(nbest) > 1 and (feature or column),
            "--feature and --column belong to one file of lists; merge lists as JSON first",
        ),
        (
            held_out_nbest is not None and (feature or column),
            "--feature and --column are of --nbest alone; paste them into both lists first",
        ),
        (
            held_out_nbest is not None and source is not None,
            "--source is of --nbest alone; convert both lists with --ready ratio first",
        ),
    ):
        with problems.noted():
            if wrong:
                raise UsageError(reason)
    problems.settle()
    progress = for_terminal(quiet, json)
    checkpoints = output.with_name(f"{output.name}.checkpoints")
    sentences = expected_sentences(reference)
    lists = more.to(read_merged(nbest, format, sentences))
    given = references_for(lists, reference)
    warn_of_form(lists, nbest[0], reference, progress)
    watched, others = None, None
    if held_out_nbest is not None:
        plain = read(held_out_nbest, format, lists.space, expected_sentences(held_out_reference))
        watched = more.to(plain)
        others = references_for(watched, held_out_reference)
    how = replace(run, progress=progress, checkpoints=checkpoints)
    begin = None if start_weights is None else read_weights(start_weights)
    tuned = tune_lists(
        lists,
        given,
        made,
        judge,
        start=begin,
        run=how,
        scale=settings.scale,
        held_out=watched,
        held_out_references=others,
    )
    write_weights(output, tuned.weights, force=force)
    tuned.write_log(log, force=force)
    tuned.write_times(times, force=True)
    made.write(resolved, force=force)
    shutil.rmtree(checkpoints, ignore_errors=True)
    progress.result(
        f"{tuned.summary(settings.metric)}\n{tuned.signature}",
        before=tuned.before,
        after=tuned.after,
        signature=tuned.signature,
    )


@app.command()
def apply(
    nbest: NBest,
    weights: Annotated[
        Path | None,
        typer.Option(
            "--weights",
            "-w",
            help="Lines `name<TAB>value`; with --mbr there need be none.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="File to write; - is standard output.")
    ] = Path("-"),
    feature: Features = None,
    ready: Ready = None,
    lm: LanguageModels = None,
    source: Source = None,
    ids: Annotated[
        bool, typer.Option("--ids", help="Write each sentence's name before its text, as speech toolkits do.")
    ] = False,
    mbr: Annotated[
        str | None,
        typer.Option(
            help="Minimum Bayes risk: the best expected bleu, bleu+1 or chrf, not the best score. Without "
            "--weights all hypotheses are equally likely, as samples are."
        ),
    ] = None,
    mbr_scale: Annotated[
        float,
        typer.Option(
            help="Scale of scores in minimum Bayes risk; smaller: worse hypotheses count more.", min=0.0
        ),
    ] = 1.0,
    format: Format = FORMATS[0],
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the best hypothesis of each list under the weights, one line per sentence."""
    from rectrix.base.errors import InputError, UsageError
    from rectrix.base.files import writing
    from rectrix.cli.text import as_line
    from rectrix.features.weights import read_weights
    from rectrix.kbest.files import stream
    from rectrix.kbest.rerank import Reranking
    from rectrix.kbest.risk import choose

    if weights is None and mbr is None:
        raise UsageError("give --weights, or --mbr to take what the others of a list agree with")
    more = additions(feature, None, ready, lm, source, threads)
    progress = for_terminal(quiet, json)
    batches = stream(nbest, format)
    decide = partial(choose, kind=mbr, scale=mbr_scale, threads=threads) if mbr else None
    given = more.stream(batches) if more else batches
    reranking = Reranking(given, read_weights(weights) if weights else {}, ids, decide=decide)
    with writing(output, force=force) as file:
        for line in progress.track(reranking, "reranking", unit="sentences"):
            file.write(as_line(line, json))
        if weights and len(reranking.without_feature) == len(reranking.weights) > 0:
            raise InputError.at(
                weights, 0, f"none of these weights is for a feature of {nbest}; are they for other lists?"
            )
    if weights:
        _report(progress, "features without a weight count as 0", reranking.without_weight)
    _report(progress, "weights for features that no list has", reranking.without_feature)


def _report(progress: Progress, what: str, names: list[str]) -> None:
    if names:
        shown = ", ".join(names[:5]) + (" ..." if len(names) > 5 else "")
        progress.say(f"{what}: {len(names)} ({shown})", names=names)


for _command in (report, convert, paste, expand):
    app.command()(_command)
