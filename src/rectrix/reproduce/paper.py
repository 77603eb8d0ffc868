"""A paper as data: what it ran, what it measured, what it claimed; and its experiment at three sizes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rectrix.base.errors import UnknownName, UsageError
from rectrix.draw.drawing import Drawing
from rectrix.reproduce.claim import Claim
from rectrix.reproduce.data import Data, DataLimits
from rectrix.reproduce.experiment import Experiment
from rectrix.reproduce.results import Results
from rectrix.reproduce.table import Analysis, PaperTable


@dataclass(frozen=True)
class Figure:
    """A figure of the paper, by its number."""

    number: str
    caption: str
    draw: Callable[[Results], Drawing]


@dataclass(frozen=True)
class Size:
    """How large an experiment is; what only some papers have is in `more`."""

    limits: DataLimits
    seeds: int
    epochs: int
    k: int = 100
    sentences: int = 0  # of the training text to tune on; 0: all
    shards: int = 1
    more: Mapping[str, int] = field(default_factory=dict)

    def of(self, epochs: int, sentences: int) -> "Size":
        """The same with other numbers, where they are not 0; shards stay as large as they are."""
        made = replace(self, epochs=epochs or self.epochs)
        if not sentences:
            return made
        shards = max(1, self.shards * sentences // self.sentences) if self.sentences else self.shards
        return replace(made, sentences=sentences, shards=shards)


@dataclass(frozen=True)
class Design:
    """The experiment on some data, and what is made of its results."""

    experiment: Experiment
    tables: tuple[PaperTable | Analysis, ...]
    figures: tuple[Figure, ...]
    claims: tuple[Claim, ...]
    notes: tuple[str, ...] = ()  # where this run departs from the paper


@dataclass(frozen=True)
class Paper:
    """A published experiment."""

    name: str
    title: str
    authors: str
    about: str  # its experiment in a sentence or two
    test: str  # of significance, as the paper names it
    sizes: Mapping[str, Size]
    design: Callable[[Size, Data], Design]

    def size(self, name: str, epochs: int = 0, sentences: int = 0) -> Size:
        """The named size; with other numbers of epochs and of training sentences, where they are given."""
        if name not in self.sizes:
            raise UnknownName("size", name, self.sizes)
        if sentences and not any(size.sentences for size in self.sizes.values()):
            raise UsageError(f"{self.name} does not tune on training sentences: their number has no meaning")
        return self.sizes[name].of(epochs, sentences)
