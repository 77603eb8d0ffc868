"""The loops: they learn with a decoder, agree across executors, resume, stop early, select features."""

import os
import signal
from dataclasses import replace

import numpy as np
import pytest
from planted import QUALITY, Sets, SetSource, learned, likeness, scored, sets, start_of, stored
from small_lists import candidates

from rectrix.base.errors import InputError, RunError
from rectrix.base.progress import Progress
from rectrix.base.seeds import stream
from rectrix.learn.asynchronous import AsynchronousLoop
from rectrix.learn.gain import SentenceScore, pack, unpack
from rectrix.learn.journey import Journey
from rectrix.learn.losses.hinge import Hinge
from rectrix.learn.losses.perceptron import Perceptron
from rectrix.learn.online import OnlineLearner
from rectrix.learn.pairs.every import Every
from rectrix.learn.recipe import Recipe
from rectrix.learn.sharded import split
from rectrix.learn.site import opened_site
from rectrix.learn.sparse import Sparse
from rectrix.learn.updates.sgd import SGD
from rectrix.recipes import RECIPES
from rectrix.score.gains.context import Background, Corpus

TRUTH = (1.0, -2.0, 0.5, 0.0)
START = np.full(4, 0.1)
QUICK = {
    "simianer2012": {"epochs": 4, "shards": 3, "rate": 0.1},
    "eidelman2012": {"epochs": 4, "shards": 3},
    "green2013": {"epochs": 6, "rate": 0.2, "l1": 0.001, "batch": 5},
    "clark2014": {"rounds": 4, "interpolation": 0.5},
    "mert": {"rounds": 4, "restarts": 2},
    "pro": {"rounds": 4, "interpolation": 0.5},
    "kbmira": {"rounds": 4, "epochs": 10},
    "rampion": {"rounds": 4, "rate": 0.01},
    "online": {"epochs": 20},
    "minrisk": {"rounds": 4},
}


def recipe(name, **changes) -> Recipe:
    return RECIPES[name].of(QUICK[name] | changes)


def test_every_recipe_is_tried():
    assert set(QUICK) == set(RECIPES)


@pytest.mark.parametrize("name", RECIPES)
def test_recipes_learn_with_a_decoder(name):
    task = SetSource()
    weights, log = learned(recipe(name), task, START)
    assert likeness(weights, TRUTH) > 0.9
    assert scored(task, weights) > scored(task, START) + 3
    held_out = SetSource(seed=9)
    assert scored(held_out, weights) > scored(held_out, START) + 3
    # Batch recipes decode in rounds; epochs are passes over the sentences.
    unit = "round" if "rounds" in type(recipe(name)).model_fields else "epoch"
    assert [entry[unit] for entry in log] == list(range(1, len(log) + 1))
    assert all(np.isfinite(entry["objective"]) for entry in log)


@pytest.mark.parametrize("name", RECIPES)
def test_recipes_rank_stored_lists_as_planted(name):
    weights, _ = learned(recipe(name), stored(sets(truth=TRUTH)), START)
    assert likeness(weights, TRUTH) > 0.9


# One of each loop, and all gains that remember; with one worker the asynchronous loop repeats itself, too.
AGREEING = ["simianer2012", "eidelman2012", "green2013", "mert", "pro", "kbmira"]


@pytest.mark.parametrize("name", AGREEING)
@pytest.mark.parametrize("source", ["searched", "stored"])
def test_executors_and_workers_change_nothing(name, source):
    def run(executor, workers, threads=1):
        task = SetSource(noise=1.0) if source == "searched" else stored(sets(truth=TRUTH, noise=1.0))
        made = recipe(name, staleness=2) if name == "green2013" else recipe(name)
        how = {"executor": executor, "workers": workers, "threads": threads}
        weights, log = learned(made, task, START, **how)
        return weights.tobytes(), repr(log)

    expected = run("serial", 1)
    assert run("threads", 3, threads=3) == expected
    assert run("processes", 2) == expected


@pytest.mark.parametrize("algorithm", [1, 2, 3, 4])
def test_the_four_algorithms_of_simianer(algorithm):
    task = stored(sets(truth=TRUTH, noise=0.5))
    weights, _ = learned(recipe("simianer2012", algorithm=algorithm), task, np.zeros(4))
    assert likeness(weights, TRUTH) > 0.9


def test_one_shard_of_algorithm_3_is_plain_sgd():
    task = stored(sets(truth=TRUTH, noise=0.5))
    three, _ = learned(recipe("simianer2012", algorithm=3, shards=1, epochs=1), task, np.zeros(4))
    one, _ = learned(recipe("simianer2012", algorithm=1, epochs=1), task, np.zeros(4))
    assert three.tobytes() == one.tobytes()


def test_an_epochs_weights_are_the_mean_over_its_steps():
    """Of this epoch alone; the next one goes on from the last step, not from the mean."""
    made, task = recipe("simianer2012", algorithm=1, epochs=2), SetSource(noise=0.5, sentences=8)
    learner = made.composed().learner(task.gain(made.gain), made.seed)
    tuning, history = task.open(range(8)), []
    state = learner.begin(START, 4)
    for epoch in range(2):
        history.clear()
        for sentence in range(8):
            steps = state.steps
            learner.run_pass(state, tuning, [sentence], None, epoch)
            history += [state.weights.copy()] * (state.steps - steps)  # no violated pair, no step
    found, _ = learned(made, task, START)
    assert found == pytest.approx(np.mean(history, axis=0))
    last, _ = learned(made.model_copy(update={"average": False, "algorithm": 3, "shards": 1}), task, START)
    assert last == pytest.approx(history[-1])


class Counting(SentenceScore):
    """Gains that depend on which sentences came before."""

    def start(self):
        return 1.0

    def gains(self, statistics, state, sentence):
        return super().gains(statistics, None, sentence) * state

    def after_sentence(self, row, state, sentence):
        return state + float(row[0]) * (sentence.number + 1)


def test_the_asynchronous_loop_remembers_as_the_plain_one():
    task = SetSource(noise=1.0)
    parts = recipe("green2013").composed()
    # A loss that grows with gains, so that a memory which is lost changes the weights.
    learner = replace(parts, loss=Hinge(margin=0.0, scale=1.0)).learner(Counting(QUALITY), 1)
    order = list(range(len(task)))
    stream(1, "order", 0).shuffle(order)
    state = learner.begin(START.copy(), 4)
    _, memory = learner.run_pass(state, task.open(range(len(task))), order, 1.0, 0)
    start = Sparse.named(start_of(START))
    with opened_site("serial", 1, None, Progress(), 1) as site:
        site.names.add(start_of(START))
        loop = AsynchronousLoop(learner, task, start, site, 0)
        loop.epoch(0)
        weights = loop.weights()
        found = {
            site.names[key]: value for key, value in zip(weights.keys.tolist(), weights.values, strict=True)
        }
    assert memory > 1
    assert found == pytest.approx(start_of(state.weights))


class Killed(Exception):
    pass


class Fragile(Journey):
    """Dies at the end of an epoch."""

    last = 0

    def record(self, *arguments):
        if len(self.log) == self.last:
            raise Killed
        return super().record(*arguments)


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("last", [1, 2])
def test_a_killed_run_resumes_bit_by_bit(name, last, tmp_path):
    made, task = recipe(name), SetSource(noise=1.0, k=6)
    expected, whole = learned(made, task, START)
    fragile = type("FragileHere", (Fragile,), {"last": last})
    with pytest.raises(Killed):
        learned(made, task, START, journey=fragile, checkpoints=tmp_path)
    weights, log = learned(made, task, START, checkpoints=tmp_path, resume=True)
    assert weights.tobytes() == expected.tobytes()
    assert repr(log) == repr(whole)


class Deadly(SetSource):
    """Kills the process that opens it, the first time that a shard does."""

    def open(self, sentences):
        mark = self._mark / f"{sentences.start}"
        if os.getpid() != self._driver and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().open(sentences)


class Told(Progress):
    """Remembers what was said."""

    def __init__(self):
        self.lines = []

    def say(self, text, **facts):
        self.lines.append(text)


@pytest.mark.parametrize("name", ["simianer2012", "green2013", "kbmira"])
def test_a_killed_worker_changes_nothing_but_what_is_said(name, tmp_path):
    made = recipe(name, staleness=2) if name == "green2013" else recipe(name)
    expected, whole = learned(made, SetSource(noise=1.0), START)
    task, told = Deadly(noise=1.0), Told()
    object.__setattr__(task, "_mark", tmp_path)
    object.__setattr__(task, "_driver", os.getpid())
    weights, log = learned(made, task, START, executor="processes", workers=2, progress=told)
    assert weights.tobytes() == expected.tobytes()
    assert repr(log) == repr(whole)
    assert any("killed (signal 9" in line for line in told.lines)


class Failing(SetSource):
    """Cannot be opened."""

    def open(self, sentences):
        raise self._error


@pytest.mark.parametrize("executor", ["serial", "threads", "processes"])
def test_what_fails_is_said_with_its_shard_and_cause(executor):
    task = Failing()
    object.__setattr__(task, "_error", MemoryError("no room"))
    with pytest.raises(RunError, match=r"epoch 1 of shard \d failed 3 times.*MemoryError: no room"):
        learned(recipe("simianer2012"), task, START, executor=executor, workers=2)
    object.__setattr__(task, "_error", InputError("model: not there"))
    with pytest.raises(InputError, match="model: not there"):
        learned(recipe("simianer2012"), task, START, executor=executor, workers=2)


def test_asynchronous_workers_reach_the_same_place():
    task = stored(sets(truth=TRUTH, sentences=120))
    for how in ({"executor": "threads", "workers": 3}, {"executor": "processes", "workers": 2}):
        weights, log = learned(recipe("green2013"), task, np.zeros(4), **how)
        assert likeness(weights, TRUTH) > 0.9
        assert all(entry["staleness"] <= how["workers"] - 1 for entry in log)


def test_a_staleness_is_what_every_gradient_misses_however_many_work():
    task = stored(sets(truth=TRUTH, sentences=120))
    made = [recipe("green2013", staleness=staleness) for staleness in (0, 1, 3)]
    weights = [learned(one, task, np.zeros(4))[0].tobytes() for one in made]
    assert len(set(weights)) == 3  # even with one worker
    for one, alone in zip(made, weights, strict=True):
        several, log = learned(one, task, np.zeros(4), executor="threads", workers=4)
        assert several.tobytes() == alone
        assert all(entry["staleness"] == one.staleness for entry in log)


class Remembering(SentenceScore):
    """Notes how long the sources are said to be."""

    def gains(self, statistics, state, sentence):
        LENGTHS.append(sentence.source_length)
        return super().gains(statistics, state, sentence)


LENGTHS: list[int] = []


def test_gains_hear_the_length_of_the_source():
    parts = {"pairs": Every(), "loss": Perceptron(), "update": SGD(0.1), "gain": Remembering(QUALITY)}
    known = replace(SetSource(sentences=3).open(range(3)), source_lengths=[4, 9, 5])
    learner = OnlineLearner(**parts)
    for task, expected in ((known, [4, 9, 5]), (stored(sets(sentences=3)), [2, 2, 2])):  # "s0 c7": two words
        LENGTHS.clear()
        learner.run_pass(learner.begin(np.zeros(4), 4), task, range(3), None, 0)
        assert expected == LENGTHS


def test_a_step_after_every_pair_is_the_paper_s_listing():
    """Algorithm 1 of Simianer et al. 2012, line by line; a sentence's pairs at once would end elsewhere."""
    chance = np.random.default_rng(5)
    features, gains = chance.normal(size=(7, 3)), chance.permutation(7).astype(float)
    listed = candidates(features, gains)
    learner = OnlineLearner(Every(), Perceptron(), SGD(0.5), SentenceScore(QUALITY), each_pair=True)
    state = learner.begin(np.array([0.1, -0.2, 0.3]), 3)
    expected = state.weights.copy()
    start = learner.gradient(listed.rescored(state.weights), 0)
    learner.step_by_pair(state, [start])
    for better, worse in zip(start.batches[0].better, start.batches[0].worse, strict=True):
        difference = features[better] - features[worse]
        if expected @ difference <= 0:
            expected += 0.5 * difference
    np.testing.assert_allclose(state.weights, expected)
    at_once = learner.begin(np.array([0.1, -0.2, 0.3]), 3)
    learner.step(at_once, start)
    assert not np.allclose(at_once.weights, expected)


class Falling(SetSource):
    """Held-out sentences whose score rises once and falls."""

    def score(self, weights, site):
        return next(self._scores)


def falling():
    made = Falling()
    object.__setattr__(made, "_scores", iter([5.0, 6.0, 4.0, 3.0, 2.0, 1.0]))
    return made


def test_early_stop_when_the_held_out_score_falls():
    made = recipe("simianer2012", epochs=6)
    _, log = learned(made, stored(sets()), np.zeros(4), held_out=falling(), patience=2)
    assert [entry["held_out"] for entry in log] == [5.0, 6.0, 4.0, 3.0]


@pytest.mark.parametrize("name", ["mert", "simianer2012"])
def test_held_out_sentences_are_only_watched(name):
    alone, _ = learned(recipe(name), SetSource(noise=1.0), START)
    watched, log = learned(recipe(name), SetSource(noise=1.0), START, held_out=falling())
    assert watched.tobytes() == alone.tobytes()
    assert log[0]["held_out"] == 5.0


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
    weights, _ = learned(made, task, np.zeros(total))
    assert np.flatnonzero(weights).tolist() == [0, 1, 2]


def test_shards_are_contiguous_and_complete():
    parts = split(103, 10)
    assert [s for part in parts for s in part] == list(range(103))
    assert [len(part) for part in parts] == [10] * 9 + [13]
    assert split(3, 10) == [range(1), range(1, 2), range(2, 3)]


def test_the_memory_of_gains_survives_a_file():
    for state in (None, Background(np.arange(10.0), 3.5), Corpus(np.ones((2, 10)), np.full(10, 2.0))):
        again = unpack(*pack(state))
        assert type(again) is type(state)
        assert pack(again)[1].keys() == pack(state)[1].keys()
    assert SentenceScore(stored(sets()).metric).start() is None


def test_a_loop_without_epochs_gives_its_start():
    start = np.array([1.0, 2.0, 3.0, 4.0])
    weights, _ = learned(recipe("simianer2012", epochs=0), stored(sets()), start)
    assert weights.tolist() == start.tolist()
