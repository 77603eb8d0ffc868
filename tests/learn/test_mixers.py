"""Mixers on the examples of the paper and of the published selection script."""

import numpy as np
import pytest

from rectrix.learn.mixers import MIXERS
from rectrix.learn.mixers.interpolate import Interpolate
from rectrix.learn.mixers.top_k import TopK
from rectrix.learn.mixers.weighted_mean import WeightedMean
from rectrix.learn.sparse import Columns, Sparse

NOTHING = Sparse.of(np.zeros(0))


def shards(*columns):
    """Shards from columns, as the paper's figure shows them; short columns end in zeros."""
    rows = max(len(column) for column in columns)
    matrix = np.array([list(column) + [0] * (rows - len(column)) for column in columns], float).T
    return [Sparse.of(row) for row in matrix]


def test_column_norms_of_the_papers_figure():
    # Three shards whose features are spread, against three that agree on two features.
    spread = Columns.of(
        [Sparse.of(np.array(row, float)) for row in ([6, 4, 0, 0, 0], [0, 0, 3, 0, 0], [0, 0, 0, 2, 3])]
    )
    shared = Columns.of(
        [Sparse.of(np.array(row, float)) for row in ([6, 4, 0, 0, 0], [3, 0, 0, 0, 0], [2, 3, 0, 0, 0])]
    )
    assert spread.norms("linf").sum() == 18
    assert spread.norms("l2") == pytest.approx([6, 4, 3, 2, 3])
    assert shared.norms("l2") == pytest.approx([7, 5])
    assert shared.norms("l2").sum() == pytest.approx(12)
    kept = TopK(keep=2).mix(
        [Sparse.of(np.array(r, float)) for r in ([6, 4], [3, 0], [2, 3])], [1] * 3, NOTHING
    )
    assert kept.values == pytest.approx([3.6667, 2.3333], abs=1e-4)


def test_selection_agrees_with_the_published_scripts_example():
    matrix = shards([1, 2, 3], [1, 2], [66], [10, 20, 30])
    assert TopK(keep=2, norm="l1").mix(matrix, [1] * 3, NOTHING).keys.tolist() == [2, 3]
    assert TopK(keep=1, norm="l2").mix(matrix, [1] * 3, NOTHING).keys.tolist() == [2]
    assert TopK(keep=0, threshold=30, norm="l2").mix(matrix, [1] * 3, NOTHING).values.tolist() == [22, 20]


def test_a_mean_over_the_shards_that_moved_a_feature():
    before = Sparse.of(np.array([1.0, 0.0, 2.0, 0.0, 3.0]))
    # Moved by all; by the second alone, from 0; by nobody; from 0 by two, one of them back; by one, to 0.
    rows = [[2, 0, 2, 4, 3], [4, 6, 2, -2, 3], [3, 0, 2, 0, 0]]
    mixed = TopK(mean="moved").mix([Sparse.of(np.array(row, float)) for row in rows], [1] * 3, before)
    assert mixed.dense(5) == pytest.approx([3, 6, 2, 1, 0])
    one = TopK(mean="moved", entries=2).mix(
        [Sparse.of(np.array(row, float)) for row in rows], [1] * 3, before
    )
    assert one.dense(5).tolist() == mixed.dense(5).tolist()


@pytest.mark.parametrize("name", MIXERS)
def test_equal_shards_stay_as_they_are(name):
    weights = Sparse.of(np.array([0.0, 1.5, 0.0, -2.0]))
    mixed = MIXERS[name]().mix([weights] * 4, [3, 1, 4, 1], weights)
    assert mixed.keys.tolist() == [1, 3] and mixed.values == pytest.approx([1.5, -2.0])


def test_weighted_mean_counts_sentences():
    a, b = Sparse.of(np.array([1.0, 0.0])), Sparse.of(np.array([0.0, 4.0]))
    assert WeightedMean().mix([a, b], [3, 1], NOTHING).values == pytest.approx([0.75, 1.0])


def test_interpolation_goes_a_part_of_the_way():
    old, new = Sparse.of(np.array([1.0, 2.0])), Sparse.of(np.array([0.0, 12.0, 5.0]))
    assert Interpolate(0.1).mix([new], [1], old).dense(3) == pytest.approx([0.9, 3.0, 0.5])


def test_selection_does_not_depend_on_the_order_of_shards():
    random = np.random.default_rng(3)
    rows = [Sparse.of(np.round(random.normal(size=50))) for _ in range(6)]
    one, two = TopK(keep=7).mix(rows, [1] * 6, NOTHING), TopK(keep=7).mix(rows[::-1], [1] * 6, NOTHING)
    assert one.keys.tolist() == two.keys.tolist() and one.values == pytest.approx(two.values)


@pytest.mark.parametrize("entries", [1, 7, 60, 10**6])
@pytest.mark.parametrize("norm", ["l0", "l1", "l2", "linf"])
def test_selection_by_ranges_of_keys_is_the_same(entries, norm):
    random = np.random.default_rng(4)
    rows = [Sparse.of(np.round(random.normal(size=80), 1) * (random.random(80) < 0.4)) for _ in range(5)]
    dense = np.stack([row.dense(80) for row in rows])
    norms = {"l0": (dense != 0).sum(0), "l1": np.abs(dense).sum(0), "linf": np.abs(dense).max(0)}
    norms["l2"] = np.sqrt((dense**2).sum(0))
    expected = np.sort(np.argsort(-norms[norm], kind="stable")[:12])
    found = TopK(keep=12, norm=norm, entries=entries).mix(rows, [1] * 5, NOTHING)
    assert found.keys.tolist() == expected.tolist()
    assert found.values == pytest.approx(dense.mean(0)[expected])
