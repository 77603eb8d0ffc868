"""Discretization of real-valued rule features by uniform-population bins (Clark et al. 2014, algorithm 1).

A value becomes one indicator `feature:low_high` per rule, before anything is summed over a derivation. Read
as the published code does it: a bin's population is the total divided by the number of bins, not of values.

Hook for the decoder: a rule-local template calls `Discretizer.names` once per rule with its dense scores and
adds each name with value 1. For n-best lists of others, `Discretizer.apply_to_lists` bins the hypotheses'
sums: a variant, since sums over a derivation are no longer rule-local.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import writing

if TYPE_CHECKING:
    from rectrix._core.features import FeatureSpace
    from rectrix._core.kbest import Lists

Floats = NDArray[np.float64]
_MARK = ":"


def population(counts: Sequence[int], bins: int) -> int:
    """u: what each bin should hold once no value counts for more than a bin."""
    adjusted = np.asarray(counts, np.int64)
    while True:
        u = math.ceil(adjusted.sum() / bins)
        capped = np.minimum(adjusted, u)
        if (capped == adjusted).all():
            return int(u)
        adjusted = capped


def learn_bins(values: Floats, bins: int) -> Floats:
    """Lower bounds of the bins 1..n-1 of a sample of values; bin 0 reaches down to minus infinity."""
    if bins < 1:
        raise UsageError(f"cannot make {bins} bins")
    if not np.isfinite(values).all():
        raise InputError("values to be discretized must be finite")
    distinct, counts = np.unique(values, return_counts=True)
    bins = min(bins, len(distinct))
    if bins <= 1:
        return np.zeros(0)
    u = population(counts.tolist(), bins)
    capped = np.minimum(counts, u)
    firsts, at, filled = [], 0, 0
    for number in range(bins):
        firsts.append(at)
        target, later = u * (number + 1), bins - number - 1
        filled += int(capped[at])
        at += 1
        while at < len(distinct) - later and (later == 0 or filled + capped[at] < target):
            filled += int(capped[at])
            at += 1
        # A value that straddles the border joins if less than half of it lies beyond.
        if at < len(distinct) - later and (filled + capped[at] - target) / capped[at] < 0.5:
            filled += int(capped[at])
            at += 1
    return np.asarray(distinct[firsts[1:]], np.float64)


@dataclass(frozen=True)
class Discretizer:
    """Lower bounds of each feature's bins; with overlap, windows of that many more bins fire together."""

    bounds: Mapping[str, Floats]
    overlap: int = 0

    @classmethod
    def learn(cls, columns: Mapping[str, Floats], bits: int, overlap: int = 0) -> "Discretizer":
        """2^bits bins per feature from the values of all rules of the tuning set, each rule counted once."""
        return cls({name: learn_bins(values, 1 << bits) for name, values in columns.items()}, overlap)

    @cached_property
    def chains(self) -> dict[str, list[str]]:
        """The indicator names of each feature's bins, in order."""
        return {name: _names(name, bounds, self.overlap) for name, bounds in self.bounds.items()}

    def bins(self, name: str, values: Floats) -> NDArray[np.int64]:
        """The bin of each value."""
        return np.searchsorted(self.bounds[name], values, side="right")

    def names(self, scores: Mapping[str, Floats]) -> list[list[str]]:
        """The indicators of each rule, from columns of dense scores; unknown features are an error."""
        rules: list[list[str]] = []
        for name, values in scores.items():
            if name not in self.bounds:
                known = ", ".join(sorted(self.bounds))
                raise UsageError(f"no bins were learned for the feature {name!r}; known: {known}")
            chain = self.chains[name]
            rules = rules or [[] for _ in values]
            for rule, place in zip(rules, self.bins(name, values), strict=True):
                rule += _fired(chain, int(place), self.overlap, len(self.bounds[name]) + 1)
        return rules

    def curve(self, name: str, weights: Mapping[str, float]) -> tuple[Floats, Floats]:
        """The learned function of a feature: lower bounds (the first is minus infinity) and weights."""
        lows = np.concatenate([[-np.inf], self.bounds[name]])
        chain, total = self.chains[name], len(lows)
        fired = [_fired(chain, place, self.overlap, total) for place in range(total)]
        return lows, np.array([sum(weights.get(each, 0.0) for each in some) for some in fired])

    def save(self, path: Path, force: bool = False) -> None:
        """As JSON; numbers come back exactly."""
        with writing(path, force=force) as file:
            bounds = {name: bounds.tolist() for name, bounds in self.bounds.items()}
            json.dump({"format": 1, "overlap": self.overlap, "bounds": bounds}, file, indent=1)

    @classmethod
    def load(cls, path: Path) -> "Discretizer":
        """What save wrote."""
        try:
            read = json.loads(path.read_text(encoding="utf-8"))
            bounds = {str(name): np.asarray(values, np.float64) for name, values in read["bounds"].items()}
            overlap = int(read["overlap"])
        except OSError as error:
            raise InputError.at(path, 0, error.strerror or str(error)) from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError.at(path, 0, f"not a file of bins: {error}") from None
        for name, values in bounds.items():
            if values.ndim != 1 or not np.isfinite(values).all() or (np.diff(values) <= 0).any():
                raise InputError.at(path, 0, f"the bounds of {name!r} do not ascend")
        return cls(bounds, overlap)

    def apply_to_lists(self, lists: "Lists", space: "FeatureSpace") -> "Lists":
        """Lists in which the discretized features are indicators of the hypothesis' own sums."""
        from rectrix._core.kbest import Lists as NewLists

        made = NewLists(space)
        old, begin = lists.space, lists.feature_begin
        for first, end in zip(lists.list_begin[:-1], lists.list_begin[1:], strict=True):
            made.begin_sentence()
            for h in range(int(first), int(end)):
                row = range(int(begin[h]), int(begin[h + 1]))
                features = {old.name(int(lists.feature_ids[i])): float(lists.feature_values[i]) for i in row}
                given = {name: np.array([features.pop(name, 0.0)]) for name in self.bounds}
                fired = [(name, 1.0) for name in self.names(given)[0]]
                kept = [(space.add(name), value) for name, value in [*features.items(), *fired]]
                made.add(lists.text(h), float(lists.scores[h]), kept)
        return made


def _fired(chain: list[str], place: int, overlap: int, bins: int) -> list[str]:
    """With overlap, every window that holds the bin."""
    if not overlap or bins <= 2:
        return [chain[place]]
    return chain[max(0, place - overlap) : min(place, bins - 1 - overlap) + 1]


def _names(name: str, bounds: Floats, overlap: int) -> list[str]:
    texts = ["-inf", *_short(bounds), "inf"]
    bins = len(texts) - 1
    width = overlap + 1 if overlap and bins > 2 else 1
    return [f"{name}{_MARK}{texts[i]}_{texts[i + width]}" for i in range(bins - width + 1)]


def _short(bounds: Floats) -> list[str]:
    """Just enough digits to tell each bound from its neighbors."""
    for digits in range(2, 18):
        texts = [f"{value:.{digits}g}" for value in bounds]
        if len(set(texts)) == len(texts):
            return texts
    return [repr(float(value)) for value in bounds]


def chains_in(space: "FeatureSpace") -> tuple[tuple[int, ...], ...]:
    """The bins of each discretized feature of a space, in order, found by their names."""
    found = _bins(space.name(index) for index in range(len(space)))
    return tuple(tuple(index for _, _, index in bins) for _, bins in sorted(found.items()))


def curves_in(weights: Mapping[str, float]) -> dict[str, list[tuple[float, float, float]]]:
    """Low, high and weight of the bins of each discretized feature, ascending, found by their names."""
    values = list(weights.values())
    return {
        feature: [(low, high, values[index]) for low, high, index in bins]
        for feature, bins in sorted(_bins(weights).items())
    }


def _bins(names: Iterable[str]) -> dict[str, list[tuple[float, float, int]]]:
    """Low, high and place of all names of bins, by feature, ascending."""
    found: dict[str, list[tuple[float, float, int]]] = {}
    for index, name in enumerate(names):
        feature, mark, interval = name.rpartition(_MARK)
        low, line, high = interval.partition("_")
        try:
            bounds = (float(low), float(high))
        except ValueError:
            continue
        if mark and line and bounds[0] < bounds[1]:
            found.setdefault(feature, []).append((*bounds, index))
    # Bins reach to infinity on both sides; a bigram of two numbers looks like a bin, but never does.
    return {
        feature: sorted(bins)
        for feature, bins in found.items()
        if any(math.isinf(low) or math.isinf(high) for low, high, _ in bins)
    }
