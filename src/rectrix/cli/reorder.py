"""Orientation classifiers: extract events, train, score."""

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rectrix.base.errors import UsageError
from rectrix.cli.fields import options
from rectrix.cli.help import Group
from rectrix.cli.options import SEED, THREADS, Force, Json, OutputFile, Quiet, Seed, Threads, for_terminal
from rectrix.reorder import EventSettings, ReorderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rectrix._core.reorder import Model
    from rectrix.base.progress import Progress
    from rectrix.reorder import Events, LogisticPass, OrientationScores

app = typer.Typer(cls=Group, no_args_is_help=True, add_completion=False)

Source = Annotated[Path | None, typer.Option("--source", "-s", help="Source sentences, tokenized.")]
Target = Annotated[Path | None, typer.Option("--target", "-t", help="Their translations.")]
Alignment = Annotated[
    Path | None, typer.Option("--alignment", "-a", help="Word alignment, Pharaoh format (0-0 1-2).")
]
_EVENT_NAMES = {"classes": ("--orientations",)}  # --classes are those of words
_NAMES = {"held_out": ("--held-out-share",)}


@app.command("events")
@options(EventSettings, without=("seed", "max_words"), names=_EVENT_NAMES, into="event_settings")
def events_command(
    *,
    output: OutputFile,
    source: Source = None,
    target: Target = None,
    alignment: Alignment = None,
    event_settings: EventSettings,
    threads: Threads = THREADS,
    seed: Seed = SEED,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the orientation events of an aligned bitext to a file."""
    progress = for_terminal(quiet, json)
    counts = _extract(
        output, (source, target, alignment), seeded(event_settings, seed), force, threads, progress
    )
    progress.result(f"{output} is ready", output=str(output), **counts)


@app.command("train")
@options(EventSettings, without=("seed", "max_words"), names=_EVENT_NAMES, into="event_settings")
@options(ReorderSettings, without=("seed", "events"), names=_NAMES)
def train_command(
    *,
    output: OutputFile,
    source: Source = None,
    target: Target = None,
    alignment: Alignment = None,
    events: Annotated[
        Path | None, typer.Option(help="Events of `rectrix reorder events` instead of -s -t -a.")
    ] = None,
    settings: ReorderSettings,
    event_settings: EventSettings,
    plot: Annotated[
        Path | None, typer.Option(help="dual: SVG file for the share of active examples per pass.")
    ] = None,
    threads: Threads = THREADS,
    seed: Seed = SEED,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train an orientation model; reports error, confusion and log-loss on held-out sentences."""
    from rectrix.base.files import require_absent

    require_absent(output, force)
    event_settings = seeded(event_settings, seed)
    settings = settings.model_copy(update={"events": event_settings, "seed": seed})
    progress = for_terminal(quiet, json)
    with _opened(events, (source, target, alignment), event_settings, None, threads, progress) as found:
        report, shares = _train(output, found, settings, threads, force, progress)
    if report is not None:
        progress.result(report.text(), **report.facts())
    if plot is not None and shares:
        _plot(plot, shares, f"active examples, shrink {settings.shrink:g}", force)


@app.command("score")
def score_command(
    model: Annotated[Path, typer.Argument(help="A model of `rectrix reorder train`.")],
    events: Annotated[Path | None, typer.Argument(help="Events, unless -s -t -a are given.")] = None,
    source: Source = None,
    target: Target = None,
    alignment: Alignment = None,
    held_out: Annotated[
        float | None,
        typer.Option("--held-out-share", help="Score only this share at the file's end.", min=0, max=1),
    ] = None,
    threads: Threads = THREADS,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Error, confusion and log-loss of a model on events."""
    from rectrix.reorder import OrientationModel

    trained = OrientationModel(model)
    like = None if trained.core.is_table else trained.core
    progress = for_terminal(quiet, json)
    with _opened(
        events, (source, target, alignment), trained.settings.events, like, threads, progress
    ) as found:
        part = found.part(0, len(found)) if held_out is None else found.split(held_out)[1]
        if len(part) == 0:
            raise UsageError("there are no events to score")
        report = trained.score(found, part, threads)
    progress.result(report.text(), **report.facts())


def seeded(settings: EventSettings, seed: int) -> EventSettings:
    """With the seed of the command."""
    return settings.model_copy(update={"seed": seed})


def _extract(
    output: Path,
    texts: tuple[Path | None, Path | None, Path | None],
    settings: EventSettings,
    force: bool,
    threads: int,
    progress: "Progress",
    like: "Model | None" = None,
) -> dict[str, int]:
    from rectrix.reorder import write_events

    source, target, alignment = texts
    if source is None or target is None or alignment is None:
        raise UsageError("give the bitext and its word links with -s, -t and -a, or a file of events")
    # Pairs are counted and then written; with a model's features, written only.
    with progress.task("extracting", unit="sentence pairs (each pass)") as task:
        last = 0

        def tick(done: int) -> None:
            nonlocal last
            if done - last >= 1000:
                task.advance(done - last)
                last = done

        counts = write_events(output, source, target, alignment, settings, like, force, threads, tick)
        task.advance(counts.sentences * (1 if like else 2) - last)
    text = f"{counts.events} events of {counts.sentences} sentence pairs, {counts.features} features"
    facts: dict[str, int] = counts._asdict()
    progress.say(text, **facts)
    return facts


@contextmanager
def _opened(
    events: Path | None,
    texts: tuple[Path | None, Path | None, Path | None],
    settings: EventSettings,
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
) -> "tuple[OrientationScores | None, list[float]]":
    from rectrix.reorder import LexicalizedTable, OrientationModel, train

    shares: list[float] = []
    with progress.task(f"training ({settings.method})", unit="passes") as task:

        def tick(done: "LogisticPass") -> None:
            shares.append(done.active)
            task.advance(1, objective=done.objective, active=done.active)

        train(output, events, settings, threads, force, tick)
    settings.write(output.with_name(output.name + ".toml"), force=True)
    trained, held = events.split(settings.held_out)
    if len(held) == 0:
        return None, shares
    if settings.method != "lexicalized":
        from rectrix.reorder import OrientationScores

        table = LexicalizedTable.of(trained, len(events.class_names), settings.smoothing)
        baseline = OrientationScores.of(
            table.predict_proba(held.phrase_pairs), held.classes, events.class_names
        )
        text = f"lexicalized model for comparison: error {100 * baseline.error:.2f} %"
        progress.say(f"{text}, log-loss {baseline.log_loss:.4f}", lexicalized=baseline.facts())
    return OrientationModel(output).score(events, held, threads), shares


def _plot(path: Path, shares: list[float], title: str, force: bool) -> None:
    from rectrix.base.files import writing
    from rectrix.draw.plot import Axes, Curve, plot
    from rectrix.draw.svg import svg

    percent = [(float(number), 100 * share) for number, share in enumerate([1.0, *shares])]
    axes = Axes("passes", "% of active examples", limits=(0.0, 100.0))
    with writing(path, force) as file:
        file.write(svg(plot([Curve(title, [percent], dots=False)], axes, title)))
