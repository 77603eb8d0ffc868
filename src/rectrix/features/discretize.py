"""Discretization of real-valued rule features (Clark et al. 2014).

A value becomes one indicator `feature:low_high` per rule, before anything is summed over a derivation: the
decoders do this (`core`). For n-best lists of others, `Discretizer.apply_to_lists` bins the hypotheses' sums:
a variant, since sums over a derivation are no longer rule-local.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import writing
from rectrix.features.bins import Counts, Floats, learn_bins
from rectrix.features.settings import DiscretizeSettings
from rectrix.features.weights import Weights

if TYPE_CHECKING:
    from rectrix._core.features import Discretization, FeatureSpace
    from rectrix._core.kbest import Lists

_MARK = ":"
_PROBABILITY = "prob:"


@dataclass(frozen=True)
class Discretizer:
    """Lower bounds of each feature's bins; overlap: neighboring bins on either side that also fire."""

    bounds: Mapping[str, Floats]
    overlap: int = 0
    keep: bool = False  # the features themselves stay beside their bins
    probabilities: tuple[str, ...] = ()  # logarithms that become probabilities, without bins
    without: tuple[str, ...] = ()  # scores that are no features at all

    @classmethod
    def of_rules(
        cls,
        counts: Mapping[str, tuple[Floats, Counts]],
        settings: DiscretizeSettings | None,
        without: tuple[str, ...] = (),
    ) -> "Discretizer":
        """From how often each value of each score occurs in the rules of the tuning set.

        settings: None for no bins at all; without: scores to leave out.
        """
        keep, columns = (settings.keep, settings.columns) if settings else (False, ())
        for name in (*columns, *without):
            if name not in counts:
                raise UsageError(f"the grammar has no score {name!r}; its scores are {', '.join(counts)}")
        if keep and without:
            raise UsageError("scores cannot be kept and left out at once")
        if settings is None:
            return cls({}, without=without)
        every = (
            name for name, (values, _) in counts.items() if not name.startswith("raw_") and len(values) > 2
        )
        names = [name for name in columns or every if name not in without]
        if settings.probabilities:
            logarithms = tuple(name for name in names if counts[name][0].max(initial=-1.0) <= 0)
            return cls({}, keep=keep, probabilities=logarithms, without=without)
        bounds = {name: learn_bins(counts[name][0], 1 << settings.bits, counts[name][1]) for name in names}
        return cls(bounds, settings.overlap, keep, without=without)

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
                rule += self._fired(chain, int(place))
        return rules

    def core(self) -> "Discretization":
        """For a decoder."""
        from rectrix._core.features import Discretization

        made = Discretization(self.keep)
        for name, bounds in self.bounds.items():
            made.add_bins(name, bounds, self.chains[name], self.overlap)
        for name in self.probabilities:
            made.add_probability(name, _PROBABILITY + name)
        for name in self.without:
            made.add_bins(name, np.zeros(0), [])
        return made

    def started(self, weights: Mapping[str, float], counts: Mapping[str, tuple[Floats, Counts]]) -> Weights:
        """Start weights: each bin weighs what the mean of its values did, so that the model changes little.

        Scores that stay features keep their weights, and their bins start at 0.
        """
        new = {name: weight for name, weight in weights.items() if name not in self.without}
        for name in () if self.keep else (*self.bounds, *self.probabilities):
            weight = new.pop(name, 0.0)
            if name in self.probabilities:
                new[_PROBABILITY + name] = weight
            elif weight:
                new |= self._bent(name, weight, *counts[name])
        return new

    def _bent(self, name: str, weight: float, values: Floats, counts: Counts) -> Weights:
        """Weights of a feature's bins by which its values weigh the line weight · value."""
        place = self.bins(name, values)
        line = weight * np.bincount(place, counts * values) / np.bincount(place, counts)
        chain = self.chains[name]
        if self.overlap == 0:
            return dict(zip(chain, line.tolist(), strict=True))
        from scipy.sparse import csr_array
        from scipy.sparse.linalg import lsqr

        near = min(self.overlap, len(chain) - 1)
        bins = np.arange(len(chain))
        fired = [(bins + by)[(bins + by >= 0) & (bins + by < len(chain))] for by in range(-near, near + 1)]
        rows = np.concatenate([some - by for some, by in zip(fired, range(-near, near + 1), strict=True)])
        together = csr_array((np.ones(len(rows)), (rows, np.concatenate(fired))), shape=(len(chain),) * 2)
        return dict(zip(chain, lsqr(together, line)[0].tolist(), strict=True))

    def curve(self, name: str, weights: Mapping[str, float]) -> tuple[Floats, Floats]:
        """The learned function of a feature: lower bounds (the first is minus infinity) and weights."""
        lows = np.concatenate([[-np.inf], self.bounds[name]])
        chain = self.chains[name]
        fired = [self._fired(chain, place) for place in range(len(chain))]
        return lows, np.array([sum(weights.get(each, 0.0) for each in some) for some in fired])

    def _fired(self, chain: list[str], place: int) -> list[str]:
        """A bin and its neighbors within the overlap (equation 8)."""
        return chain[max(0, place - self.overlap) : place + self.overlap + 1]

    def save(self, path: Path, force: bool = False) -> None:
        """As JSON; numbers come back exactly."""
        with writing(path, force=force) as file:
            bounds = {name: bounds.tolist() for name, bounds in self.bounds.items()}
            head = {"format": 1, "overlap": self.overlap, "keep": self.keep}
            replaced = {"probabilities": self.probabilities, "without": self.without}
            json.dump({**head, **replaced, "bounds": bounds}, file, indent=1)

    @classmethod
    def load(cls, path: Path) -> "Discretizer":
        """What save wrote."""
        try:
            read = json.loads(path.read_text(encoding="utf-8"))
            bounds = {str(name): np.asarray(values, np.float64) for name, values in read["bounds"].items()}
            made = cls(
                bounds,
                int(read["overlap"]),
                bool(read["keep"]),
                tuple(map(str, read["probabilities"])),
                tuple(map(str, read.get("without", ()))),
            )
        except OSError as error:
            raise InputError.at(path, 0, error.strerror or str(error)) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise InputError.at(path, 0, f"not a file of bins: {error}") from None
        for name, values in bounds.items():
            if values.ndim != 1 or not np.isfinite(values).all() or (np.diff(values) <= 0).any():
                raise InputError.at(path, 0, f"the bounds of {name!r} do not ascend")
        return made

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


def _names(name: str, bounds: Floats, overlap: int) -> list[str]:
    """Each by the values that it fires for: with overlap, its own bin's and the neighbors'."""
    texts = ["-inf", *_short(bounds), "inf"]
    last = len(texts) - 1
    ends = [(max(0, place - overlap), min(last, place + overlap + 1)) for place in range(last)]
    return [f"{name}{_MARK}{texts[low]}_{texts[high]}" for low, high in ends]


def _short(bounds: Floats) -> list[str]:
    """Just enough digits to tell each bound from its neighbors."""
    for digits in range(2, 18):
        texts = [f"{value:.{digits}g}" for value in bounds]
        if len(set(texts)) == len(texts):
            return texts
    return [repr(float(value)) for value in bounds]


def bin_names(space: "FeatureSpace") -> tuple[tuple[str, ...], ...]:
    """The bins of each discretized feature of lists that come from a file, which has nothing but names."""
    found = _bins(space.name(index) for index in range(len(space)))
    return tuple(tuple(space.name(index) for _, _, index in bins) for _, bins in sorted(found.items()))


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
