"""The core's batch tuners: published line searches, brute force, and determinism."""

from itertools import pairwise

import numpy as np
import pytest

from rectrix._core.learn import KbMiraSolver, ListsView, mert, sample_pairs
from rectrix.base.errors import UsageError


def problem(rows, statistics, sizes):
    """Dense feature rows of lists with these sizes."""
    rows = np.atleast_2d(np.asarray(rows, np.float32))
    count, width = rows.shape
    return ListsView(
        np.concatenate([[0], np.cumsum(sizes)]),
        np.arange(count + 1) * width,
        np.tile(np.arange(width, dtype=np.int32), count),
        np.ascontiguousarray(rows.ravel()),
        np.ascontiguousarray(statistics, float),
    )


def mean(sums):
    return np.ascontiguousarray(sums[:, 0] / sums[:, 1])


def test_line_search_of_travatars_test():
    # (value, slope, score): the best point is between the second list's breakpoints 1 and 3.
    lists = [(1, -1, 0.2), (3, 1, 0.1), (1, 1, 0.3), (7, -1, 0.1), (3, 1, 0.2), (6, 0, 0.3)]
    lines = np.array(lists)
    made = problem(lines[:, :2], np.column_stack([lines[:, 2], np.ones(6)]), [3, 3])
    position, score = made.line_search(lines[:, 0].copy(), lines[:, 1].copy(), 0, mean)
    assert position == pytest.approx(2.0) and score == pytest.approx(0.2)


@pytest.mark.parametrize("seed", range(8))
def test_line_search_finds_the_best_of_all_points(seed):
    random = np.random.default_rng(seed)
    sizes = random.integers(1, 9, 6)
    count = int(sizes.sum())
    intercepts, slopes = random.integers(-5, 6, (2, count)).astype(float)  # ties on purpose
    scores = random.random(count)
    made = problem(np.column_stack([intercepts, slopes]), np.column_stack([scores, np.ones(count)]), sizes)
    position, found = made.line_search(intercepts, slopes, 0, mean)

    def at(x):
        begins = np.concatenate([[0], np.cumsum(sizes)])
        points = intercepts + x * slopes
        best = [b + int(np.argmax(points[b:e])) for b, e in pairwise(begins)]
        return scores[best].mean()

    # Between neighboring intersections of any two lines nothing changes.
    i, j = np.triu_indices(count, 1)
    crossing = slopes[i] != slopes[j]
    borders = np.unique(((intercepts[j] - intercepts[i])[crossing]) / ((slopes[i] - slopes[j])[crossing]))
    middles = (borders[:-1] + borders[1:]) / 2
    brute = max(at(x) for x in [borders[0] - 1, *middles, borders[-1] + 1])
    assert found >= brute - 1e-12
    assert found == pytest.approx(at(position + 1e-9)) or found == pytest.approx(at(position))


def test_mert_needs_no_luck_on_a_planted_direction():
    random = np.random.default_rng(3)
    truth = np.array([1.0, -2.0, 0.5])
    rows = random.normal(size=(400, 3))
    quality = rows @ truth
    made = problem(rows, np.column_stack([quality, np.ones(400)]), [20] * 20)
    starts = random.normal(size=(5, 3))
    results = mert(made, starts, 0, mean)
    best = max(results, key=lambda result: result[1])
    assert best[1] == pytest.approx(quality.reshape(20, 20).max(axis=1).mean())
    assert all(score >= start for _, score, start, _ in results)


def test_mert_does_not_depend_on_threads():
    random = np.random.default_rng(4)
    rows, scores = random.normal(size=(300, 4)), random.random(300)
    made = problem(rows, np.column_stack([scores, np.ones(300)]), [15] * 20)
    starts = random.normal(size=(6, 4))
    one, three = (mert(made, starts, 0, mean, random_directions=3, threads=n) for n in (1, 3))
    assert [r[0].tobytes() for r in one] == [r[0].tobytes() for r in three]


def test_errors_of_a_metric_come_through():
    made = problem([[1.0], [2.0]], [[1, 1], [2, 1]], [2])
    with pytest.raises(ZeroDivisionError):
        mert(made, np.ones((1, 1)), 0, lambda sums: 1 / 0)
    with pytest.raises(UsageError, match="another number"):
        mert(made, np.ones((1, 1)), 0, lambda sums: np.zeros(7))


def test_arrays_that_do_not_fit_are_refused():
    rows, begin = np.ones(2, np.float32), np.array([0, 1, 2])
    good = (np.array([0, 2]), begin, np.zeros(2, np.int32), rows, np.ones((2, 2)))
    ListsView(*good)
    for place, wrong in ((0, np.array([0, 3])), (1, np.array([0, 2, 1])), (2, -np.ones(2, np.int32))):
        arrays = list(good)
        arrays[place] = wrong
        with pytest.raises(UsageError):
            ListsView(*arrays)
    with pytest.raises(UsageError, match="has no weight"):
        ListsView(*good).scores(np.zeros(0))


def test_thots_kbmira_example_moves_the_weights_apart():
    # The second hypothesis is the worst and has much of the first feature.
    rows = [(0.1, 0.4), (0.5, 0.1), (0.1, 0.4)]
    made = problem(rows, np.ones((3, 10)), [3])
    learner = KbMiraSolver(made, np.ones(2), 0, np.array([1.0, 0.0, 1.0]), cap=0.1)
    assert learner.run(np.array([0]))[0] == 1
    first, second = learner.average()
    assert first < second  # they were equal


def test_sampling_is_the_same_for_any_number_of_threads():
    random = np.random.default_rng(2)
    begin = np.array([0, 40, 40, 41, 100])
    gains, lengths = random.random(100), random.integers(5, 9, 100)
    one = sample_pairs(begin, gains, lengths, 500, 20, 0.1, seed=9)
    many = sample_pairs(begin, gains, lengths, 500, 20, 0.1, seed=9, threads=4)
    assert [a.tolist() for a in one] == [a.tolist() for a in many]
    assert one[2].tolist() == [0, 20, 20, 20, 40]
    assert (gains[one[0]] - gains[one[1]] >= 0.1).all()
    assert sample_pairs(begin, gains, lengths, 500, 20, 0.1, seed=8)[0].tolist() != one[0].tolist()
