"""Rounds of decoding and optimizing: steps that translate badly are halved, rounds without gain end it."""

import numpy as np
import pytest
from planted import SetSource, start_of

from rectrix.base.progress import Progress
from rectrix.learn.batch import barren, between, learn_in_rounds
from rectrix.learn.journey import Journey
from rectrix.learn.run import Run
from rectrix.learn.site import opened_site
from rectrix.learn.sparse import Sparse

TRUTH = (1.0, -2.0, 0.5, 0.0)


class Always:
    """An optimizer that wants the same weights, whatever the lists say; a little more in each round."""

    def __init__(self, wanted):
        self.wanted = wanted

    def optimize(self, stored, start, round_, site):
        weights = dict(zip(start_of(self.wanted), self.wanted, strict=True))
        names = stored.space.names(np.arange(len(stored.space)))
        return (1 + round_) * np.array([weights.get(name, 0.0) for name in names]), 0.0


def rounds(wanted, count=20):
    source = SetSource(truth=TRUTH)
    with opened_site("serial", 1, None, Progress(), 1) as site:
        site.names.add(start_of(TRUTH))
        journey = Journey(Run(executor="serial"), site)
        start = Sparse.named(start_of(TRUTH))
        before = source.score(start, site)
        weights = learn_in_rounds(Always(wanted), source, start, journey, count)
        return before, source.score(weights, site), journey.log


def test_a_step_that_translates_badly_is_halved_until_it_does_not():
    before, after, log = rounds((-1.0, 2.5, 0.0, 0.2), count=1)
    assert log[0]["step"] in (0.25, 0.125)  # half the way is still on the wrong side
    assert after > 0.95 * before


def test_a_good_step_is_taken_whole():
    _, _, log = rounds((1.1, -2.0, 0.4, 0.1), count=1)
    assert "step" not in log[0]


def test_rounds_end_when_nothing_gets_better():
    assert len(rounds((1.0, -2.0, 0.4, 0.5))[2]) <= 3


@pytest.mark.parametrize(
    ("best", "rounds"),
    [
        ([20.0], 0),
        ([20.0, 21.0, 22.0], 0),
        ([20.0, 22.0, 22.0, 22.0, 22.0], 3),
        ([20.0, 22.0, 22.01, 22.02, 22.03], 3),  # a little each time is nothing
        ([20.0, 22.0, 22.03, 22.06], 0),  # but adds up
        ([-60.0, -50.0, -49.0, -48.99], 1),  # error rates, as higher is better
        ([0.0, 0.0, 0.1], 0),  # from a start that translates nothing right
    ],
)
def test_rounds_that_add_next_to_nothing_are_barren(best, rounds):
    assert barren(best) == rounds


def test_steps_do_not_depend_on_the_scale_of_weights():
    here, there = Sparse.named({"a": 1.0, "b": 1.0}), Sparse.named({"a": 30.0, "b": -10.0})
    small = between(here, there, 0.25)
    large = between(here.times(7), there, 0.25)
    assert np.allclose(small.values, large.values)
    expected = {"a": 0.75 * 20 + 0.25 * 30, "b": 0.75 * 20 - 0.25 * 10}
    assert np.allclose(sorted(small.values), sorted(expected.values()))
