"""Binning against the published examples and the algorithm as printed; names, files and curves."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.errors import InputError, UsageError
from rectrix.evaluate.curves import weight_curves
from rectrix.features.bins import learn_bins, population
from rectrix.features.discretize import Discretizer, bin_names, curves_in
from rectrix.features.settings import DiscretizeSettings


def test_counts_of_the_published_example():
    counts = [677, 103, 46, 24, 10, 8, 5, 3]
    assert population(counts, 4) == 48  # 46 + 24 + 10 + 8 + 5 + 3 in two bins
    bounds = learn_bins(np.repeat(np.arange(1.0, 9.0), counts), 4)
    assert bounds.tolist() == [2, 3, 4]  # {1}, {2}, {3}, {4..8}


def test_even_counts_make_even_bins():
    assert learn_bins(np.repeat(np.arange(1.0, 9.0), 5), 4).tolist() == [3, 5, 7]


def test_no_more_bins_than_values():
    assert learn_bins(np.repeat([1.0, 2.0, 3.0], [10, 1, 1]), 8).tolist() == [2, 3]
    assert learn_bins(np.ones(5), 8).tolist() == []


def test_counted_values_make_the_same_bins():
    values = np.random.default_rng(3).integers(0, 40, 500).astype(float)
    distinct, counts = np.unique(values, return_counts=True)
    assert learn_bins(distinct, 8, counts).tolist() == learn_bins(values, 8).tolist()


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=80), st.integers(1, 12))
def test_every_value_has_one_bin_and_no_bin_is_empty(values, bins):
    values = np.array(values, float)
    bounds = learn_bins(values, bins)
    assert len(bounds) + 1 == min(bins, len(set(values)))
    assert (np.diff(bounds) > 0).all()
    made = Discretizer({"p": bounds})
    assert set(made.bins("p", values).tolist()) == set(range(len(bounds) + 1))


def test_each_rule_gets_one_indicator_per_feature():
    made = Discretizer({"p_ef": np.array([0.25, 0.5]), "count": np.array([2.0])})
    names = made.names({"p_ef": np.array([0.1, 0.25, 9.0]), "count": np.array([1.0, 5.0, 2.0])})
    assert names == [
        ["p_ef:-inf_0.25", "count:-inf_2"],
        ["p_ef:0.25_0.5", "count:2_inf"],
        ["p_ef:0.5_inf", "count:2_inf"],
    ]
    with pytest.raises(UsageError, match="no bins were learned for the feature 'q'"):
        made.names({"q": np.ones(1)})


def test_a_value_fires_its_own_bin_and_both_neighbors():
    made = Discretizer({"p": np.array([1.0, 2.0, 3.0])}, overlap=1)
    first, second, third, fourth = made.chains["p"]
    assert [first, second, third, fourth] == ["p:-inf_2", "p:-inf_3", "p:1_inf", "p:2_inf"]
    assert made.names({"p": np.array([0.0, 1.5, 2.5, 4.0])}) == [
        [first, second],
        [first, second, third],
        [second, third, fourth],
        [third, fourth],
    ]


def test_the_curve_of_overlapping_bins_can_be_read_from_their_names():
    made = Discretizer({"p": np.array([1.0, 2.0, 3.0])}, overlap=1)
    weights = dict(zip(made.chains["p"], (1.0, 2.0, 4.0, 8.0), strict=True))
    assert made.curve("p", weights)[1].tolist() == [3.0, 7.0, 14.0, 12.0]
    corners = weight_curves(weights)["p"]
    assert [weight for _, weight in corners[::2]] == [3.0, 7.0, 14.0, 12.0]


def literal(counts, bins):
    """Equations 5 and 6 a thousand times, then algorithm 1 as printed, with fractions; firsts of the bins."""
    adjusted = [float(count) for count in counts]
    for _ in range(1000):
        u = sum(adjusted) / bins
        adjusted = [min(count, u) for count in adjusted]
    # The limit, told from its neighborhood: a sum of some counts over some number of bins.
    near = [
        Fraction(sum(sorted(counts, reverse=True)[full:]), bins - full)
        for full in range(bins)
        if abs(sum(sorted(counts, reverse=True)[full:]) / (bins - full) - u) < 1e-6
    ]
    u = near[0]
    capped = [min(Fraction(count), u) for count in counts]
    held, at = [], 0
    for j in range(1, bins + 1):
        held.append([])
        last = len(counts) - (bins - j)  # leaves a value for each later bin

        def room(j=j):
            return j * u - sum(capped[i] for bin_ in held for i in bin_)

        while at < last and capped[at] <= room():
            held[-1].append(at)
            at += 1
        if at < last and (capped[at] - room()) / capped[at] < Fraction(1, 2):
            held[-1].append(at)
            at += 1
    return [bin_[0] for bin_ in held], u


@given(st.lists(st.integers(1, 60), min_size=2, max_size=24), st.integers(2, 10))
def test_bins_are_those_of_the_algorithm_as_printed(counts, bins):
    bins = min(bins, len(counts))
    firsts, u = literal(counts, bins)
    assert population(counts, bins) == u
    values = np.arange(float(len(counts)))
    assert learn_bins(values, bins, np.array(counts)).tolist() == [float(first) for first in firsts[1:]]


@pytest.mark.parametrize("overlap", [0, 1, 2, 9])
def test_a_discretized_model_starts_where_the_real_valued_one_was(overlap):
    values = np.arange(-16.0, 0.0)
    counts = {"p": (values, np.ones(16, np.int64)), "q": (np.array([0.0, 1.0]), np.array([3, 4]))}
    made = Discretizer.of_rules(counts, DiscretizeSettings(bits=3, overlap=overlap))
    assert set(made.bounds) == {"p"}  # two values need no bins
    start = made.started({"p": 0.5, "q": 2.0, "lm": 1.0}, counts)
    assert start["q"] == 2.0 and start["lm"] == 1.0 and "p" not in start
    means = values.reshape(8, 2).mean(axis=1)
    found = made.curve("p", start)[1]
    if overlap == 0:
        assert found == pytest.approx(0.5 * means)
    elif overlap < 9:  # the best fit: bins that fire together cannot all be free
        assert np.corrcoef(found, means)[0, 1] > 0.9
    else:  # each fires for all values
        assert found == pytest.approx(0.5 * values.mean())


def test_scores_can_stay_and_logarithms_become_probabilities():
    counts = {
        "p": (np.array([-3.0, -2.0, -1.0]), np.ones(3, np.int64)),
        "n": (np.arange(5.0), np.ones(5, int)),
    }
    kept = Discretizer.of_rules(counts, DiscretizeSettings(bits=1, keep=True, columns=("p",)))
    assert kept.started({"p": 0.5}, counts) == {"p": 0.5}
    raw = Discretizer.of_rules(counts, DiscretizeSettings(probabilities=True))
    assert raw.probabilities == ("p",) and raw.started({"p": 0.5}, counts) == {"prob:p": 0.5}
    with pytest.raises(UsageError, match="the grammar has no score 'x'; its scores are p, n"):
        Discretizer.of_rules(counts, DiscretizeSettings(columns=("x",)))


def test_the_learned_curve():
    made = Discretizer({"p": np.array([1.0, 2.0])})
    lows, weights = made.curve("p", {"p:-inf_1": -1.0, "p:1_2": 0.5})
    assert lows.tolist() == [-np.inf, 1.0, 2.0] and weights.tolist() == [-1.0, 0.5, 0.0]


def test_bins_are_found_again_by_name_in_order():
    space = FeatureSpace()
    for name in ("LM", "p:2_inf", "p:-inf_1", "R:X:a_b", "p:1_2", "count:-inf_0.5"):
        space.add(name)
    assert bin_names(space) == (("count:-inf_0.5",), ("p:-inf_1", "p:1_2", "p:2_inf"))


def test_a_bigram_of_numbers_is_not_a_bin():
    space = FeatureSpace()
    for name in ("p:-inf_1", "target:1999_2000", "target:2_1", "target:nan_inf", "target:3_x"):
        space.add(name)
    assert bin_names(space) == (("p:-inf_1",),)


def test_curves_of_weights_by_name():
    weights = {"LM": 0.5, "p:1_inf": 2.0, "p:-inf_1": -1.0, "target:1_2": 3.0}
    assert curves_in(weights) == {"p": [(-np.inf, 1.0, -1.0), (1.0, np.inf, 2.0)]}


def test_files_come_back_exactly(tmp_path):
    made = Discretizer.learn({"p": np.random.default_rng(1).random(500)}, bits=4, overlap=2)
    made.save(tmp_path / "bins.json")
    again = Discretizer.load(tmp_path / "bins.json")
    assert again.bounds["p"].tobytes() == made.bounds["p"].tobytes()
    assert again.overlap == 2 and len(made.bounds["p"]) == 15


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"bounds": {"p": [2, 1]}, "overlap": 0}', '{"bounds": 3}'])
def test_files_with_other_content_are_refused(tmp_path, text):
    (tmp_path / "bins.json").write_text(text)
    with pytest.raises(InputError):
        Discretizer.load(tmp_path / "bins.json")


def test_hypothesis_level_variant_for_lists():
    space = FeatureSpace()
    lists = Lists(space)
    lists.begin_sentence()
    lists.add("a b", 1.0, [(space.add("p"), 0.75), (space.add("LM"), -3.0)])
    made = Discretizer({"p": np.array([0.5])}).apply_to_lists(lists, FeatureSpace())
    names = {
        made.space.name(int(i)): float(v) for i, v in zip(made.feature_ids, made.feature_values, strict=True)
    }
    assert names == {"LM": -3.0, "p:0.5_inf": 1.0}
    assert made.text(0) == "a b"
