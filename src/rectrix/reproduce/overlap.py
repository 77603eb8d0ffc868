"""Which sparse features two sets of sentences share (Green et al. 2013, table 6).

A feature occurs in a set if a hypothesis of its k-best lists has it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rectrix.base.errors import UsageError
from rectrix.features.prefix import prefix_of
from rectrix.model.batches import batches
from rectrix.model.folder import ModelFolder
from rectrix.pipeline import Model


@dataclass(frozen=True)
class Overlap:
    """Features of two sets."""

    first: int
    second: int
    both: int
    weighted: int  # of the second's, those that weigh something

    @classmethod
    def of(cls, first: set[str], second: set[str], weights: Iterable[str]) -> "Overlap":
        """Count."""
        return cls(len(first), len(second), len(first & second), len(second & set(weights)))


def require_sparse(folder: ModelFolder) -> None:
    """Refuse a model that has no sparse features."""
    settings = folder.settings
    if not (settings.templates or settings.functions or settings.stack.sparse_reordering):
        raise UsageError(f"{folder.path} has no sparse features; train or tune one with --features")


def sparse_features(model: Model, lines: Iterable[str], k: int = 100, threads: int = 1) -> set[str]:
    """The names of all sparse features that occur in k-best lists."""
    found = set[str]()
    for _, part in batches(lines, 200):
        lists = model.kbest(list(part), k, threads=threads)
        found.update(lists.space.names(np.unique(lists.feature_ids)))
    return {name for name in found if prefix_of(name)}
