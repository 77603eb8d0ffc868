"""How a run is run, whatever the recipe."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rectrix.base.bounds import Count, Whole
from rectrix.base.progress import Progress
from rectrix.execute import DEFAULT, THREADS, Executor

if TYPE_CHECKING:
    from rectrix.learn.fit import Fit
    from rectrix.learn.tuning import TuningSource


@dataclass(frozen=True)
class Run:
    """How to run; nothing here but the seed changes what is learned, unless held-out sentences are more than
    watched: they may end it earlier, or set weights."""

    # Where tasks run: serial, threads, processes, ray (this machine), ray:ADDRESS (a cluster), or an executor
    # of yours. The result is the same.
    executor: str | Executor = DEFAULT
    workers: Whole = 0  # tasks at a time; 0: as many as threads, or all that a cluster can run
    threads: Count = THREADS  # threads of this process; the result does not depend on them
    seed: int | None = None  # root of all randomness; None: the recipe's
    progress: Progress = field(default_factory=Progress)
    # Folder for the state of every epoch or round; on a cluster, one that all nodes see.
    checkpoints: Path | None = None
    # Folder for extracted rules, on each machine's own disk; runs that name the same one share them.
    scratch: Path | None = None
    resume: bool = False  # go on where a run with the same settings was interrupted
    held_out: "TuningSource | None" = None  # sentences to watch
    # Stop after so many epochs, or rounds of a batch recipe, without a better held-out score, and take the
    # best; 0: never.
    patience: Whole = 0
    fit_held_out: "Fit | None" = None  # weights that they set at the end; none: they are watched alone

    @property
    def crew(self) -> int:
        """How many workers an executor is started with; 0: all that a cluster has."""
        if self.workers or (isinstance(self.executor, str) and self.executor.startswith("ray:")):
            return self.workers
        return self.threads
