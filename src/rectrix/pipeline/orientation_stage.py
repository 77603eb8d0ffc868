"""Orientation classifiers of an aligned bitext: its events are extracted, learned from, and removed."""

from pathlib import Path

from rectrix.base.progress import Progress
from rectrix.reorder import Events, ReorderSettings, train, write_events


def train_on_text(
    output: Path, files: tuple[Path, Path, Path], settings: ReorderSettings, threads: int, progress: Progress
) -> None:
    """Train a classifier on source, target and alignment links."""
    events = output.with_suffix(".revents")
    counts = write_events(events, *files, settings.events, force=True, threads=threads)
    progress.say(f"{counts.events:,} orientation events, {counts.features:,} features")
    with progress.task(f"training ({settings.method})", unit="passes") as task:
        train(
            output,
            Events(events),
            settings,
            threads,
            force=True,
            tick=lambda done: task.advance(1, objective=done.objective, active=done.active),
        )
    events.unlink()
