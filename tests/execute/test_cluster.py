"""A Ray cluster of two nodes on this machine: same bytes, a killed worker, a node that goes away."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from planted import SetSource, learned
from test_executors import core_file

from rectrix import _core
from rectrix.base.errors import InputError, RunError, UsageError
from rectrix.base.progress import Progress
from rectrix.execute import executor
from rectrix.execute.cluster import Ray
from rectrix.learn.site import opened_site
from rectrix.recipes import RECIPES

pytest.importorskip("ray", reason="Ray is not installed: pip install 'rectrix[cluster]'")
START = np.full(4, 0.1)
RUNS = {
    "sharded": ("simianer2012", {"epochs": 3, "shards": 4, "rate": 0.1}),
    "context": ("eidelman2012", {"epochs": 2, "shards": 3}),
    "batch": ("kbmira", {"rounds": 2, "epochs": 5}),
    "asynchronous": ("green2013", {"epochs": 2, "rate": 0.2, "batch": 5, "staleness": 2}),
}


def test_no_cluster_at_an_address_is_told():
    with pytest.raises(RunError, match="no Ray cluster answers"):
        executor("ray:127.0.0.1:1", 1)


class Recorded:
    """A Ray that only remembers how it was begun."""

    def __init__(self):
        self.told = {}

    def init(self, **options):
        self.told = options


def test_a_cluster_of_this_run_is_never_one_that_is_there():
    """Without an address Ray joins whatever cluster someone else has on this machine."""
    made = object.__new__(Ray)
    made._ray = Recorded()
    made._connect("", 2)
    assert made._ray.told["address"] == "local" and made._ray.told["num_cpus"] == 2


@pytest.mark.slow
def test_workers_have_the_same_core(cluster):
    with executor("ray", 2) as workers:
        assert set(workers.map(core_file, range(4))) == {_core.__file__}


@pytest.mark.slow
@pytest.mark.parametrize("loop", RUNS)
def test_a_cluster_gives_the_same_bytes(cluster, loop):
    name, settings = RUNS[loop]
    recipe, task = RECIPES[name].of(settings), SetSource(noise=1.0)
    expected, log = learned(recipe, task, START)
    weights, told = learned(recipe, task, START, executor="ray", workers=2)
    assert weights.tobytes() == expected.tobytes()
    assert repr(told) == repr(log)


@dataclass(frozen=True)
class Deadly(SetSource):
    """Kills the process that opens it for the first time."""

    mark: str = ""

    def open(self, sentences):
        if not Path(self.mark).exists():
            Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().open(sentences)


@pytest.mark.slow
def test_a_killed_worker_changes_nothing(cluster, tmp_path):
    name, settings = RUNS["sharded"]
    recipe = RECIPES[name].of(settings)
    expected, log = learned(recipe, SetSource(noise=1.0), START)
    task = Deadly(noise=1.0, mark=str(tmp_path / "mark"))
    weights, told = learned(recipe, task, START, executor="ray", workers=2)
    assert weights.tobytes() == expected.tobytes() and repr(told) == repr(log)
    assert (tmp_path / "mark").exists()


@pytest.mark.slow
def test_one_of_eight_workers_killed_changes_nothing(cluster, tmp_path):
    recipe = RECIPES["simianer2012"].of({"epochs": 2, "shards": 8, "rate": 0.1})
    expected, log = learned(recipe, SetSource(noise=1.0), START)
    more = cluster.add_node(num_cpus=6, object_store_memory=100 << 20)
    cluster.wait_for_nodes()
    try:
        task = Deadly(noise=1.0, mark=str(tmp_path / "mark"))
        weights, told = learned(recipe, task, START, executor="ray", workers=8)
    finally:
        cluster.remove_node(more)
    assert weights.tobytes() == expected.tobytes() and repr(told) == repr(log)
    assert (tmp_path / "mark").exists()


@dataclass(frozen=True)
class Slow(SetSource):
    """Takes its time, so that a node can be lost in the middle."""

    mark: str = ""

    def open(self, sentences):
        Path(f"{self.mark}-{os.getpid()}").touch()
        time.sleep(0.3)
        return super().open(sentences)


class Removing(Progress):
    """Removes a node when both workers have begun."""

    def __init__(self, cluster, mark):
        self.cluster, self.mark, self.lines = cluster, mark, []

    def say(self, text, **facts):
        self.lines.append(text)
        if self.cluster is not None and "epoch 1" in text:
            self.cluster.remove_node(self.cluster.list_all_nodes()[-1], allow_graceful=False)
            self.cluster = None


@pytest.mark.slow
def test_a_node_that_is_removed_changes_nothing(cluster, tmp_path):
    settings = {"epochs": 3, "shards": 8, "rate": 0.1}
    recipe = RECIPES["simianer2012"].of(settings)
    expected, log = learned(recipe, SetSource(noise=1.0), START)
    progress = Removing(cluster, tmp_path)
    task = Slow(noise=1.0, mark=str(tmp_path / "by"))
    weights, told = learned(recipe, task, START, executor="ray", workers=2, progress=progress)
    assert progress.cluster is None  # it was removed
    assert weights.tobytes() == expected.tobytes() and repr(told) == repr(log)
    assert any("its worker is gone" in line for line in progress.lines)
    cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    cluster.wait_for_nodes()


@pytest.mark.slow
def test_more_workers_than_the_cluster_has_are_refused(cluster):
    with pytest.raises(UsageError, match=r"has \d CPUs, less than the 9 workers asked for"):
        executor("ray", 9)


def blind(token):
    return "node-7"


def test_workers_that_do_not_see_the_folder_are_refused(monkeypatch, tmp_path):
    from rectrix.learn import site

    monkeypatch.setattr(site, "_blind", blind)
    with (
        pytest.raises(InputError, match="cannot be read by workers on node-7: give --checkpoints"),
        opened_site("processes", 1, tmp_path, Progress(), 1),
    ):
        pass
