"""Orientation models: trained on events, written to a file, opened by memory map, scored on events."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rectrix._core import reorder as core
from rectrix.base.errors import DamagedFile, UsageError
from rectrix.base.files import writing_path
from rectrix.reorder.events import EventRange, Events
from rectrix.reorder.lexicalized import LexicalizedTable
from rectrix.reorder.logistic import LogisticPass, LogisticRegression
from rectrix.reorder.scores import OrientationScores
from rectrix.reorder.settings import ReorderSettings


class OrientationModel:
    """A mapped model file: class probabilities of events."""

    def __init__(self, path: Path | str, load: str = "map") -> None:
        self.core = core.Model(path, load)
        self.class_names: list[str] = self.core.class_names
        try:
            self.settings = ReorderSettings.model_validate_json(self.core.settings)
        except ValueError as error:
            raise DamagedFile.at(path, 0, f"its settings make no sense: {error}") from None

    def predict_proba(self, events: Events, part: EventRange, threads: int = 1) -> NDArray[np.float64]:
        """The class probabilities of each event of a part of a file, whatever features the file has."""
        if events.class_names != self.class_names:
            theirs, ours = ", ".join(events.class_names), ", ".join(self.class_names)
            raise UsageError(f"the events have classes {theirs}, the model {ours}")
        if self.core.is_table:
            rows = self.core.probabilities.reshape(-1, len(self.class_names))
            return LexicalizedTable(self.core.keys, rows).predict_proba(part.phrase_pairs)
        part = part.translated(events.core.translate(self.core), self.core.features)
        flat = core.probabilities(
            part.offsets, part.ids, None, self.core.weights, len(self.class_names), threads
        )
        return flat.reshape(-1, len(self.class_names))

    def score(self, events: Events, part: EventRange, threads: int = 1) -> OrientationScores:
        """Error, confusion and log-loss on events."""
        return OrientationScores.of(self.predict_proba(events, part, threads), part.classes, self.class_names)


def train(
    path: Path | str,
    events: Events,
    settings: ReorderSettings | None = None,
    threads: int = 1,
    force: bool = False,
    tick: Callable[[LogisticPass], None] | None = None,
) -> LogisticRegression | LexicalizedTable:
    """Train a model on all but the held-out events and write it; returns what was learned."""
    settings = (settings or ReorderSettings()).model_copy(update={"events": events.settings})
    part, _ = events.split(settings.held_out)
    if settings.method == "lexicalized":
        table = LexicalizedTable.of(part, len(events.class_names), settings.smoothing)
        with writing_path(path, force) as temporary:
            core.save_table(
                temporary,
                events.class_names,
                settings.model_dump_json(),
                table.keys,
                np.ascontiguousarray(table.probabilities.ravel()),
            )
        return table
    model = classifier(settings, threads)
    model.classes_ = np.arange(len(events.class_names))
    model.fit_examples(part.examples(len(events.class_names)), events.features, tick)
    with writing_path(path, force) as temporary:
        core.save_classifier(
            temporary, events.class_names, settings.model_dump_json(), events.core, model.weights_
        )
    return model


def classifier(settings: ReorderSettings, threads: int = 1) -> LogisticRegression:
    """The estimator of these settings."""
    return LogisticRegression(
        settings.method,
        sigma2=settings.sigma2,
        shrink=settings.shrink,
        unshrink=settings.unshrink,
        exact=settings.exact,
        initial=settings.initial,
        trials=settings.trials,
        decrease=settings.decrease,
        max_passes=settings.max_passes,
        tolerance=settings.tolerance,
        rate=settings.rate,
        blocks=settings.blocks,
        threads=threads,
        seed=settings.seed,
    )
