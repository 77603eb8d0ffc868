"""Bins for a grammar's scores, learned from the rules of a tuning set (Clark et al. 2014)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rectrix.base.errors import UsageError
from rectrix.features.discretize import Discretizer
from rectrix.features.settings import DiscretizeSettings
from rectrix.features.weights import Weights
from rectrix.learn.run import Run
from rectrix.learn.site import opened_site
from rectrix.model.translator import Translator
from rectrix.pipeline.source import Block, ModelSource

Counts = dict[str, tuple[NDArray[np.float64], NDArray[np.int64]]]  # values, numbers of rules


def with_bins(
    source: ModelSource,
    settings: DiscretizeSettings | None,
    weights: Mapping[str, float],
    run: Run,
    folder: Path,
    without: tuple[str, ...] = (),
) -> tuple[ModelSource, Discretizer, Weights]:
    """The source with bins in place of scores, the bins, and weights by which they stand for the scores."""
    with opened_site(run.executor, run.crew, folder, run.progress, run.threads) as site:
        source.prepare(site)
        blocks = [Block(source, number) for number in range(len(source.blocks))]
        found = site.executor.map(count_values, blocks)
        counts = _added(site.progress.track(found, "counting values", len(blocks), "blocks"))
    bins = Discretizer.of_rules(counts, settings, without)
    path = folder / f"bins-{source.fingerprint()}"
    path.parent.mkdir(parents=True, exist_ok=True)
    bins.save(path, force=True)  # an interrupted run has left the same
    return replace(source, bins=path), bins, bins.started(weights, counts)


def count_values(block: Block) -> Counts:
    """How often each value of the grammar's scores occurs in the rules of a block of sentences."""
    return block.source.value_counts(block.number)


def _added(parts: Iterable[Counts]) -> Counts:
    total: Counts = {}
    for part in parts:
        for name, more in part.items():
            before = total.get(name, (np.zeros(0), np.zeros(0, np.int64)))
            values, place = np.unique(np.concatenate([before[0], more[0]]), return_inverse=True)
            counts = np.zeros(len(values), np.int64)
            np.add.at(counts, place, np.concatenate([before[1], more[1]]))
            total[name] = (values, counts)
    return total


def wanted_bins(
    model: Translator,
    asked: DiscretizeSettings | None,
    recipe: DiscretizeSettings | None,
    without: tuple[str, ...] = (),
) -> DiscretizeSettings | None:
    """What is to be learned: what was asked for, or what the recipe needs; a model's own bins stay."""
    if model.discretizer is None:
        return asked or recipe
    if asked is not None or without:
        raise UsageError(f"{model.folder.path}: its scores are discretized already; start from another model")
    return None
