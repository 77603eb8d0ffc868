"""Multinomial logistic regression without intercept, p(k|x) ~ exp(w_k.x), Gaussian prior of variance sigma2.

Two ways to the same weights: `dual`, exponentiated gradient with shrinking (Alrajeh & Niranjan 2014), and
`primal`, stochastic gradient descent. The objective is |w|^2 / (2 sigma2) + log-loss, that is scikit-learn's
with C = sigma2 and fit_intercept=False. The estimator follows scikit-learn's conventions without needing it.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import signature
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from rectrix import _core
from rectrix.base.errors import UnknownName, UsageError

METHODS = ("dual", "primal")
Tick = Callable[[int], None]


@dataclass(frozen=True)
class LogisticPass:
    """One pass over the examples."""

    objective: float  # after it, of the problem that is solved: the dual's or the primal's
    active: float  # share of the examples that are still active after it (primal: always 1)
    features: int  # feature values read
    seconds: float  # CPU seconds of this and all earlier passes


class LogisticRegression:
    """A linear classifier with probabilities.

    Parameters
    ----------
    method: "dual" or "primal".
    sigma2: variance of the prior on the weights; scikit-learn's C.
    shrink: dual: an example whose gradients differ by at most this leaves the active set for good.
    unshrink: dual: look at all examples again at the end; makes `shrink` a bound on every example.
    max_passes: passes over the (active) examples.
    initial, step, trials, decrease, exact: dual: probability off the true class at the start (None: 0.001;
        exact: 0), the first trial step, the most trials, the share of the predicted decrease that a step must
        reach; minimize over each visited example instead of one gradient step.
    rate, average: primal: the first step's size; average the weights after the first pass.
    tolerance: primal: stop when a pass lowers the objective by less than this share of it.
    blocks: dual: groups of examples worked on at once; the result depends on it, unlike on `threads`.
    seed: of the order of examples.

    Attributes after fit: classes_, coef_ (classes x features), n_features_in_, passes_, n_iter_, converged_,
    objective_ and active_ (per pass), dual_ (examples x classes; dual only).
    """

    def __init__(
        self,
        method: str = "dual",
        *,
        sigma2: float = 1.0,
        shrink: float = 0.1,
        unshrink: bool = False,
        max_passes: int = 100,
        initial: float | None = None,
        step: float = 0.5,
        trials: int = 10,
        decrease: float = 0.25,
        exact: bool = False,
        rate: float = 0.1,
        average: bool = True,
        tolerance: float = 1e-3,
        blocks: int = 1,
        threads: int = 1,
        seed: int = 1,
    ) -> None:
        self.method = method
        self.sigma2 = sigma2
        self.shrink = shrink
        self.unshrink = unshrink
        self.max_passes = max_passes
        self.initial = initial
        self.step = step
        self.trials = trials
        self.decrease = decrease
        self.exact = exact
        self.rate = rate
        self.average = average
        self.tolerance = tolerance
        self.blocks = blocks
        self.threads = threads
        self.seed = seed

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's parameters, as scikit-learn's clone and grid search read them."""
        return {name: getattr(self, name) for name in signature(type(self)).parameters}

    def set_params(self, **params: Any) -> Self:
        """Change constructor parameters."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise UnknownName("parameter", name, known)
            setattr(self, name, value)
        return self

    def fit(self, X: Any, y: ArrayLike, tick: Callable[[LogisticPass], None] | None = None) -> Self:
        """Train on the rows of X (a SciPy sparse matrix or an array) and their classes y."""
        offsets, ids, values, width = csr_parts(X)
        labels = np.asarray(y)
        if labels.ndim != 1 or len(labels) != len(offsets) - 1:
            raise UsageError(f"y must have one class per row of X: {len(offsets) - 1}, not {labels.shape}")
        self.classes_, numbers = np.unique(labels, return_inverse=True)
        if not 2 <= len(self.classes_) <= 256:
            raise UsageError(f"y must have 2 to 256 different classes, not {len(self.classes_)}")
        examples = _core.reorder.Examples(
            offsets, ids, values, numbers.astype(np.uint8), width, len(self.classes_)
        )
        return self.fit_examples(examples, width, tick, keep_dual=True)

    def fit_examples(
        self,
        examples: _core.reorder.Examples,
        features: int,
        tick: Callable[[LogisticPass], None] | None = None,
        keep_dual: bool = False,
    ) -> Self:
        """Train on examples that the core holds already; classes_ must be set.

        keep_dual: have dual_ afterwards, which can take as much memory as the examples.
        """
        if self.method not in METHODS:
            raise UnknownName("method", self.method, METHODS)
        self.n_features_in_ = features
        self.passes_: list[LogisticPass] = []
        self.converged_ = False
        run = self._run_dual(examples, keep_dual) if self.method == "dual" else self._run_primal(examples)
        for done in run:
            self.passes_.append(done)
            if tick is not None:
                tick(done)
        self.objective_ = np.array([done.objective for done in self.passes_])
        self.active_ = np.array([done.active for done in self.passes_])
        self.n_iter_ = len(self.passes_)
        return self

    def _run_dual(self, examples: _core.reorder.Examples, keep_dual: bool) -> Iterator[LogisticPass]:
        start = time.process_time()
        solver = _core.reorder.Dual(
            examples,
            sigma2=self.sigma2,
            shrink=self.shrink,
            initial=self.initial,
            step=self.step,
            trials=self.trials,
            decrease=self.decrease,
            exact=self.exact,
            blocks=self.blocks,
            threads=self.threads,
            seed=self.seed,
        )
        for _ in range(self.max_passes):
            if solver.active == 0:
                self.converged_ = not self.unshrink or solver.reactivate() == 0
                if self.converged_:
                    break
            did = solver.run()
            share = did.active / max(1, len(examples))
            yield LogisticPass(did.objective, share, did.features, time.process_time() - start)
        else:
            self.converged_ = solver.active == 0 and (not self.unshrink or solver.reactivate() == 0)
        self.weights_ = solver.weights()
        if keep_dual:
            self.dual_ = solver.probabilities().reshape(-1, len(self.classes_))

    def _run_primal(self, examples: _core.reorder.Examples) -> Iterator[LogisticPass]:
        start = time.process_time()
        solver = _core.reorder.Primal(
            examples, sigma2=self.sigma2, rate=self.rate, average=self.average, seed=self.seed
        )
        before, seconds = np.inf, time.process_time() - start
        for _ in range(self.max_passes):
            start = time.process_time()
            solver.run()
            seconds += time.process_time() - start
            self.weights_ = solver.weights()
            objective = _core.reorder.primal_objective(examples, self.weights_, self.sigma2, self.threads)
            yield LogisticPass(objective, 1.0, 0, seconds)
            self.converged_ = before - objective < self.tolerance * objective
            if self.converged_:
                break
            before = objective

    @property
    def coef_(self) -> NDArray[np.float64]:
        """The weights, classes x features."""
        width = _core.reorder.stride(len(self.classes_))
        table: NDArray[np.float64] = self.weights_.reshape(-1, width)[:, : len(self.classes_)].T
        return table

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class for each row, columns as in classes_."""
        offsets, ids, values, width = csr_parts(X)
        if width != self.n_features_in_:
            raise UsageError(f"X has {width} features, the classifier was trained with {self.n_features_in_}")
        flat = _core.reorder.probabilities(
            offsets, ids, values, self.weights_, len(self.classes_), threads=self.threads
        )
        return flat.reshape(-1, len(self.classes_))

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """The logarithm of predict_proba."""
        return np.asarray(np.log(self.predict_proba(X)))

    def predict(self, X: Any) -> NDArray[Any]:
        """The most probable class of each row."""
        return np.asarray(self.classes_[self.predict_proba(X).argmax(axis=1)])

    def score(self, X: Any, y: ArrayLike) -> float:
        """The share of rows whose most probable class is the true one."""
        return float(np.mean(self.predict(X) == np.asarray(y)))


def csr_parts(
    X: Any,
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.float64] | None, int]:
    """Offsets, feature ids, values (None if all are 1) and the number of features of a matrix."""
    matrix = sparse.csr_array(X)
    if not matrix.has_canonical_format:
        matrix = matrix.copy() if matrix is X else matrix
        matrix.sum_duplicates()
    if matrix.shape[1] >= 2**32:
        raise UsageError(f"at most {2**32 - 1} features, not {matrix.shape[1]}")
    data = np.ascontiguousarray(matrix.data, dtype=np.float64)
    if not np.isfinite(data).all():
        raise UsageError("X has values that are not finite numbers")
    values = None if bool((data == 1).all()) else data
    offsets = np.ascontiguousarray(matrix.indptr, dtype=np.uint64)
    return offsets, np.ascontiguousarray(matrix.indices, dtype=np.uint32), values, int(matrix.shape[1])
