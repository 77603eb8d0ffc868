"""The solvers against the worked example, scikit-learn, finite differences and the optimality conditions."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression as Reference

from rectrix import _core
from rectrix.base.errors import UnknownName, UsageError
from rectrix.reorder import LogisticRegression


def events(seed=0, rows=400, features=60, classes=3, indicators=False):
    """Random sparse rows whose classes follow a random linear model."""
    rng = np.random.default_rng(seed)
    X = sparse.random_array((rows, features), density=0.1, format="csr", rng=rng)
    X.data = np.ones(X.nnz) if indicators else rng.normal(size=X.nnz)
    scores = X @ rng.normal(size=(features, classes)) + rng.gumbel(size=(rows, classes))
    y = scores.argmax(axis=1)
    y[:classes] = np.arange(classes)
    return X, y


def one_example():
    return _core.reorder.Examples(
        np.array([0, 2], np.uint64),
        np.array([0, 1], np.uint32),
        None,
        np.array([0], np.uint8),
        features=2,
        class_count=3,
    )


def test_worked_example():
    # One example, K = 3, |x|^2 = 2, sigma2 = 1, initial 1e-3: start, one EG step, optimum.
    dual = _core.reorder.Dual(one_example(), shrink=0.0)
    assert dual.objective() == pytest.approx(-0.00859890, abs=5e-9)
    assert dual.gradient(0) == pytest.approx([0.998999, -6.597902, -6.597902], abs=1e-6)
    assert dual.run().objective == pytest.approx(-0.203537, abs=5e-7)
    assert dual.probabilities() == pytest.approx([0.957234, 0.021383, 0.021383], abs=5e-7)
    for _ in range(100):
        dual.run()
    assert dual.probabilities() == pytest.approx([0.614096, 0.192952, 0.192952], abs=5e-7)
    assert dual.objective() == pytest.approx(-0.710986, abs=5e-7)


def test_exact_visits_start_in_the_corner():
    # One example: its own minimum is the optimum, whatever the logits of the start.
    dual = _core.reorder.Dual(one_example(), shrink=0.0, exact=True)
    assert dual.objective() == pytest.approx(0, abs=1e-30)
    assert dual.probabilities() == pytest.approx([1, 0, 0], abs=1e-30)
    assert (dual.weights() == 0).all()
    assert dual.run().objective == pytest.approx(-0.710986, abs=5e-7)
    assert dual.probabilities() == pytest.approx([0.614096, 0.192952, 0.192952], abs=5e-7)


@pytest.mark.parametrize("classes", [2, 3, 4])
@pytest.mark.parametrize("indicators", [False, True])
def test_the_start_does_not_change_the_optimum(classes, indicators):
    # Rows of 30 to 90 features; four visited at a time.
    X, y = events(rows=900, features=600, classes=classes, indicators=indicators)
    given = {"sigma2": 0.002, "shrink": 1e-3, "exact": True, "unshrink": True, "max_passes": 500}
    corner, near = (LogisticRegression(initial=initial, **given).fit(X, y) for initial in (None, 0.2))
    assert corner.converged_
    assert near.converged_
    assert np.abs(corner.coef_ - near.coef_).max() < 2e-3 * np.abs(near.coef_).max()
    assert corner.objective_[-1] == pytest.approx(near.objective_[-1], rel=1e-6)
    assert (np.diff(corner.objective_) <= 0).all()
    assert corner.objective_[0] < 0  # the corner's own


@pytest.mark.parametrize("indicators", [False, True])
@pytest.mark.parametrize("classes", [2, 3, 4, 6])
@pytest.mark.parametrize("exact", [False, True])
def test_agrees_with_scikit_learn(classes, exact, indicators):
    X, y = events(classes=classes, indicators=indicators)
    # Two classes: scikit-learn fits one vector v, prior |v|^2 / (2 C); ours are v/2, -v/2: |v|^2 / (4 s).
    sigma2 = 0.7
    reference = Reference(
        C=sigma2 * (2 if classes == 2 else 1), fit_intercept=False, tol=1e-10, max_iter=10_000
    )
    reference.fit(X, y)
    expected = reference.coef_
    if classes == 2:
        expected = np.concatenate([-expected, expected]) / 2
    ours = LogisticRegression(sigma2=sigma2, shrink=1e-6, unshrink=True, max_passes=2000, exact=exact).fit(
        X, y
    )
    assert ours.converged_
    assert np.abs(ours.coef_ - expected).max() <= 1e-4 * np.abs(expected).max()
    assert ours.predict_proba(X) == pytest.approx(reference.predict_proba(X), abs=1e-4)
    losses = -np.log(reference.predict_proba(X)[np.arange(len(y)), y]).sum()
    objective = (expected**2).sum() / (2 * sigma2) + losses
    # Strong duality: the minimum of the primal is minus the minimum of this dual.
    assert -ours.objective_[-1] == pytest.approx(objective, rel=1e-4)


@given(
    seed=st.integers(0, 2**32),
    classes=st.integers(2, 5),
    sigma2=st.floats(0.01, 50),
    blocks=st.integers(1, 5),
    threads=st.integers(1, 2),
    decrease=st.sampled_from([0.0, 0.25]),
    exact=st.booleans(),
)
@settings(max_examples=80)
def test_dual_objective_never_rises(seed, classes, sigma2, blocks, threads, decrease, exact):
    X, y = events(seed=seed, rows=3000, features=40, classes=classes)
    model = LogisticRegression(
        sigma2=sigma2,
        shrink=0.01,
        max_passes=6,
        blocks=blocks,
        threads=threads,
        decrease=decrease,
        exact=exact,
    ).fit(X, y)
    assert (np.diff(model.objective_) <= 1e-9 * np.abs(model.objective_[:-1])).all()


# Small sigma2 and exact: four examples at a time, but the last three. sigma2 = 1: one by one.
@pytest.mark.parametrize(("exact", "sigma2"), [(False, 1.0), (True, 1.0), (True, 0.02)])
@pytest.mark.parametrize("classes", [2, 3, 4])
@pytest.mark.parametrize("shrink", [0.1, 1e-3, 1e-5])
def test_dual_variables_are_the_probabilities(shrink, classes, exact, sigma2):
    X, y = events(rows=1003, classes=classes)
    model = LogisticRegression(shrink=shrink, sigma2=sigma2, exact=exact, unshrink=True, max_passes=5000).fit(
        X, y
    )
    assert model.converged_
    # Gradients that differ by at most v: log a and log p differ by at most v.
    assert np.abs(np.log(model.dual_) - model.predict_log_proba(X)).max() <= shrink * 1.001
    W = np.zeros_like(model.coef_)
    for k in range(classes):
        W[k] = sigma2 * (X.T @ ((y == k) - model.dual_[:, k]))
    assert np.abs(W - model.coef_).max() < 1e-9  # w = w(a) although updated step by step


def test_objective_from_scratch_is_the_running_one():
    X, y = events(rows=2500)
    examples = _core.reorder.Examples(
        X.indptr.astype(np.uint64), X.indices.astype(np.uint32), X.data, y.astype(np.uint8), X.shape[1], 3
    )
    for blocks, exact in (1, False), (3, False), (1, True), (3, True):
        dual = _core.reorder.Dual(examples, sigma2=0.05, blocks=blocks, exact=exact)
        for _ in range(5):
            assert dual.run().objective == pytest.approx(dual.objective(), rel=1e-12)


def test_gradient_by_finite_differences():
    X, y = events(rows=5, features=8)
    examples = _core.reorder.Examples(
        X.indptr.astype(np.uint64), X.indices.astype(np.uint32), X.data, y.astype(np.uint8), X.shape[1], 3
    )
    dual = _core.reorder.Dual(examples, sigma2=0.3, initial=0.4)
    a = dual.probabilities().reshape(-1, 3)

    def objective(a):
        w = 0.3 * (np.eye(3)[y] - a).T @ X.toarray()
        return (w**2).sum() / 0.6 + (a * np.log(a)).sum()

    for i in range(5):
        numeric = []
        for k in range(3):
            step = np.zeros_like(a)
            step[i, k] = 1e-6
            numeric.append((objective(a + step) - objective(a - step)) / 2e-6)
        ours = dual.gradient(i)
        # The paper's form adds w_y.x, the same for all classes.
        assert ours - ours.mean() == pytest.approx(numeric - np.mean(numeric), abs=1e-6)


def test_shrinking_reads_only_active_examples():
    X, y = events(rows=5000, indicators=True)
    reads: list[tuple[float, int]] = []
    LogisticRegression(shrink=0.2, max_passes=30).fit(
        X, y, tick=lambda p: reads.append((p.active, p.features))
    )
    assert reads[-1][0] < 0.5
    for (active, _), (_, features) in pairwise(reads):
        assert features <= 2 * active * X.nnz + 100  # active examples may be longer ones


def test_threads_do_not_change_the_result_and_the_seed_does():
    X, y = events(rows=9000, features=40)
    one = LogisticRegression(blocks=4, threads=1, max_passes=4).fit(X, y)
    two = LogisticRegression(blocks=4, threads=3, max_passes=4).fit(X, y)
    other = LogisticRegression(blocks=4, threads=1, max_passes=4, seed=2).fit(X, y)
    assert np.array_equal(one.coef_, two.coef_)
    assert not np.array_equal(one.coef_, other.coef_)


@pytest.mark.parametrize("average", [True, False])
def test_primal_comes_close_to_the_optimum(average):
    X, y = events(rows=2000)
    best = LogisticRegression(shrink=1e-6, unshrink=True, max_passes=2000).fit(X, y)
    model = LogisticRegression("primal", average=average, max_passes=300, tolerance=-1).fit(X, y)
    assert np.abs(model.coef_ - best.coef_).max() < (0.02 if average else 0.1) * np.abs(best.coef_).max()


@pytest.mark.parametrize("average", [True, False])
def test_primal_steps_are_the_formula(average):
    # One example, many passes: the lazy factor (folded in when it gets small) and the deferred average
    # against plain vectors.
    sigma2, rate = 2.0, 0.5
    primal = _core.reorder.Primal(one_example(), sigma2=sigma2, rate=rate, average=average)
    w, total, counted = np.zeros(3), np.zeros(3), 0
    for t in range(500):
        primal.run()
        eta = rate / (1 + rate * t / sigma2)
        p = np.exp(w) ** 2 / (np.exp(w) ** 2).sum()
        w = w * (1 - eta / sigma2) + eta * (np.array([1, 0, 0]) - p)
        if t > 0:
            total, counted = total + w, counted + 1
    expected = total / counted if average else w
    assert primal.weights().reshape(2, 4)[0, :3] == pytest.approx(expected, rel=1e-9)


def test_scikit_learn_conventions():
    X, y = events()
    names = np.array(["swap", "mono", "other"])[y]
    model = clone(LogisticRegression(sigma2=2.0, shrink=0.01))
    assert model.get_params()["sigma2"] == 2.0
    model.set_params(max_passes=7).fit(X, names)
    assert list(model.classes_) == ["mono", "other", "swap"]
    assert model.n_iter_ <= 7
    assert model.predict_proba(X).sum(axis=1) == pytest.approx(np.ones(len(y)))
    assert model.score(X, names) > 0.6
    with pytest.raises(UnknownName):
        model.set_params(sigma=1)


def test_dense_input_and_duplicates_are_the_same_matrix():
    X, y = events(rows=50)
    doubled = sparse.csr_array(
        (np.repeat(X.data / 2, 2), np.repeat(X.indices, 2), X.indptr * 2), shape=X.shape
    )
    expected = LogisticRegression(max_passes=3).fit(X, y).coef_
    assert LogisticRegression(max_passes=3).fit(X.toarray(), y).coef_ == pytest.approx(expected)
    assert LogisticRegression(max_passes=3).fit(doubled, y).coef_ == pytest.approx(expected)


def test_wrong_input_is_refused():
    X, y = events(rows=20)
    with pytest.raises(UsageError, match="one class per row"):
        LogisticRegression().fit(X, y[:-1])
    with pytest.raises(UsageError, match="2 to 256"):
        LogisticRegression().fit(X, np.zeros(20))
    with pytest.raises(UsageError, match="finite"):
        bad = X.copy()
        bad.data[0] = np.nan
        LogisticRegression().fit(bad, y)
    with pytest.raises(UsageError, match="trained with 60"):
        LogisticRegression().fit(X, y).predict(X[:, :10])
    with pytest.raises(UsageError, match="sigma2"):
        LogisticRegression(sigma2=0).fit(X, y)
    with pytest.raises(UsageError, match="unless visits are exact"):
        LogisticRegression(initial=0).fit(X, y)
    with pytest.raises(UnknownName):
        LogisticRegression("duel").fit(X, y)
    with pytest.raises(UsageError, match="not below"):
        _core.reorder.Examples(
            np.array([0, 1], np.uint64), np.array([9], np.uint32), None, np.array([0], np.uint8), 2, 3
        )
    with pytest.raises(UsageError, match="offsets"):
        _core.reorder.Examples(
            np.array([0, 7], np.uint64), np.array([1], np.uint32), None, np.array([0], np.uint8), 2, 3
        )
