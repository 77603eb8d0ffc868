"""MERT on forests: exact line searches over all derivations, along axes and random directions (Kumar et al.
2009).

An interval of a line is judged by the mean with its neighbors, so that no spike is taken that other sentences
would not have (Cer et al. 2008). The result is scaled to the L1 norm of the start.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress
from rectrix.base.seeds import stream

Floats = NDArray[np.float64]
_MOST_FEATURES = 1000  # axes
_STEP = 0.3  # of random starts, as a part of the mean weight
_TOLERANCE = 1e-6  # a pass that gains less is the last


class Lines(Protocol):
    """What is searched."""

    def search(
        self, weights: Floats, direction: Floats, narrowest: float, neighbors: int
    ) -> tuple[float, float]:
        """The best x of weights + x·direction, and the metric there."""


@dataclass(frozen=True)
class ForestMERT:
    """Climbs from the start and from points around the best found so far."""

    restarts: int = 2
    random_directions: int = 10  # beside the axes, in each pass
    neighbors: int = 2  # intervals on each side whose mean counts
    passes: int = 10  # over all directions at most
    narrowest: float = 1e-6  # intervals shorter than this part of the weights' norm are passed over

    def maximize(
        self, lines: Lines, start: Floats, seed: int, progress: Progress | None = None
    ) -> tuple[Floats, float]:
        """The best weights found and the metric there."""
        if len(start) > _MOST_FEATURES:
            raise UsageError(
                f"MERT on forests with {len(start):,} features: it searches one axis at a time and suits "
                "dense features; use pro, kbmira or an online recipe"
            )
        random = stream(seed, "forest mert")
        best, score = start, -np.inf
        with (progress or Progress()).task("mert on forests", self.restarts + 1, "starts") as task:
            for number in range(self.restarts + 1):
                begin = _near(best, random) if number else start
                weights, found = self._climb(lines, begin, random)
                if found > score:
                    best, score = weights, found
                task.advance(1, score=score)
        size, wanted = np.abs(best).sum(), np.abs(start).sum() or 1.0
        return best * (wanted / size if size > 0 else 1.0), score

    def _climb(self, lines: Lines, weights: Floats, random: Generator) -> tuple[Floats, float]:
        score = -np.inf
        for _ in range(self.passes):
            before = score
            for direction in self._directions(len(weights), random):
                # A line through 0 has no length to measure intervals by.
                narrowest = self.narrowest * (float(np.linalg.norm(weights)) or 1.0)
                position, found = lines.search(weights, direction, narrowest, self.neighbors)
                if found > score:
                    weights, score = weights + position * direction, found
            if score - before <= _TOLERANCE:
                break
        return weights, score

    def _directions(self, features: int, random: Generator) -> Iterator[Floats]:
        yield from np.eye(features)
        for _ in range(self.random_directions):
            direction = random.normal(size=features)
            yield direction / np.linalg.norm(direction)


def _near(center: Floats, random: Generator) -> Floats:
    """Each weight moved by a part of itself and of the mean weight."""
    size = (np.abs(center) + np.abs(center).mean()) / 2
    return np.asarray(center + _STEP * size * random.normal(size=len(center)))
