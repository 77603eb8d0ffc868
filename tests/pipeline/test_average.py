"""The mean of several runs: what it weighs, and what has none."""

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import OutputExists, UsageError
from rectrix.cli import app
from rectrix.features.weights import mean, read_weights, write_weights
from rectrix.model.copies import copy_model, writing_copy
from rectrix.model.folder import ModelFolder
from rectrix.pipeline import Model, TrainSettings, TuneSettings, average_models, load, train
from rectrix.sample import SampleSettings, write_sample


def test_runs_count_alike_whatever_their_size():
    weights = mean([{"a": 1.0, "b": -1.0}, {"a": 30.0, "c": 10.0}])
    assert weights == pytest.approx({"a": (1 + 1.5) / 2, "b": -0.5, "c": 0.25})
    assert mean([{"a": 2.0, "b": 1.0}] * 3) == pytest.approx({"a": 2.0, "b": 1.0})
    with pytest.raises(UsageError, match="run 2 has no weight but 0"):
        mean([{"a": 1.0}, {"a": 0.0}])


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=400, held_out=30, references=1))
    return folder


@pytest.fixture(scope="module")
def model(sample, tmp_path_factory):
    output = tmp_path_factory.mktemp("models") / "model"
    quick = TuneSettings(recipe="kbmira", settings={"rounds": 1}, k=20)
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    train(*files, [sample / "dev.ref0.en"], output, TrainSettings(lm_order=3, tune=quick))
    return output


def with_weights(model, path, weights):
    folder = ModelFolder.open(model)
    settings = folder.settings.model_copy(update={"files": {}})
    with writing_copy(folder, path, settings, weights):
        pass
    return path


def test_the_mean_of_two_models_translates(model, sample, tmp_path):
    weights = ModelFolder.open(model).weights()
    twofold = with_weights(model, tmp_path / "twofold", {name: 2 * v for name, v in weights.items()})
    other = with_weights(model, tmp_path / "other", dict.fromkeys(weights, 1.0))
    average_models([model, twofold], tmp_path / "same")
    lines = (sample / "test.de").read_text().splitlines()[:10]
    texts = [output.text for output in Model.open(model).translate(lines)]
    assert [output.text for output in load(tmp_path / "same").translate(lines)] == texts
    arguments = ["average", str(model), str(other), "-o", str(tmp_path / "both")]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    found = ModelFolder.open(tmp_path / "both")
    assert found.weights() == pytest.approx(mean([weights, dict.fromkeys(weights, 1.0)]))
    assert found.settings.recipe.startswith("mean of recipe=kbmira")
    assert not (tmp_path / "both/tuning.jsonl").exists()  # it would be one run's alone
    assert isinstance(CliRunner().invoke(app, arguments).exception, OutputExists)


def test_models_that_differ_otherwise_have_no_mean(model, sample, tmp_path):
    copy_model(model, tmp_path / "sparse", templates=("rule_id",))
    with pytest.raises(UsageError, match="differ in templates: only models"):
        average_models([model, tmp_path / "sparse"], tmp_path / "mean")
    assert not (tmp_path / "mean").exists()


def test_files_of_weights(model, tmp_path):
    write_weights(tmp_path / "one", {"a": 1.0, "b": 3.0})
    write_weights(tmp_path / "two", {"a": 1.0})
    arguments = ["average", str(tmp_path / "one"), str(tmp_path / "two"), "-o", str(tmp_path / "mean")]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    assert read_weights(tmp_path / "mean") == pytest.approx({"a": 2.5, "b": 1.5})
    for runs, message in (([tmp_path / "one"], "two runs"), ([model, tmp_path / "one"], "models only")):
        ran = CliRunner().invoke(app, ["average", *map(str, runs), "-o", str(tmp_path / "x")])
        assert isinstance(ran.exception, UsageError) and message in str(ran.exception)
