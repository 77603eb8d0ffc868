"""Bins for a grammar's scores, learned from the rules of a tuning set (Clark et al. 2014)."""

from collections.abc import Mapping
from dataclasses import replace

from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress
from rectrix.features.discretize import Discretizer, DiscretizeSettings
from rectrix.features.weights import Weights
from rectrix.learn.search import Search
from rectrix.learn.tuning import Decoded
from rectrix.pipeline.model import Model


def learn_bins(
    tuning: Decoded, settings: DiscretizeSettings, weights: Mapping[str, float], progress: Progress
) -> tuple[Discretizer, Weights]:
    """The bins, and weights by which they stand for the scores that had `weights`."""
    search = _search(tuning)
    with progress.task("counting values", len(search.lines), "sentences") as task:
        tick = lambda done: task.advance()  # noqa: E731
        counts = search.decoder.value_counts(list(search.lines), search.numbers, tick)
    bins = Discretizer.of_rules(counts, settings)
    return bins, bins.started(weights, counts)


def with_bins(tuning: Decoded, bins: Discretizer) -> Decoded:
    """The same sentences, searched with bins in place of scores."""
    search = _search(tuning)
    return replace(tuning, decoder=replace(search, decoder=search.decoder.discretized(bins.core())))


def wanted_bins(
    model: Model, asked: DiscretizeSettings | None, recipe: DiscretizeSettings | None
) -> DiscretizeSettings | None:
    """What is to be learned: what was asked for, or what the recipe needs; a model's own bins stay."""
    if model.discretizer is None:
        return asked or recipe
    if asked is not None:
        raise UsageError(f"{model.folder.path}: its scores are discretized already; start from another model")
    return None


def _search(tuning: Decoded) -> Search:
    if not isinstance(tuning.decoder, Search):
        raise UsageError("only the scores of our own decoders can be discretized")
    return tuning.decoder
