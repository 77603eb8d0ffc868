"""The loops: they learn with a decoder, agree across executors, resume, stop early, select features."""

from dataclasses import replace

import numpy as np
import pytest
from planted import QUALITY, Sets, decoded, likeness, sets, stored

from rectrix.execute.serial import Serial
from rectrix.execute.threads import Threads
from rectrix.learn.gain import SentenceScore, pack, unpack
from rectrix.learn.losses.perceptron import Perceptron
from rectrix.learn.online import OnlineLearner
from rectrix.learn.pairs.every import Every
from rectrix.learn.run import Checkpoint, Run
from rectrix.learn.sharded import split
from rectrix.learn.updates.sgd import SGD
from rectrix.recipes import RECIPES
from rectrix.recipes.recipe import Recipe
from rectrix.score.gains.context import Background, Corpus

TRUTH = (1.0, -2.0, 0.5, 0.0)
QUICK = {
    "simianer2012": {"epochs": 4, "shards": 3, "rate": 0.1},
    "eidelman2012": {"epochs": 4, "shards": 3},
    "green2013": {"epochs": 6, "rate": 0.2, "l1": 0.001, "batch": 5},
    "clark2014": {"rounds": 4, "interpolation": 0.5},
    "mert": {"rounds": 4, "restarts": 2},
    "pro": {"rounds": 4, "interpolation": 0.5},
    "kbmira": {"rounds": 4, "epochs": 10},
    "rampion": {"rounds": 4, "rate": 0.01},
    "minrisk": {"rounds": 4},
}


def recipe(name, **changes) -> Recipe:
    return RECIPES[name].of(QUICK[name] | changes)


def test_every_recipe_is_tried():
    assert set(QUICK) == set(RECIPES)


@pytest.mark.parametrize("name", RECIPES)
def test_recipes_learn_with_a_decoder(name):
    task = decoded(sets(truth=TRUTH))
    start = np.array([0.1, 0.1, 0.1, 0.1])
    run = Run(start)
    weights = recipe(name).learn(task, run)
    assert likeness(weights, TRUTH) > 0.9
    assert task.score(weights) > task.score(start) + 3
    held_out = decoded(sets(truth=TRUTH, seed=9))
    assert held_out.score(weights) > held_out.score(start) + 3
    assert [entry["epoch"] for entry in run.log] == list(range(1, len(run.log) + 1))
    assert all(np.isfinite(entry["objective"]) for entry in run.log)


@pytest.mark.parametrize("name", RECIPES)
def test_recipes_rank_stored_lists_as_planted(name):
    task = stored(sets(truth=TRUTH))
    weights = recipe(name).learn(task, Run(np.full(4, 0.1)))
    assert likeness(weights, TRUTH) > 0.9


@pytest.mark.parametrize("name", ["simianer2012", "eidelman2012", "mert", "pro", "kbmira"])
def test_threads_change_nothing(name):
    task = stored(sets(truth=TRUTH, noise=1.0))
    start = np.full(4, 0.1)
    one = recipe(name).learn(task, Run(start, threads=1, executor=Serial()))
    three = recipe(name).learn(task, Run(start, threads=3, executor=Threads(3)))
    assert one.tobytes() == three.tobytes()


@pytest.mark.parametrize("algorithm", [1, 2, 3, 4])
def test_the_four_algorithms_of_simianer(algorithm):
    task = stored(sets(truth=TRUTH, noise=0.5))
    weights = recipe("simianer2012", algorithm=algorithm).learn(task, Run(np.zeros(4)))
    assert likeness(weights, TRUTH) > 0.9


def test_one_shard_of_algorithm_3_is_plain_sgd():
    task = stored(sets(truth=TRUTH, noise=0.5))
    three = recipe("simianer2012", algorithm=3, shards=1, epochs=1).learn(task, Run(np.zeros(4)))
    one = recipe("simianer2012", algorithm=1, epochs=1).learn(task, Run(np.zeros(4)))
    assert three.tobytes() == one.tobytes()


class Killed(Exception):
    pass


class FragileRun(Run):
    """Dies in the middle of an epoch."""

    last = 0

    def record(self, tuning, weights, report, seconds):
        if len(self.log) == self.last:
            raise Killed
        return super().record(tuning, weights, report, seconds)


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("last", [1, 2])
def test_a_killed_run_resumes_bit_by_bit(name, last, tmp_path):
    made, start = recipe(name), np.full(4, 0.1)
    make = lambda: decoded(sets(truth=TRUTH, noise=1.0), k=6)  # noqa: E731
    whole = Run(start)
    expected = made.learn(make(), whole)
    checkpoint = Checkpoint(tmp_path, made.fingerprint())
    fragile = FragileRun(start, checkpoint=checkpoint)
    fragile.last = last
    with pytest.raises(Killed):
        made.learn(make(), fragile)
    again = Run(start, checkpoint=checkpoint, resume=True)
    weights = made.learn(make(), again)
    assert weights.tobytes() == expected.tobytes()
    assert len(again.log) == len(whole.log)
    assert [e["objective"] for e in again.log] == [e["objective"] for e in whole.log]


def test_asynchronous_workers_reach_the_same_place():
    task = stored(sets(truth=TRUTH, sentences=120))
    run = Run(np.zeros(4), threads=3, executor=Threads(3))
    weights = recipe("green2013", staleness=4).learn(task, run)
    assert likeness(weights, TRUTH) > 0.9
    assert all(entry["staleness"] <= 4 for entry in run.log)


class Remembering(SentenceScore):
    """Notes how long the sources are said to be."""

    def gains(self, statistics, state, sentence):
        LENGTHS.append(sentence.source_length)
        return super().gains(statistics, state, sentence)


LENGTHS: list[int] = []


def test_gains_hear_the_length_of_the_source():
    parts = {"pairs": Every(), "loss": Perceptron(), "update": SGD(0.1), "gain": Remembering(QUALITY)}
    known = replace(decoded(sets(sentences=3)), source_lengths=[4, 9, 5])
    learner = OnlineLearner(**parts)
    for task, expected in ((known, [4, 9, 5]), (stored(sets(sentences=3)), [2, 2, 2])):  # "s0 c7": two words
        LENGTHS.clear()
        learner.run_pass(learner.begin(np.zeros(4), 4), task, range(3), None, 0)
        assert expected == LENGTHS


def test_early_stop_when_the_held_out_score_falls():
    class Falling:
        scores = iter([5.0, 6.0, 4.0, 3.0, 2.0, 1.0])

        def score(self, weights):
            return next(self.scores)

    run = Run(np.zeros(4), held_out=Falling(), patience=2)
    recipe("simianer2012", epochs=6).learn(stored(sets()), run)
    assert [entry["held_out"] for entry in run.log] == [5.0, 6.0, 4.0, 3.0]


def test_selection_keeps_what_all_shards_share():
    # 3 features matter everywhere; each of 4 shards also has 5 features of its own that fit its noise.
    random = np.random.default_rng(5)
    shared, own, shards, size = 3, 5, 4, 15
    total = shared + own * shards
    features = np.zeros((shards * size, 20, total))
    features[:, :, :shared] = random.normal(size=(shards * size, 20, shared))
    for shard in range(shards):
        rows = slice(shard * size, (shard + 1) * size)
        columns = slice(shared + own * shard, shared + own * (shard + 1))
        features[rows, :, columns] = random.normal(size=(size, 20, own)) * 0.5
    truth = np.concatenate([[2.0, -2.0, 2.0], np.full(total - shared, 0.3)])
    quality = 100 / (1 + np.exp(-features @ truth))
    task = stored(Sets(features, quality, tuple(f"f{i}" for i in range(total))))
    made = recipe("simianer2012", algorithm=4, shards=shards, keep=shared)
    weights = made.learn(task, Run(np.zeros(total)))
    assert np.flatnonzero(weights).tolist() == [0, 1, 2]


def test_shards_are_contiguous_and_complete():
    parts = split(103, 10)
    assert [s for part in parts for s in part] == list(range(103))
    assert [len(part) for part in parts] == [10] * 9 + [13]
    assert split(3, 10) == [[0], [1], [2]]


def test_the_memory_of_gains_survives_a_checkpoint():
    for state in (None, Background(np.arange(10.0), 3.5), Corpus(np.ones((2, 10)), np.full(10, 2.0))):
        again = unpack(pack(state))
        assert type(again) is type(state)
        assert pack(again).keys() == pack(state).keys()
    assert SentenceScore(stored(sets()).metric).start() is None


def test_a_loop_without_epochs_gives_its_start():
    task = stored(sets())
    made = recipe("simianer2012", epochs=0)
    start = np.array([1.0, 2.0, 3.0, 4.0])
    assert made.learn(task, Run(start)).tolist() == start.tolist()
