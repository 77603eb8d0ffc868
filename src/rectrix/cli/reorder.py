"""Orientation classifiers: extract events, train, score."""

import json as json_lib
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rectrix.base.errors import UsageError
from rectrix.cli.options import Force, Json, OutputFile, Quiet, Seed, Threads, for_terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rectrix._core.reorder import Model
    from rectrix.base.progress import Progress
    from rectrix.reorder import Events, EventSettings, Pass, Report

app = typer.Typer(no_args_is_help=True, add_completion=False)

Source = Annotated[Path | None, typer.Option("--source", "-s", help="Source sentences, tokenized.")]
Target = Annotated[Path | None, typer.Option("--target", "-t", help="Their translations.")]
Align = Annotated[Path | None, typer.Option("--align", "-a", help="Word links in Pharaoh format.")]
Classes = Annotated[str, typer.Option(help="msd, mslr, leftright or monotonicity.")]
Model_ = Annotated[str, typer.Option("--model", help="Neighbors by word, phrase or hierarchical blocks.")]
Direction = Annotated[str, typer.Option(help="The neighbor before (backward) or after (forward).")]
Features = Annotated[
    str, typer.Option(help="Any of pairs, context, boundary, target-neighbor, lengths; with commas.")
]
Cutoff = Annotated[int, typer.Option(help="Drop features of this many events or fewer.", min=0)]
MaxLength = Annotated[int, typer.Option(help="Longest phrase, in words.", min=1)]


@app.command("events")
def events_command(
    output: OutputFile,
    source: Source = None,
    target: Target = None,
    align: Align = None,
    classes: Classes = "msd",
    model: Model_ = "phrase",
    direction: Direction = "backward",
    features: Features = "pairs,context",
    cutoff: Cutoff = 10,
    max_length: MaxLength = 7,
    threads: Threads = 1,
    seed: Seed = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the orientation events of an aligned bitext to a file."""
    settings = _event_settings(classes, model, direction, features, cutoff, max_length, seed)
    progress = for_terminal(quiet, json)
    _extract(output, (source, target, align), settings, force, threads, progress)


@app.command("train")
def train_command(
    output: OutputFile,
    source: Source = None,
    target: Target = None,
    align: Align = None,
    events: Annotated[
        Path | None, typer.Option(help="Events of `rectrix reorder events` instead of -s -t -a.")
    ] = None,
    method: Annotated[str, typer.Option(help="dual, primal or lexicalized.")] = "dual",
    classes: Classes = "msd",
    model: Model_ = "phrase",
    direction: Direction = "backward",
    features: Features = "pairs,context",
    cutoff: Cutoff = 10,
    max_length: MaxLength = 7,
    held_out: Annotated[float, typer.Option(help="Share of sentence pairs to test on.", min=0)] = 0.1,
    sigma2: Annotated[float, typer.Option(help="Variance of the prior on the weights.")] = 0.03,
    shrink: Annotated[float, typer.Option(help="dual: when an example leaves the active set.")] = 0.1,
    unshrink: Annotated[
        bool, typer.Option("--unshrink", help="dual: check all examples at the end.")
    ] = False,
    exact: Annotated[bool, typer.Option(help="dual: minimize over each visited example.")] = True,
    max_passes: Annotated[int, typer.Option(help="Passes over the events.", min=1)] = 100,
    blocks: Annotated[
        int, typer.Option(help="dual: parts that threads work on; the result depends on it.", min=1)
    ] = 1,
    plot: Annotated[
        Path | None, typer.Option(help="dual: SVG file for the share of active examples per pass.")
    ] = None,
    threads: Threads = 1,
    seed: Seed = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train an orientation model; reports error, confusion and log-loss on held-out sentences."""
    from rectrix.base.files import require_absent
    from rectrix.reorder import ReorderSettings

    require_absent(output, force)
    event_settings = _event_settings(classes, model, direction, features, cutoff, max_length, seed)
    settings = ReorderSettings.of(
        {
            "method": method,
            "events": event_settings,
            "held_out": held_out,
            "sigma2": sigma2,
            "shrink": shrink,
            "unshrink": unshrink,
            "exact": exact,
            "max_passes": max_passes,
            "blocks": blocks,
            "seed": seed,
        },
        "reorder train",
    )
    progress = for_terminal(quiet, json)
    with _opened(events, (source, target, align), event_settings, None, threads, progress) as found:
        report, shares = _train(output, found, settings, threads, force, progress)
    if report is not None:
        _print(report, json)
    if plot is not None and shares:
        _plot(plot, shares, f"active examples, shrink {shrink:g}", force)


@app.command("score")
def score_command(
    model: Annotated[Path, typer.Argument(help="A model of `rectrix reorder train`.")],
    events: Annotated[Path | None, typer.Argument(help="Events, unless -s -t -a are given.")] = None,
    source: Source = None,
    target: Target = None,
    align: Align = None,
    held_out: Annotated[
        float | None, typer.Option(help="Score only this share at the file's end.", min=0, max=1)
    ] = None,
    threads: Threads = 1,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Error, confusion and log-loss of a model on events."""
    from rectrix.reorder import OrientationModel

    trained = OrientationModel(model)
    like = None if trained.core.is_table else trained.core
    progress = for_terminal(quiet, json)
    with _opened(events, (source, target, align), trained.settings.events, like, threads, progress) as found:
        part = found.part(0, len(found)) if held_out is None else found.split(held_out)[1]
        if len(part) == 0:
            raise UsageError("there are no events to score")
        _print(trained.score(found, part, threads), json)


def _event_settings(
    classes: str, model: str, direction: str, features: str, cutoff: int, max_length: int, seed: int
) -> "EventSettings":
    from rectrix.reorder import EventSettings

    names = [name.strip() for name in features.split(",") if name.strip()]
    values = {"classes": classes, "model": model, "direction": direction, "features": names}
    return EventSettings.of(values | {"cutoff": cutoff, "max_length": max_length, "seed": seed}, "events")


def _extract(
    output: Path,
    texts: tuple[Path | None, Path | None, Path | None],
    settings: "EventSettings",
    force: bool,
    threads: int,
    progress: "Progress",
    like: "Model | None" = None,
) -> None:
    from rectrix.reorder import write_events

    source, target, align = texts
    if source is None or target is None or align is None:
        raise UsageError("give the bitext and its word links with -s, -t and -a, or a file of events")
    # Pairs are counted and then written; with a model's features, written only.
    with progress.task("extracting", unit="sentence pairs (each pass)") as task:
        last = 0

        def tick(done: int) -> None:
            nonlocal last
            if done - last >= 1000:
                task.advance(done - last)
                last = done

        counts = write_events(output, source, target, align, settings, like, force, threads, tick)
        task.advance(counts.sentences * (1 if like else 2) - last)
    text = f"{counts.events} events of {counts.sentences} sentence pairs, {counts.features} features"
    progress.say(text, **counts._asdict())


@contextmanager
def _opened(
    events: Path | None,
    texts: tuple[Path | None, Path | None, Path | None],
    settings: "EventSettings",
    like: "Model | None",
    threads: int,
    progress: "Progress",
) -> "Iterator[Events]":
    """The given events, or those of the bitext in a file that vanishes afterwards."""
    from rectrix.reorder import Events

    if events is not None:
        if any(texts):
            raise UsageError("give either a file of events or -s, -t and -a")
        yield Events(events)
        return
    with TemporaryDirectory(prefix="rectrix-") as folder:
        path = Path(folder) / "bitext.revents"
        _extract(path, texts, settings, False, threads, progress, like)
        yield Events(path)


def _train(
    output: Path, events: "Events", settings: Any, threads: int, force: bool, progress: "Progress"
) -> "tuple[Report | None, list[float]]":
    from rectrix.reorder import OrientationModel, Table, train

    shares: list[float] = []
    with progress.task(f"training ({settings.method})", unit="passes") as task:

        def tick(done: "Pass") -> None:
            shares.append(done.active)
            task.advance(1, objective=done.objective, active=done.active)

        train(output, events, settings, threads, force, tick)
    settings.write(output.with_name(output.name + ".toml"), force=True)
    trained, held = events.split(settings.held_out)
    if len(held) == 0:
        return None, shares
    if settings.method != "lexicalized":
        from rectrix.reorder import Report

        table = Table.of(trained, len(events.class_names), settings.smoothing)
        baseline = Report.of(table.predict_proba(held.phrase_pairs), held.classes, events.class_names)
        text = f"lexicalized model for comparison: error {100 * baseline.error:.2f} %"
        progress.say(f"{text}, log-loss {baseline.log_loss:.4f}", lexicalized=baseline.facts())
    return OrientationModel(output).score(events, held, threads), shares


def _print(report: "Report", as_json: bool) -> None:
    typer.echo(json_lib.dumps(report.facts()) if as_json else report.text())


def _plot(path: Path, shares: list[float], title: str, force: bool) -> None:
    from rectrix.base.files import writing
    from rectrix.reorder.curve import svg

    with writing(path, force) as file:
        file.write(svg(shares, title))
