"""scikit-learn's solvers on the same events: time to our objective, or what they have after much longer."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from _reorder_runs import Task
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.multiclass import OneVsRestClassifier

from rectrix._core import reorder as core

# Iterations that take more than three times our seconds: a solver that is not there by then has lost by more
# than that factor, however many more it would need.
TRIES = {"lbfgs": 12, "saga": 3, "sag": 3, "newton-cg": 2}


@dataclass(frozen=True)
class Outcome:
    """A solver's last try."""

    name: str
    seconds: float
    objective: float  # of our problem; NaN for another
    error: float


def same_problem(task: Task) -> Iterator[Outcome]:
    """The multinomial solvers."""
    X = task.train.matrix()
    for solver, limit in TRIES.items():
        yield _attempt(task, X, solver, limit)


def _attempt(task: Task, X: object, solver: str, limit: int) -> Outcome:
    model = LogisticRegression(
        C=task.sigma2, fit_intercept=False, solver=solver, max_iter=limit, tol=1e-9, random_state=1
    )
    begin = time.process_time()
    model.fit(X, task.train.classes)
    seconds = time.process_time() - begin
    weights = _padded(task, model.coef_)
    error = 100 * task.report(weights).error
    return Outcome(f"{solver}, {limit} iterations", seconds, task.objective(weights), error)


def one_against_rest(task: Task) -> Iterator[Outcome]:
    """Solvers without a multinomial loss: one binary problem for each class, so that only errors compare."""
    X = task.train.matrix()
    alpha = 1 / (task.sigma2 * len(task.train))
    models = {
        "liblinear, dual": LogisticRegression(
            C=task.sigma2, fit_intercept=False, solver="liblinear", dual=True, random_state=1
        ),
        "liblinear, primal": LogisticRegression(C=task.sigma2, fit_intercept=False, solver="liblinear"),
        "SGDClassifier": SGDClassifier(loss="log_loss", alpha=alpha, fit_intercept=False, random_state=1),
    }
    for name, model in models.items():
        begin = time.process_time()
        each = OneVsRestClassifier(model).fit(X, task.train.classes)
        seconds = time.process_time() - begin
        wrong = each.predict(task.test.matrix()) != task.test.classes
        yield Outcome(name, seconds, np.nan, 100 * float(np.mean(wrong)))


def _padded(task: Task, coefficients: np.ndarray) -> np.ndarray:
    weights = np.zeros((task.features, core.stride(task.classes)))
    weights[:, : task.classes] = coefficients.T
    return weights.ravel()
