"""Which pairs each part chooses: counts from the literature, and brute force."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_lists import candidates

from rectrix.learn.losses.hinge import Hinge
from rectrix.learn.online import OnlineLearner, Pass
from rectrix.learn.pairs import PAIRS
from rectrix.learn.pairs.every import Every
from rectrix.learn.pairs.multipartite import Multipartite
from rectrix.learn.pairs.oracle import ORACLES, PREDICTIONS, Oracle
from rectrix.learn.pairs.sampled import Sampled
from rectrix.learn.updates.passive_aggressive import PassiveAggressive
from rectrix.score.gains import gain

RANDOM = np.random.default_rng(0)


def chosen(part, gains, **options):
    list_ = candidates(np.arange(len(gains))[:, None], gains, **options)
    batch = part.choose(list_, np.random.default_rng(3))
    return set(zip(batch.better.tolist(), batch.worse.tolist(), strict=True)), batch


def test_multipartite_counts_of_a_list_without_ties():
    gains = RANDOM.permutation(100)
    assert len(chosen(Multipartite(), gains)[0]) == 1700
    assert len(chosen(Multipartite(middle=False), gains)[0]) == 900


def test_multipartite_never_pairs_inside_a_level():
    pairs, _ = chosen(Multipartite(), np.arange(100))
    level = np.repeat([2, 1, 0], [10, 80, 10])  # LOW, MID, HI of ascending gains
    assert all(level[better] < level[worse] for better, worse in pairs)
    assert pairs == {(b, w) for b in range(100) for w in range(100) if level[b] < level[w]}


def test_tied_hypotheses_join_the_high_and_the_low_level():
    gains = np.array([9, 9, 9, 8, 7, 6, 5, 1, 1, 1])
    pairs, _ = chosen(Multipartite(), gains)
    assert pairs == {(b, w) for b in (0, 1, 2) for w in range(3, 10)} | {
        (b, w) for b in (3, 4, 5, 6) for w in (7, 8, 9)
    }


@given(
    st.lists(st.integers(0, 5), min_size=0, max_size=12),
    st.sampled_from(["multipartite", "every", "sampled"]),
)
def test_the_first_of_a_pair_is_better(gains, name):
    pairs, batch = chosen(PAIRS[name](), np.array(gains, float))
    assert all(gains[better] > gains[worse] for better, worse in pairs)
    assert (batch.costs > 0).all()


def test_every_pair_of_unequal_gain():
    pairs, _ = chosen(Every(), [1, 2, 2])
    assert pairs == {(1, 0), (2, 0)}


def test_sampling_keeps_the_largest_accepted_differences():
    gains = np.array([0.0, 0.01, 0.5, 1.0])
    pairs, batch = chosen(Sampled(draws=1000, keep=300, threshold=0.05), gains)
    assert (1, 0) not in pairs and (3, 0) in pairs
    assert len(batch) == 300 and batch.costs.min() >= 0.5
    assert len(chosen(Sampled(draws=10, keep=50), np.ones(4))[0]) == 0


def test_length_filter_refuses_monsters():
    lengths = np.array([10, 11, 10, 9, 60])
    gains = np.array([0.5, 0.4, 0.3, 0.2, 0.0])
    pairs, _ = chosen(Sampled(draws=500, length_deviations=2.0), gains, lengths=lengths)
    assert pairs and all(4 not in pair for pair in pairs)


@pytest.mark.parametrize("oracle", ORACLES)
@pytest.mark.parametrize("prediction", PREDICTIONS)
def test_the_nine_pairings_of_eidelman(oracle, prediction):
    random = np.random.default_rng(5)
    features, gains, weights = random.normal(size=(30, 4)), random.random(30), random.normal(size=4)
    batch = Oracle.named(oracle, prediction).choose(candidates(features, gains, weights), random)
    scores, cost = features @ weights, gains.max() - gains
    (mu, nu), (mu_, nu_) = ORACLES[oracle], PREDICTIONS[prediction]
    best = max(range(30), key=lambda i: mu * scores[i] - nu * cost[i])
    worst = max(range(30), key=lambda i: mu_ * scores[i] + nu_ * cost[i])
    assert list(zip(batch.better, batch.worse, strict=True)) == [(best, worst)]


def test_a_batch_combines_rows_without_building_them():
    random = np.random.default_rng(7)
    list_ = candidates(random.normal(size=(6, 5)), random.random(6))
    batch = Every().choose(list_, random)
    coefficients = random.normal(size=len(batch))
    assert batch.combine(coefficients) == pytest.approx(coefficients @ batch.rows.toarray())


@pytest.mark.parametrize(("weight", "oracle", "prediction"), [(100.0, 0, 0), (0.1, 1, 0)])
def test_reports_count_the_oracle_and_the_prediction_that_were_chosen(weight, oracle, prediction):
    """Where the model's score outweighs the gain, hope and fear are both its best hypothesis."""
    rows = np.arange(6.0).reshape(3, 2)
    made = candidates([[1.0], [0.0], [0.2]], [0.0, 1.0, 0.5], [weight], statistics=rows)
    learner = OnlineLearner(Oracle(), Hinge(margin=0.0, scale=1.0), PassiveAggressive(), gain("lin"))
    done = Pass()
    done.note(made, learner.gradient(made, 0))
    assert done.oracle.tolist() == rows[oracle].tolist()
    assert done.prediction.tolist() == rows[prediction].tolist()
    assert done.pairs == (oracle != prediction)
