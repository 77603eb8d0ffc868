"""Tune and apply weights for anyone's n-best lists."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rectrix.cli.options import (
    ExecutorName,
    Force,
    Json,
    OutputFile,
    Progress,
    Quiet,
    Seed,
    TableFormat,
    Threads,
    Workers,
    for_terminal,
)
from rectrix.cli.output import require_table_format, show_tables
from rectrix.cli.recipe_options import Changes, changed
from rectrix.cli.rerank_options import (
    Columns,
    Features,
    Format,
    LanguageModels,
    MetricName,
    MetricNames,
    NBest,
    Ready,
    References,
    Scale,
    SeveralNBest,
    Source,
    additions,
    metric_names,
)

if TYPE_CHECKING:
    from rectrix._core.kbest import Lists
    from rectrix._core.score import References as Given

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
    from rectrix.recipes import RECIPES
    from rectrix.recipes.recipe import Recipe
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
    made: Recipe = RECIPES[recipe].of({"seed": seed, **changed(changes)}, where=recipe)
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
    sentences = _sentences(reference)
    lists = more.to(read_merged(nbest, format, sentences))
    given = references_for(lists, reference)
    watched, others = None, None
    if held_out is not None:
        plain = read(held_out, format, lists.space, _sentences(held_out_references))
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
    progress.say(
        f"{tuned.summary(metric)}\n{tuned.signature}",
        before=tuned.before,
        after=tuned.after,
        signature=tuned.signature,
    )


def _sentences(reference: list[Path] | None) -> int:
    """How many lists there must be: a decoder that failed on the last sentences leaves no trace of them."""
    from rectrix.base.files import open_bytes

    if not reference:
        return 0
    with open_bytes(reference[0]) as file:
        return sum(1 for _ in file)


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


@app.command()
def report(
    nbest: SeveralNBest,
    reference: References = None,
    weights: Annotated[
        Path | None, typer.Option("--weights", "-w", help="Tuned weights.", show_default=False)
    ] = None,
    metric: MetricNames = "bleu",
    column: Columns = None,
    feature: Features = None,
    add: Ready = None,
    lm: LanguageModels = None,
    source: Source = None,
    retune: Annotated[
        str,
        typer.Option(
            help="A recipe by which the other weights are learned again when a feature is left out.",
            metavar="RECIPE",
        ),
    ] = "",
    grid: Annotated[
        list[str] | None,
        typer.Option(
            help="Score over a range of this feature's weight, of the first metric; twice for two features.",
            metavar="NAME[=LOW:HIGH[:STEPS]]",
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Write the grid as a picture (SVG).", show_default=False)
    ] = None,
    resamples: Annotated[int, typer.Option("--resamples", help="Bootstrap samples.", min=2)] = 1000,
    shuffles: Annotated[
        int, typer.Option("--shuffles", help="Trials of approximate randomization.", min=1)
    ] = 10000,
    format: Format = "auto",
    table_format: TableFormat = "text",
    seed: Seed = 1,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Compare first, tuned, oracle, random and worst choice; which features matter; scores over weights."""
    from rectrix.base.errors import UsageError
    from rectrix.base.files import require_absent
    from rectrix.features.weights import read_weights
    from rectrix.kbest.files import read_merged
    from rectrix.recipes import RECIPES
    from rectrix.rerank import references_for
    from rectrix.rerank import report as compare
    from rectrix.rerank.tuning import retuned_score
    from rectrix.score.metrics import metric as metric_by_name

    require_table_format(table_format)
    if bool(grid) != (plot is not None) or (grid and weights is None):
        raise UsageError("a picture needs --weights, --grid NAME (once or twice) and --plot FILE.svg")
    if plot is not None:
        require_absent(plot, force)
    names = metric_names(metric)
    for name in names:
        if metric_by_name(name).needs_references and not reference:
            raise UsageError(f"the metric {name} needs references: -r FILE")
    if retune:
        RECIPES[retune]
    tuned = None if weights is None else read_weights(weights)
    more = additions(feature, column, add, lm, source, threads)
    progress = for_terminal(quiet, json)
    lists = more.to(read_merged(nbest, format, _sentences(reference)))
    given = references_for(lists, reference)
    again = retuned_score(given, retune, threads) if retune else None
    made = compare(lists, given, tuned, names, resamples, shuffles, seed, threads, again, progress)
    if grid and plot is not None and tuned is not None:
        _draw(lists, given, names[0], tuned, grid, plot, force, progress)
    show_tables(made.tables(), made.notes(), "json" if json else table_format, made.as_dict())


def _draw(
    lists: "Lists",
    given: "Given | None",
    metric: str,
    weights: dict[str, float],
    grid: list[str],
    plot: Path,
    force: bool,
    progress: Progress,
) -> None:
    from rectrix.base.files import writing
    from rectrix.recipes.tune import stored
    from rectrix.rerank import Axis
    from rectrix.rerank import grid as scores_over

    judged = stored(lists, given, metric)
    found = scores_over(judged, weights, [Axis.parse(text, weights, judged) for text in grid])
    with writing(plot, force=force) as file:
        file.write(found.svg())
    best, score = found.best
    shown = ", ".join(f"{name} {value:.6g}" for name, value in best.items())
    progress.say(f"{plot}: best at {shown}: {score:.6g}", best=best, score=score)


@app.command()
def convert(
    nbest: SeveralNBest,
    output: OutputFile,
    to: Annotated[str, typer.Option("--to", help="json (holds everything) or moses.")] = "json",
    column: Columns = None,
    feature: Features = None,
    add: Ready = None,
    lm: LanguageModels = None,
    source: Source = None,
    format: Format = "auto",
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write lists of any shape, with what is added to them, as JSON lines or as Moses does."""
    from rectrix.base.errors import UnknownName
    from rectrix.base.files import require_absent
    from rectrix.kbest.files import read_merged, write

    if to not in ("json", "moses"):
        raise UnknownName("n-best format to write", to, ("json", "moses"))
    require_absent(output, force)
    more = additions(feature, column, add, lm, source, threads)
    progress = for_terminal(quiet, json)
    lists = more.to(read_merged(nbest, format))
    if to == "moses":
        lost = [*lists.columns, *(name for name in lists.note_names if name != "alignment")]
        lost += ["names of sentences"] if lists.ids else []
        if lost:
            progress.say(f"warning: Moses' lists cannot hold {', '.join(lost)}; --to json can")
    write(output, lists, to, force)
    progress.say(f"{lists.hypotheses} hypotheses of {len(lists)} sentences", hypotheses=lists.hypotheses)


@app.command()
def paste(
    nbest: NBest,
    output: OutputFile,
    column: Columns = None,
    feature: Features = None,
    format: Format = "auto",
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Bring a scorer's values back to the lists: write them as JSON lines with new columns or features."""
    from rectrix.base.errors import UsageError

    if not column and not feature:
        raise UsageError(
            "give what to paste: --column NAME=FILE for a metric, --feature NAME=FILE for a feature"
        )
    convert([nbest], output, "json", column, feature, None, None, None, format, 1, force, quiet, json)


@app.command()
def expand(
    nbest: NBest,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Beginning of the files' names.", show_default=False)
    ],
    reference: References = None,
    source: Source = None,
    format: Format = "auto",
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a line for each hypothesis, for comet-score and the like: .hypothesis, .source, .reference."""
    from rectrix.base.files import require_absent, writing
    from rectrix.kbest.files import read
    from rectrix.rerank.expanding import expanded

    lists = read(nbest, format, sentences=_sentences(reference))
    files = expanded(lists, source, reference)
    paths = {ending: output.with_name(f"{output.name}.{ending}") for ending in files}
    for path in paths.values():
        require_absent(path, force)
    for ending, lines in files.items():
        with writing(paths[ending], force=force) as file:
            file.writelines(f"{line}\n" for line in lines)
    for_terminal(quiet, json).say(
        f"{lists.hypotheses} lines each: {', '.join(map(str, paths.values()))}",
        files=[str(path) for path in paths.values()],
    )
