"""Several seeds as one result: the mean of runs that are the same wherever they run."""

import numpy as np
import pytest
from planted import SetSource, start_of

from rectrix.features.weights import mean
from rectrix.learn.run import Run
from rectrix.learn.seeds import learn_seeds
from rectrix.learn.tune import learn_weights
from rectrix.recipes import RECIPES

START = start_of(np.full(4, 0.1))
GREEN = RECIPES["green2013"].of({"epochs": 3, "rate": 0.2, "l1": 0.001, "batch": 5, "seed": 4})
SOURCE = SetSource(noise=1.0)


def test_the_mean_of_runs_with_seeds_in_turn():
    alone = [learn_weights(GREEN, SOURCE, START, Run(executor="serial", seed=seed)) for seed in (4, 5, 6)]
    assert len({str(one.weights) for one in alone}) == 3
    found = learn_seeds(GREEN, SOURCE, START, Run(executor="serial"), 3)
    assert found.weights == pytest.approx(mean([one.weights for one in alone]))
    assert found.signature == f"seeds=3|{alone[0].signature}"
    assert [entry["runs"] for entry in found.log] == [3, 3, 3]
    expected = np.mean([[entry["tuning"] for entry in one.log] for one in alone], axis=0)
    assert [entry["tuning"] for entry in found.log] == pytest.approx(expected.tolist())
    assert found.after > found.before


def test_one_seed_is_a_run_as_usual():
    one = learn_seeds(GREEN, SOURCE, START, Run(executor="serial"), 1)
    assert one.weights == learn_weights(GREEN, SOURCE, START, Run(executor="serial")).weights


@pytest.mark.parametrize(("executor", "workers"), [("threads", 3), ("processes", 2)])
def test_executors_and_workers_change_nothing(executor, workers):
    expected = learn_seeds(GREEN, SOURCE, START, Run(executor="serial"), 3)
    found = learn_seeds(GREEN, SOURCE, START, Run(executor=executor, workers=workers), 3)
    assert (found.weights, found.log, found.after) == (expected.weights, expected.log, expected.after)


def test_a_run_that_was_stopped_goes_on(tmp_path):
    """Finished epochs are not run again, and the result is the same."""
    run = Run(executor="serial", checkpoints=tmp_path, resume=True)
    whole = learn_seeds(GREEN, SOURCE, START, run, 2)
    again = learn_seeds(GREEN, SOURCE, START, run, 2)
    assert (again.weights, again.log) == (whole.weights, whole.log)
    assert again.seconds == whole.seconds  # which no second run would have
