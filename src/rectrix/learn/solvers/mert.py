"""MERT: exact line search along axes and random directions, from many starts (Och 2003; Cer et al. 2008).

Every axis is followed to its best point at once, which needs far fewer line searches than Moses' best of
all axes. Uniform random starts end far below good ones, since scores of most directions are poor. So there
are two waves: points around the given weights and around those of a regression of gains on features; then
points around the best that the first wave has found, and without weights to start from, once more. The
result is scaled to the L1 norm of the start.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from rectrix._core.learn import ListsView, mert
from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress, Task
from rectrix.base.seeds import stream
from rectrix.learn.solvers.regression import Regression

Floats = NDArray[np.float64]
_MOST_CELLS = 1 << 29  # features times hypotheses: 4 GB of columns and orders
_WIDE, _CLOSE = 0.3, 0.1  # steps of the first and of the second wave


@dataclass
class Advance:
    """Turns the core's count of what is done into steps of a progress bar."""

    task: Task
    shown: int = 0

    def __call__(self, done: int) -> None:
        self.task.advance(done - self.shown)
        self.shown = done


@dataclass(frozen=True)
class MERT:
    """Maximizes a corpus metric itself."""

    restarts: int = 20  # random starts of each wave
    random_directions: int = 0  # beside the axes, in each pass
    tolerance: float = 1e-6  # a pass that gains less is the last

    def maximize(
        self,
        problem: ListsView,
        hypotheses: int,
        start: Floats,
        guess: Regression,
        bleu_order: int,
        metric: Callable[[Floats], Floats] | None,
        seed: int,
        threads: int = 1,
        progress: Progress | None = None,
        idle: NDArray[np.bool_] | None = None,
    ) -> tuple[Floats, float]:
        """The best weights found and the metric there; BLEU where its order is given, else any metric.

        guess: what else to start from; idle: features that the lists say nothing of, which keep their start
        weights.
        """
        if len(start) * hypotheses > _MOST_CELLS:
            raise UsageError(
                f"MERT on {len(start):,} features and {hypotheses:,} hypotheses: it searches one axis at a "
                "time and suits dense features; use pro, kbmira or an online recipe"
            )
        tuned = np.ones(len(start), bool) if idle is None or idle.all() else ~idle
        best, score = start, -np.inf
        random = stream(seed, "mert")
        waves = [self._first, self._second] + ([] if np.any(start) else [self._second])
        with (progress or Progress()).task("mert", len(waves) * (self.restarts + 1), "starts") as task:
            for wave, starts in enumerate(waves):
                advance = Advance(task)
                results = mert(
                    problem,
                    starts(best, guess, random),
                    bleu_order,
                    metric,
                    random_directions=self.random_directions,
                    tolerance=self.tolerance,
                    seed=seed + wave,
                    threads=threads,
                    tick=advance,
                )
                advance(len(results))
                # Weights of 0 leave all choices to the order of the lists: that is no result.
                for weights, found, *_ in results:
                    if found > score and np.any(weights[tuned]):
                        best, score = weights, found
        size = np.abs(best[tuned]).sum()
        wanted = np.abs(start[tuned]).sum() or 1.0
        return np.where(tuned, best * (wanted / size if size > 0 else 1.0), start), score

    def _first(self, start: Floats, guess: Regression, random: Generator) -> Floats:
        """The given weights and the guess, and points around them in turn."""
        guessed = guess.weights if np.any(guess.weights) else 1 / guess.deviations
        centers = [start, guessed] if np.any(start) else [guessed]
        around = [centers[i % len(centers)] for i in range(self.restarts)]
        return np.array(centers + [_near(center, _WIDE, guess, random) for center in around])

    def _second(self, best: Floats, guess: Regression, random: Generator) -> Floats:
        """Points close to the best."""
        return np.array([best] + [_near(best, _CLOSE, guess, random) for _ in range(self.restarts)])


def _near(center: Floats, width: float, guess: Regression, random: Generator) -> Floats:
    """A normal step that moves scores by a part of what the most important feature does."""
    most = float(np.abs(center * guess.deviations).max(initial=0.0)) or 1.0
    return center + random.normal(0, width * most, len(center)) / guess.deviations
