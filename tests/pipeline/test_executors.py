"""The same model tuned on every executor, and by a driver that was killed: the same bytes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix.cli import app
from rectrix.evaluate.tuning_log import TuningLog
from rectrix.learn.run import Run
from rectrix.pipeline import Texts, TrainSettings, TuneSettings, train, tune_model
from rectrix.sample import SampleSettings, write_sample

LOOPS = {
    "sharded": {"recipe": "simianer2012", "settings": {"epochs": 2, "shards": 3, "rate": 0.001, "keep": 40}},
    "context": {"recipe": "eidelman2012", "settings": {"epochs": 2, "shards": 2, "gain": "eidelman"}},
    "batch": {"recipe": "kbmira", "settings": {"rounds": 2, "epochs": 5}},
    "asynchronous": {"recipe": "green2013", "settings": {"epochs": 2, "batch": 5, "staleness": 2}},
}
WRITTEN = ("weights.tsv", "tuning.jsonl", "model.toml")


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=250, held_out=12, references=1))
    return folder


@pytest.fixture(scope="module", params=["hiero", "phrase"])
def untuned(request, sample, tmp_path_factory):
    output = tmp_path_factory.mktemp("models") / request.param
    quick = TuneSettings(settings={"rounds": 1}, k=5)
    # A feature in Python is sent to workers as every other part of a model.
    mine = output.with_name("mine.py")
    mine.write_text("def suffix(rule):\n    return {word[-2:]: 0.5 for word in rule.target_words}\n")
    templates = ("shape", "word_pairs", f"{mine}:suffix")
    settings = TrainSettings(decoder=request.param, lm_order=2, templates=templates, tune=quick)
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    train(*files, [sample / "dev.ref0.en"], output, settings)
    return output.with_name(f"{output.name}.work") / "untuned"


@pytest.mark.slow
@pytest.mark.parametrize("loop", LOOPS)
def test_all_executors_write_the_same_model(cluster, untuned, sample, tmp_path, loop):
    settings = TuneSettings(k=10, **LOOPS[loop])
    dev = Texts(sample / "dev.de", [sample / "dev.ref0.en"])
    written = {}
    for executor, workers in (("serial", 1), ("threads", 2), ("processes", 2), ("ray", 2)):
        output = tmp_path / executor
        run = Run(executor=executor, workers=workers)
        tune_model(untuned, dev, output, settings, run=run, trust=True)
        written[executor] = [(output / name).read_bytes() for name in WRITTEN]
    for executor, files in written.items():
        assert files == written["serial"], executor
    assert b"suffix:" in written["serial"][0]


@pytest.mark.slow
def test_times_have_a_file_of_their_own(untuned, sample, tmp_path):
    dev = Texts(sample / "dev.de", [sample / "dev.ref0.en"])
    tune_model(untuned, dev, tmp_path / "tuned", TuneSettings(k=10, **LOOPS["batch"]), trust=True)
    lines = (tmp_path / "tuned/tuning.times.jsonl").read_text().splitlines()
    times = [json.loads(line) for line in lines]
    assert [time["round"] for time in times] == [1, 2] and all(time["seconds"] > 0 for time in times)
    epochs = TuningLog.read(tmp_path / "tuned").epochs
    assert [epoch["seconds"] for epoch in epochs] == [time["seconds"] for time in times]


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_a_killed_driver_goes_on_where_it_was(untuned, sample, tmp_path, executor):
    def command(output, *more):
        tune = [Path(sys.executable).with_name("rectrix"), "tune", untuned, "--trust", "--executor", executor]
        files = ["-s", sample / "dev.de", "-r", sample / "dev.ref0.en", "-o", output]
        recipe = ["--recipe", "simianer2012", "--shards", "4", "--set", "epochs=3", "--k", "10"]
        how = ["--workers", "2", "--checkpoints", f"{output}.checkpoints"]
        return [str(part) for part in (*tune, *files, *recipe, *how, *more)]

    subprocess.run(command(tmp_path / "whole"), check=True, capture_output=True)
    killed = subprocess.Popen(command(tmp_path / "killed"), stderr=subprocess.DEVNULL, start_new_session=True)
    while killed.poll() is None and not list(tmp_path.glob("killed.checkpoints/*/epoch-0002/shard-*")):
        time.sleep(0.005)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    assert not (tmp_path / "killed").exists(), "it was too quick to be killed"
    subprocess.run(command(tmp_path / "killed", "--resume"), check=True, capture_output=True)
    for name in WRITTEN:
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.slow
def test_a_long_text_is_translated_the_same_on_workers(untuned, sample, tmp_path):
    lines = (sample / "train.de").read_text().splitlines()[:230]
    (tmp_path / "text").write_text("".join(f"{line}\n" for line in lines))
    for executor in ("threads", "processes"):
        options = ["-o", str(tmp_path / executor), "--executor", executor, "--workers", "2", "--trust"]
        ran = CliRunner().invoke(app, ["translate", str(untuned), str(tmp_path / "text"), *options])
        assert ran.exit_code == 0, ran.output
    assert (tmp_path / "processes").read_text() == (tmp_path / "threads").read_text()
    assert len((tmp_path / "processes").read_text().splitlines()) == 230
