"""MERT: exact line search along axes and random directions, from many starts (Och 2003; Cer et al. 2008).

Every axis is followed to its best point at once, which needs far fewer line searches than Moses' best of
all axes. Restarts: half keep the signs of the start and scale each weight by U(0, 2), half are uniform in the
cube whose edge is the start's largest weight. The result is scaled to the L1 norm of the start.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix._core.learn import Problem, mert
from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress, Task
from rectrix.base.seeds import stream

Floats = NDArray[np.float64]
_MOST_CELLS = 1 << 29  # features times hypotheses: 4 GB of columns and orders


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

    restarts: int = 20  # random starts beside the given one
    random_directions: int = 0  # beside the axes, in each pass
    tolerance: float = 1e-6  # a pass that gains less is the last

    def maximize(
        self,
        problem: Problem,
        hypotheses: int,
        start: Floats,
        bleu_order: int,
        metric: Callable[[Floats], Floats] | None,
        seed: int,
        threads: int = 1,
        progress: Progress | None = None,
        idle: NDArray[np.bool_] | None = None,
    ) -> tuple[Floats, float]:
        """The best weights found and the metric there; BLEU where its order is given, else any metric.

        idle: features that the lists say nothing of; they keep their start weights.
        """
        if len(start) * hypotheses > _MOST_CELLS:
            raise UsageError(
                f"MERT on {len(start):,} features and {hypotheses:,} hypotheses: it searches one axis at a "
                "time and suits dense features; use pro, kbmira or an online recipe"
            )
        with (progress or Progress()).task("mert", self.restarts + 1, "starts") as task:
            advance = Advance(task)
            results = mert(
                problem,
                self._starts(start, seed),
                bleu_order,
                metric,
                random_directions=self.random_directions,
                tolerance=self.tolerance,
                seed=seed,
                threads=threads,
                tick=advance,
            )
            advance(len(results))
        weights, score, _, _ = max(results, key=lambda result: result[1])
        tuned = np.ones(len(start), bool) if idle is None or idle.all() else ~idle
        size = np.abs(weights[tuned]).sum()
        wanted = np.abs(start[tuned]).sum() or 1.0
        return np.where(tuned, weights * (wanted / size if size > 0 else 1.0), start), score

    def _starts(self, start: Floats, seed: int) -> Floats:
        random = stream(seed, "mert")
        edge = float(np.abs(start).max(initial=0.0)) or 1.0
        first = start if np.any(start) else random.uniform(-edge, edge, len(start))
        rows = [first]
        for number in range(self.restarts):
            signed = number % 2 == 0 and bool(np.any(start))
            rows.append(
                start * random.uniform(0, 2, len(start))
                if signed
                else random.uniform(-edge, edge, len(start))
            )
        return np.array(rows)
