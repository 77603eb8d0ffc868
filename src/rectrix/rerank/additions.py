"""What is added to lists before they are tuned or applied: columns, features from files, ready features."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists, with_features
from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.base.files import open_text
from rectrix.kbest.names import require_name
from rectrix.kbest.values import Values, read_values
from rectrix.lm.model import LanguageModel
from rectrix.rerank import ready
from rectrix.rerank.table import NEED_SOURCE, READY

Floats = NDArray[np.float64]
NamedFiles = tuple[tuple[str, Path], ...]
_NONE = np.zeros(0)


@dataclass(frozen=True)
class Additions:
    """Features and columns by name; lists that are streamed get theirs batch by batch."""

    features: NamedFiles = ()  # a number for each hypothesis, in their order
    columns: NamedFiles = ()  # the same, for metrics
    ready: tuple[str, ...] = ()  # of rectrix.rerank.table.READY
    lms: NamedFiles = ()  # language models whose score becomes a feature
    source: Path | None = None  # sentences that were translated, for length ratios
    threads: int = 1

    def __post_init__(self) -> None:
        for name in self.ready:
            if name not in READY:
                raise UnknownName("ready feature", name, READY)
            if name in NEED_SOURCE and self.source is None:
                raise UsageError(f"the feature {name} needs the source sentences: --source FILE")
        for name in self.names:
            require_name(name, "a feature")
            if self.names.count(name) > 1:
                raise UsageError(f"the feature {name} is added twice")
        for name, _ in self.columns:
            require_name(name, "a column")

    def __bool__(self) -> bool:
        return bool(self.features or self.columns or self.ready or self.lms)

    def to(self, lists: Lists) -> Lists:
        """The lists with everything added."""
        (made,) = list(self.stream([lists]))  # to its end, where numbers that are left over are refused
        return made

    def stream(self, batches: Iterable[Lists]) -> Iterator[Lists]:
        """The same for batches of one file."""
        hypotheses = sentences = 0
        for lists in batches:
            yield self._added(lists, hypotheses, sentences)
            hypotheses += lists.hypotheses
            sentences += len(lists)
        for values in (*self._features.values(), *self._columns.values()):
            values.require_used(hypotheses)
        if self._sources and len(self._sources) != sentences:
            raise InputError.at(
                self.source or "", 0, f"{len(self._sources)} source sentences for {sentences} lists"
            )

    @cached_property
    def _features(self) -> dict[str, Values]:
        return {name: read_values(path) for name, path in self.features}

    @cached_property
    def _columns(self) -> dict[str, Values]:
        return {name: read_values(path) for name, path in self.columns}

    @cached_property
    def _models(self) -> dict[str, LanguageModel]:
        return {name: LanguageModel.open(path) for name, path in self.lms}

    @cached_property
    def _sources(self) -> list[str]:
        if self.source is None:
            return []
        with open_text(self.source) as file:
            return [line.rstrip("\n") for line in file]

    def _added(self, lists: Lists, hypotheses: int, sentences: int) -> Lists:
        if hypotheses == 0:
            self._require_new(lists)
        source = self._sources[sentences : sentences + len(lists)]
        made = {name: values.take(lists, hypotheses) for name, values in self._features.items()}
        made |= {name: ready.lm_score(lists, model, self.threads) for name, model in self._models.items()}
        made |= {ready.feature_name(n): READY[n](lists, source, self.threads) for n in self.ready}
        result = add_features(lists, made)
        for name, values in self._columns.items():
            result.set_column(name, values.take(lists, hypotheses))
        return result

    @property
    def names(self) -> list[str]:
        """Of the features that are added."""
        return [*(name for name, _ in (*self.features, *self.lms)), *map(ready.feature_name, self.ready)]

    def _require_new(self, lists: Lists) -> None:
        for name in self.names:
            if name in lists.space:
                raise UsageError(f"the lists have a feature {name} already; give yours another name")


def add_features(lists: Lists, features: dict[str, Floats]) -> Lists:
    """The lists with more features: an array each, one number for each hypothesis."""
    if not features:
        return lists
    values = np.stack([np.asarray(column, np.float64) for column in features.values()], axis=-1)
    if not (np.abs(values) < 3e38).all():
        name = list(features)[int(np.argwhere(~(np.abs(values) < 3e38))[0][1])]
        raise InputError(f"feature {name} has a value that is not a finite number")
    return with_features(lists, list(features), values.ravel(), _NONE)
