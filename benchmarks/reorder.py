"""Orientation classifiers on europarl-de-en: time and error of dual, primal and scikit-learn's solvers.

Writes the tables and the figure of docs/reorder.md. CPU seconds of one thread, same events, one run.
    python benchmarks/reorder.py [--quick]
"""

import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from _reorder_data import CORPORA, DATA, events_of

from rectrix._core import reorder as core
from rectrix.reorder import Events, EventSettings, Part, Report, Table

SIGMA2 = 0.03
MOST_PASSES = 50  # of SGD
SHRINK_LEVELS = (1.0, 0.1, 0.01)
PAGE = Path(__file__).parents[1] / "docs/reorder.md"
FIGURE = Path(__file__).parents[1] / "docs/reorder-active.svg"


@dataclass
class Run:
    """One way to train, pass by pass."""

    name: str
    seconds: list[float]  # CPU, training alone, up to the end of each pass
    errors: list[float]  # held-out, percent
    objectives: list[float]  # of the primal problem
    active: list[float]
    log_loss: float = 0.0

    def until(self, values: list[float], goal: float) -> str:
        """CPU seconds until a value per pass first is at most the goal."""
        found = next((s for s, value in zip(self.seconds, values, strict=True) if value <= goal), None)
        return f"{found:.1f}" if found is not None else f"> {self.seconds[-1]:.1f}"


class Task:
    """Training and held-out events, and how weights do on them."""

    def __init__(self, events: Events) -> None:
        self.classes = len(events.class_names)
        self.names = events.class_names
        self.train, self.test = events.split(0.1)
        self.features = events.features
        self.examples = self.train.examples(self.classes)

    def report(self, weights: np.ndarray) -> Report:
        flat = core.probabilities(self.test.offsets, self.test.ids, None, weights, self.classes)
        return Report.of(flat.reshape(-1, self.classes), self.test.classes, self.names)

    def objective(self, weights: np.ndarray) -> float:
        return core.primal_objective(self.examples, weights, SIGMA2)

    def follow(
        self, name: str, solver: core.Dual | core.Primal, start: float, stop: Callable[[Run], bool]
    ) -> Run:
        """Passes until stop says so; what is measured between passes costs the run nothing."""
        run = Run(name, [], [], [], [])
        spent = time.process_time() - start
        while not stop(run):
            begin = time.process_time()
            did = solver.run()
            spent += time.process_time() - begin
            weights = solver.weights()
            report = self.report(weights)
            run.log_loss = report.log_loss
            run.seconds.append(spent)
            run.errors.append(100 * report.error)
            run.objectives.append(self.objective(weights))
            run.active.append(did.active / len(self.train) if isinstance(did, core.DualPass) else 1.0)
        print(f"{name}: {len(run.seconds)} passes, {spent:.1f} s, error {run.errors[-1]:.2f} %", flush=True)
        return run


def dual(task: Task, shrink: float, exact: bool) -> Run:
    name = f"dual, {'exact visits' if exact else 'EG'}, shrink {shrink:g}"
    start = time.process_time()
    solver = core.Dual(
        task.examples, sigma2=SIGMA2, shrink=shrink, exact=exact, decrease=0.25 if exact else 0.0
    )
    return task.follow(name, solver, start, lambda run: solver.active == 0 or len(run.seconds) >= 100)


def primal(task: Task, average: bool, goal: float) -> Run:
    name = f"primal SGD, {'averaged' if average else 'plain'}"
    start = time.process_time()
    solver = core.Primal(task.examples, sigma2=SIGMA2, average=average)

    def stop(run: Run) -> bool:
        return len(run.seconds) >= MOST_PASSES or bool(run.objectives and run.objectives[-1] <= goal)

    return task.follow(name, solver, start, stop)


def reference(task: Task, solver: str, target: float, limits: list[int]) -> Run:
    """scikit-learn's solver with ever more iterations, from the start each time, up to the target."""
    from sklearn.linear_model import LogisticRegression

    run = Run(f"scikit-learn {solver}", [], [], [], [])
    X, width = task.train.matrix(), core.stride(task.classes)
    for limit in limits:
        model = LogisticRegression(C=SIGMA2, fit_intercept=False, solver=solver, max_iter=limit, tol=1e-9)
        begin = time.process_time()
        model.fit(X, task.train.classes)
        run.seconds.append(time.process_time() - begin)
        weights = np.zeros((task.features, width))
        weights[:, : task.classes] = model.coef_.T
        report = task.report(weights.ravel())
        run.errors.append(100 * report.error)
        run.objectives.append(task.objective(weights.ravel()))
        run.log_loss = report.log_loss
        print(f"{solver} {limit}: {run.seconds[-1]:.1f} s, {run.objectives[-1]:.0f}", flush=True)
        if run.objectives[-1] <= target:
            break
    return run


def lexicalized(train: Part, test: Part, names: list[str]) -> Report:
    table = Table.of(train, len(names))
    return Report.of(table.predict_proba(test.phrase_pairs), test.classes, names)


def plot(runs: list[Run]) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "reorder"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.5))
    for run in runs:
        axes.plot(range(len(run.active) + 1), [100, *(100 * share for share in run.active)], label=run.name)
    axes.set_xlabel("passes")
    axes.set_ylabel("active examples, %")
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(FIGURE, metadata={"Date": None})


def write_between(marker: str, text: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- {marker} begin -->", f"<!-- {marker} end -->"
    head, tail = page.split(begin)[0], page.split(end)[1]
    PAGE.write_text(f"{head}{begin}\n{text}\n{end}{tail}", encoding="utf-8")


def row(run: Run, error: float, objective: float) -> str:
    return (
        f"| {run.name} | {len(run.seconds)} | {run.seconds[-1]:.1f} | {run.until(run.errors, error)} "
        f"| {run.until(run.objectives, objective)} | {run.errors[-1]:.2f} | {run.log_loss:.4f} "
        f"| {run.objectives[-1]:,.0f} |"
    )


def main() -> None:
    if not (DATA / "europarl-de-en").exists():
        print("skipped: needs ../shared/data/europarl-de-en")
        return
    warnings.simplefilter("ignore")
    events = events_of("europarl-de-en", name="paper")
    task = Task(events)
    print(
        f"{len(task.train)} training events, {len(task.test)} held out, {task.features} features", flush=True
    )
    paper = [dual(task, level, exact=False) for level in SHRINK_LEVELS]
    exact = [dual(task, level, exact=True) for level in SHRINK_LEVELS]
    plot([*paper, *exact])
    objective = 1.001 * min(min(run.objectives) for run in [*paper, *exact])
    plain, averaged = primal(task, False, objective), primal(task, True, objective)
    error = min(plain.errors[-1], averaged.errors[-1]) + 0.2
    table = lexicalized(task.train, task.test, task.names)
    lines = [
        f"{len(task.train):,} training events, {len(task.test):,} held out (from other sentences), "
        f"{task.features:,} features, sigma2 {SIGMA2}. Seconds until the error is at most {error:.2f} % "
        f"(0.2 above the better SGD's last) and until the objective is at most {objective:,.0f} (0.1 % above "
        "the best found).",
        "",
        "| method | passes | CPU s | s to error | s to objective | error % | log-loss | objective |",
        "|---|---|---|---|---|---|---|---|",
        f"| lexicalized | | | | | {100 * table.error:.2f} | {table.log_loss:.4f} | |",
        *(row(run, error, objective) for run in (plain, averaged, *paper, *exact)),
    ]
    write_between("solvers", "\n".join(lines))
    if "--quick" not in sys.argv:
        compare(task, exact[1])


def compare(task: Task, ours: Run) -> None:
    """The same objective value by scikit-learn."""
    limits = {"lbfgs": [15, 30, 60], "newton-cg": [3, 6, 12], "saga": [4, 16], "sag": [4, 16]}
    lines = [
        f"Objective to reach: {ours.objectives[-1]:,.0f} ({ours.name}: {ours.seconds[-1]:.1f} s).",
        "",
        "| solver | CPU s | objective | reached | times ours |",
        "|---|---|---|---|---|",
    ]
    for solver, tries in limits.items():
        run = reference(task, solver, ours.objectives[-1], tries)
        reached = "yes" if run.objectives[-1] <= ours.objectives[-1] else "no"
        times = run.seconds[-1] / ours.seconds[-1]
        more = "" if reached == "yes" else "> "
        cells = (
            run.name,
            f"{run.seconds[-1]:.1f}",
            f"{run.objectives[-1]:,.0f}",
            reached,
            f"{more}{times:.1f}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    write_between("scikit-learn", "\n".join(lines))


def quality() -> None:
    """The lexicalized model's error and the dual's, with the paper's features and with more."""
    more = EventSettings(features=("pairs", "context", "boundary", "lengths"))
    lines = [
        "| corpus | features | training events | lexicalized error % | dual error % | log-losses |",
        "|---|---|---|---|---|---|",
    ]
    for corpus in CORPORA:
        if not (DATA / corpus).exists():
            continue
        for name, settings in ("paper", EventSettings()), ("paper, boundary words, lengths", more):
            task = Task(events_of(corpus, settings, name.replace(", ", "-").replace(" ", "-")))
            table = lexicalized(task.train, task.test, task.names)
            solver = core.Dual(task.examples, sigma2=SIGMA2, exact=True)
            while solver.active:
                solver.run()
            ours = task.report(solver.weights())
            errors = f"{100 * table.error:.2f} | {100 * ours.error:.2f}"
            losses = f"{table.log_loss:.3f} / {ours.log_loss:.3f}"
            lines.append(f"| {corpus} | {name} | {len(task.train):,} | {errors} | {losses} |")
    write_between("quality", "\n".join(lines))


if __name__ == "__main__":
    main()
    quality()
