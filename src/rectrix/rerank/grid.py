"""The metric over a grid of one or two weights, all others as they are; and its picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from rectrix.base.errors import UsageError
from rectrix.draw.heatmap import heatmap
from rectrix.draw.plot import Axes, Curve, plot
from rectrix.draw.svg import svg
from rectrix.features.weights import vector
from rectrix.learn.stored import StoredLists
from rectrix.rerank.scaling import deviations
from rectrix.score.metric import Floats

_STEPS = 21
_MOST_POINTS = 10_000


@dataclass(frozen=True)
class Axis:
    """A feature and the weights to try."""

    feature: str
    values: tuple[float, ...]

    @classmethod
    def parse(cls, text: str, weights: Mapping[str, float], stored: StoredLists) -> "Axis":
        """Of `NAME`, twice its weight around and 0; `NAME=LOW:HIGH` or `NAME=LOW:HIGH:STEPS`."""
        name, equals, span = text.partition("=")
        index = stored.space.find(name)
        if index is None:
            known = ", ".join(stored.names()[:20])
            raise UsageError(f"--grid {text!r}: there is no feature {name!r}; there are {known}")
        if not equals:
            largest = abs(weights.get(name, 0.0)) or _typical(weights, stored, index)
            return cls(name, tuple(np.linspace(-2 * largest, 2 * largest, _STEPS).tolist()))
        try:
            low, high, *rest = span.split(":")
            steps = int(rest[0]) if rest else _STEPS
            values = np.linspace(float(low), float(high), steps)
        except (ValueError, IndexError):
            raise UsageError(
                f"--grid {text!r}: expected NAME, NAME=LOW:HIGH or NAME=LOW:HIGH:STEPS"
            ) from None
        if not 2 <= steps <= 1000 or not np.isfinite(values).all():
            raise UsageError(f"--grid {text!r}: 2 to 1000 steps between finite numbers")
        return cls(name, tuple(values.tolist()))


def _typical(weights: Mapping[str, float], stored: StoredLists, index: int) -> float:
    """A weight with which a feature counts as much as the strongest one does."""
    spread = deviations(stored.lists)
    strongest = float((np.abs(vector(weights, stored.space)) * spread).max(initial=0.0))
    return (strongest or 1.0) / (spread[index] or 1.0)


@dataclass(frozen=True)
class Grid:
    """Scores at all points: [first axis] or [first axis, second axis]."""

    axes: tuple[Axis, ...]
    scores: Floats
    metric: str
    higher_is_better: bool

    @property
    def best(self) -> tuple[dict[str, float], float]:
        """The weights of the best point, and its score."""
        flat = int(self.scores.argmax() if self.higher_is_better else self.scores.argmin())
        places = np.unravel_index(flat, self.scores.shape)
        weights = {
            axis.feature: axis.values[int(place)] for axis, place in zip(self.axes, places, strict=True)
        }
        return weights, float(self.scores.flat[flat])

    def svg(self) -> str:
        """A picture that stands alone: a curve, or a map of colors."""
        if len(self.axes) == 1:
            points = list(zip(self.axes[0].values, self.scores.tolist(), strict=True))
            across = Axes(f"weight of {self.axes[0].feature}", self.metric, whole=False)
            drawing = plot([Curve(self.metric, [points])], across, self.metric)
        else:
            drawing = heatmap(
                self.scores, self.axes[0].values, self.axes[1].values,
                (self.axes[0].feature, self.axes[1].feature), self.metric, self.higher_is_better,
            )  # fmt: skip
        return svg(drawing)


def grid(stored: StoredLists, weights: Mapping[str, float], axes: Sequence[Axis]) -> Grid:
    """The metric at every point."""
    if len(axes) not in (1, 2):
        raise UsageError(f"a grid has one or two scales, not {len(axes)}")
    shape = tuple(len(axis.values) for axis in axes)
    if np.prod(shape) > _MOST_POINTS:
        raise UsageError(
            f"a grid of {' x '.join(map(str, shape))} points is too fine; {_MOST_POINTS} at most"
        )
    values = vector(weights, stored.space)
    places = [stored.space.add(axis.feature) for axis in axes]
    scores = []
    for point in product(*(axis.values for axis in axes)):
        values[places] = point
        scores.append(stored.score_of(values))
    name = stored.metric.signature.partition("|")[0]
    return Grid(tuple(axes), np.array(scores).reshape(shape), name, stored.metric.higher_is_better)
