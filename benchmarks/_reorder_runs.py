"""Training runs of orientation classifiers, followed from outside: error and objective by CPU second."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from rectrix._core import reorder as core
from rectrix.reorder import EventRange, Events, LexicalizedTable, OrientationScores

STEPS = 6  # looks at the error per pass
MOST_PASSES = 100


@dataclass
class Run:
    """One way to train. Seconds are CPU seconds of training alone."""

    name: str
    looks: list[tuple[float, float]] = field(default_factory=list)  # seconds, held-out error in percent
    seconds: list[float] = field(default_factory=list)  # at the end of each pass
    objectives: list[float] = field(default_factory=list)  # of the primal problem, after each pass
    active: list[float] = field(default_factory=list)  # share of the examples, after each pass
    checks: float = 0.0  # further seconds that the stopping rule takes
    log_loss: float = 0.0

    @classmethod
    def median(cls, runs: "list[Run]") -> "Run":
        """The same training several times: the median of each time that was taken."""
        times = np.median([[seconds for seconds, _ in run.looks] for run in runs], axis=0)
        return replace(
            runs[0],
            looks=[(float(at), error) for at, (_, error) in zip(times, runs[0].looks, strict=True)],
            seconds=np.median([run.seconds for run in runs], axis=0).tolist(),
            checks=float(np.median([run.checks for run in runs])),
        )

    @property
    def error(self) -> float:
        """At the end."""
        return self.looks[-1][1]

    def first(self, goal: float) -> float:
        """Seconds until the error first is at most the goal."""
        return next((seconds for seconds, error in self.looks if error <= goal), np.inf)

    def lasting(self, goal: float) -> float:
        """Seconds until it is and stays so."""
        late = [seconds for seconds, error in self.looks if error > goal]
        return next((seconds for seconds, _ in self.looks if not late or seconds > late[-1]), np.inf)

    def until_objective(self, goal: float) -> float:
        """Seconds until the objective first is at most the goal."""
        pairs = zip(self.seconds, self.objectives, strict=True)
        return next((seconds for seconds, objective in pairs if objective <= goal), np.inf)


class Task:
    """Events to train on and others to judge by."""

    def __init__(self, events: Events, train: EventRange, test: EventRange, sigma2: float) -> None:
        self.names, self.features, self.sigma2 = events.class_names, events.features, sigma2
        self.classes = len(self.names)
        self.train, self.test = train, test
        self.examples = train.examples(self.classes)

    def report(self, weights: np.ndarray) -> OrientationScores:
        """How weights do on the other events."""
        flat = core.probabilities(self.test.offsets, self.test.ids, None, weights, self.classes)
        return OrientationScores.of(flat.reshape(-1, self.classes), self.test.classes, self.names)

    def objective(self, weights: np.ndarray) -> float:
        """Of the primal problem."""
        return core.primal_objective(self.examples, weights, self.sigma2)

    def lexicalized(self) -> OrientationScores:
        """How the table of phrase pairs does."""
        table = LexicalizedTable.of(self.train, self.classes)
        return OrientationScores.of(
            table.predict_proba(self.test.phrase_pairs), self.test.classes, self.names
        )

    def error_of_dual(self) -> OrientationScores:
        """How the dual does in the end."""
        return self.report(self.timed_dual()[1])

    def timed_dual(self) -> tuple[float, np.ndarray]:
        """The dual as `rectrix reorder train` runs it: CPU seconds and weights."""
        begin = time.process_time()
        solver = core.Dual(self.examples, sigma2=self.sigma2, exact=True)
        while solver.active:
            solver.run()
        return time.process_time() - begin, solver.weights()

    def dual(self, name: str, **options: object) -> Run:
        """The dual until no example is active."""
        start = time.process_time()
        solver = core.Dual(self.examples, sigma2=self.sigma2, **options)
        spent = time.process_time() - start
        return self._follow(name, solver, spent, lambda _: solver.active == 0)

    def primal(self, name: str, average: bool, tolerance: float) -> Run:
        """SGD until a pass lowers the objective by less than the tolerance: the default of its own fit()."""
        start = time.process_time()
        solver = core.Primal(self.examples, sigma2=self.sigma2, average=average)
        spent = time.process_time() - start

        def stop(run: Run) -> bool:
            if len(run.objectives) < 2:
                return False
            before, now = run.objectives[-2:]
            return before - now < tolerance * now

        return self._follow(name, solver, spent, stop)

    def _follow(
        self, name: str, solver: core.Dual | core.Primal, spent: float, stop: Callable[[Run], bool]
    ) -> Run:
        run = Run(name)
        clock = Clock(spent)
        chunks_per_look = max(1, len(self.train) // 256 // STEPS)
        last = 0

        def look(done: int) -> None:
            nonlocal last
            if done - last >= chunks_per_look:
                last = done
                with clock.paused():
                    run.looks.append((clock.spent, 100 * self.report(solver.weights()).error))

        while not stop(run) and len(run.seconds) < MOST_PASSES:
            last = 0
            with clock:
                did = solver.run(look)
            self._end_pass(run, solver, clock.spent)
            run.active.append(did.active / len(self.train) if isinstance(did, core.DualPass) else 1.0)
        print(f"{name}: {len(run.seconds)} passes, {clock.spent:.2f} s, error {run.error:.2f} %", flush=True)
        return run

    def _end_pass(self, run: Run, solver: core.Dual | core.Primal, spent: float) -> None:
        weights = solver.weights()
        report = self.report(weights)
        run.log_loss = report.log_loss
        run.looks.append((spent, 100 * report.error))
        run.seconds.append(spent)
        begin = time.process_time()
        run.objectives.append(self.objective(weights))
        run.checks += time.process_time() - begin


class Clock:
    """CPU seconds of a block, without those of pauses in it."""

    def __init__(self, spent: float) -> None:
        self.spent = spent
        self._since = 0.0

    def __enter__(self) -> "Clock":
        self._since = time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.spent += time.process_time() - self._since

    def paused(self) -> "Pause":
        """A block that does not count."""
        return Pause(self)


class Pause:
    """Time that a clock leaves out."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def __enter__(self) -> None:
        self.clock.__exit__()

    def __exit__(self, *_: object) -> None:
        self.clock.__enter__()
