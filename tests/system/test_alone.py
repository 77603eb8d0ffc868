"""Whoever trains or experiments, also from Python, is alone in a place from the first stage to the last."""

import threading
from contextlib import contextmanager

import pytest

from rectrix.base.errors import Locked
from rectrix.base.locks import holding
from rectrix.pipeline import train
from rectrix.reproduce import reproduce, run


@contextmanager
def held_by_another(path):
    held, done = threading.Event(), threading.Event()

    def hold():
        with holding(path):
            held.set()
            done.wait()

    other = threading.Thread(target=hold)
    other.start()
    held.wait()
    try:
        yield
    finally:
        done.set()
        other.join()


def test_training_does_not_touch_the_work_of_another_run(sample, tmp_path):
    texts = [sample / "train.de", sample / "train.en"]
    with held_by_another(tmp_path / "model"), pytest.raises(Locked, match="is being written by process"):
        train(*texts, None, (), tmp_path / "model", {"tune": {"on": "train"}})
    assert not list(tmp_path.iterdir())


def test_an_experiment_does_not_touch_the_folder_of_another_run(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "from_sample", lambda *arguments: pytest.fail("it has begun"))
    with held_by_another(tmp_path / "out"), pytest.raises(Locked, match="is being written by process"):
        reproduce("clark2014", tmp_path / "out")
    assert not list(tmp_path.iterdir())
