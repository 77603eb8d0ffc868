"""rectrix rerank report"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.options import (
    SEED,
    THREADS,
    Force,
    Json,
    Progress,
    Quiet,
    Seed,
    TableFormat,
    Threads,
    for_terminal,
)
from rectrix.cli.output import require_table_format, show_tables
from rectrix.cli.rerank_options import (
    Columns,
    Features,
    Format,
    LanguageModels,
    MetricNames,
    Ready,
    References,
    SeveralNBest,
    Source,
    additions,
    expected_sentences,
    metric_names,
    warn_of_form,
)
from rectrix.evaluate import Options
from rectrix.kbest.formats import FORMATS
from rectrix.score.names import DEFAULT as METRIC

if TYPE_CHECKING:
    from rectrix._core.kbest import Lists
    from rectrix._core.score import References as Given


@options(Options, "resamples", "shuffles")
def report(
    *,
    nbest: SeveralNBest,
    reference: References = None,
    weights: Annotated[
        Path | None, typer.Option("--weights", "-w", help="Tuned weights.", show_default=False)
    ] = None,
    metric: MetricNames = METRIC,
    column: Columns = None,
    feature: Features = None,
    ready: Ready = None,
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
    settings: Options,
    format: Format = FORMATS[0],
    table_format: TableFormat = "text",
    seed: Seed = SEED,
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Compare first, tuned, oracle, random and worst choice; which features matter; scores over weights."""
    from rectrix.base.errors import InputError, UsageError
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
    more = additions(feature, column, ready, lm, source, threads)
    progress = for_terminal(quiet, json)
    lists = more.to(read_merged(nbest, format, expected_sentences(reference)))
    if tuned and not any(name in lists.space for name in tuned):
        raise InputError.at(str(weights), 0, "none of these weights is for a feature of the lists")
    given = references_for(lists, reference)
    warn_of_form(lists, nbest[0], reference, progress)
    again = retuned_score(given, retune, threads) if retune else None
    made = compare(
        lists, given, tuned, names, settings.resamples, settings.shuffles, seed, threads, again, progress
    )
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
    from rectrix.learn.stored import StoredLists
    from rectrix.rerank import Axis
    from rectrix.rerank import grid as scores_over

    judged = StoredLists.of(lists, given, metric)
    found = scores_over(judged, weights, [Axis.parse(text, weights, judged) for text in grid])
    with writing(plot, force=force) as file:
        file.write(found.svg())
    best, score = found.best
    shown = ", ".join(f"{name} {value:.6g}" for name, value in best.items())
    progress.say(f"{plot}: best at {shown}: {score:.6g}", best=best, score=score)
