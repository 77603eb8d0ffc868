"""Orientation events of an aligned bitext: extracted to a file, mapped, split to train and to test."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from rectrix._core import reorder as core
from rectrix.base.errors import DamagedFile, UsageError
from rectrix.base.files import open_bytes, shown, writing_path
from rectrix.reorder.settings import EventSettings


class Counts(NamedTuple):
    """What an extraction found."""

    events: int
    features: int
    sentences: int


def write_events(
    path: Path | str,
    source: Path | str,
    target: Path | str,
    links: Path | str,
    settings: EventSettings | None = None,
    like: core.Model | None = None,
    force: bool = False,
    threads: int = 1,
    tick: Callable[[int], None] | None = None,
) -> Counts:
    """Extract the events of a bitext with word links in Pharaoh format.

    With `like`, the features are that model's, and none is cut off.
    """
    settings = settings or EventSettings()
    with (
        writing_path(path, force) as temporary,
        open_bytes(source) as source_file,
        open_bytes(target) as target_file,
        open_bytes(links) as links_file,
    ):
        return Counts(
            *core.write_events(
                temporary,
                source_file,
                shown(source),
                target_file,
                shown(target),
                links_file,
                shown(links),
                max_length=settings.max_length,
                model=settings.model,
                direction=settings.direction,
                classes=settings.classes,
                templates=list(settings.features),
                cutoff=settings.cutoff,
                max_words=settings.max_words,
                seed=settings.seed,
                settings=settings.model_dump_json(),
                features=like,
                threads=threads,
                tick=tick,
            )
        )


@dataclass(frozen=True)
class EventRange:
    """Some consecutive events of a file, without copying them."""

    offsets: NDArray[np.uint64]
    ids: NDArray[np.uint32]
    classes: NDArray[np.uint8]
    phrase_pairs: NDArray[np.uint64]
    features: int

    def __len__(self) -> int:
        return len(self.classes)

    def matrix(self) -> sparse.csr_array:
        """The events as rows of ones."""
        kind = np.int32 if max(len(self.ids), self.features) < 2**31 else np.int64
        parts = (np.ones(len(self.ids)), self.ids.astype(kind), self.offsets.astype(kind))
        return sparse.csr_array(parts, shape=(len(self), self.features))

    def examples(self, class_count: int) -> core.Examples:
        """The events for the solvers."""
        return core.Examples(self.offsets, self.ids, None, self.classes, self.features, class_count)

    def translated(self, numbers: NDArray[np.uint32], features: int) -> "EventRange":
        """The events with a model's feature numbers; features that it does not have are dropped."""
        ids = numbers[self.ids]
        kept = ids != np.iinfo(np.uint32).max
        total = np.concatenate([[0], np.cumsum(kept)]).astype(np.uint64)
        return EventRange(
            total[self.offsets.astype(np.int64)], ids[kept], self.classes, self.phrase_pairs, features
        )


class Events:
    """A mapped file of events."""

    def __init__(self, path: Path | str) -> None:
        self.core = core.Events(path)
        self.class_names: list[str] = self.core.class_names
        try:
            self.settings = EventSettings.model_validate_json(self.core.settings)
        except ValueError as error:
            raise DamagedFile.at(path, 0, f"its settings make no sense: {error}") from None

    def __len__(self) -> int:
        return len(self.core.classes)

    @property
    def features(self) -> int:
        """The number of features."""
        return self.core.features

    def part(self, begin: int, end: int) -> EventRange:
        """Events begin to end."""
        offsets = np.asarray(self.core.offsets[begin : end + 1])
        ids = np.asarray(self.core.ids[int(offsets[0]) : int(offsets[-1])])
        if begin:
            offsets = offsets - offsets[0]
        return EventRange(
            offsets,
            ids,
            np.asarray(self.core.classes[begin:end]),
            np.asarray(self.core.phrase_pairs[begin:end]),
            self.features,
        )

    def split(self, held_out: float) -> tuple[EventRange, EventRange]:
        """Training and held-out events: the last sentence pairs, which stand there in random order."""
        sentences = self.core.sentences
        pairs = len(sentences) - 1
        boundary = int(sentences[pairs - round(pairs * held_out)])
        if boundary == 0:
            raise UsageError(f"{len(self)} events are too few to train on with {held_out:g} held out")
        return self.part(0, boundary), self.part(boundary, len(self))
