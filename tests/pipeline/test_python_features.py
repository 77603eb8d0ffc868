"""Features in Python through train, tune and translate: kept as text, run for those who trust them only."""

import shutil

import pytest
from typer.testing import CliRunner

import rectrix as rx
from rectrix.cli import app
from rectrix.model.folder import ModelFolder
from rectrix.sample import SampleSettings, write_sample

QUICK = {"lm_order": 2, "tune": {"settings": {"rounds": 1}, "k": 10}}
ENDINGS = ("s", "e")


def ending(rule):
    return {word[-1:]: 1.0 for word in rule.target_words if word.endswith(ENDINGS)}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("features")
    write_sample(folder / "sample", SampleSettings(pairs=200, held_out=10, references=1))
    return folder


@pytest.fixture(scope="module")
def model(place):
    """A model whose feature leaves a trace when its text runs."""
    text = f"open({str(place / 'trace')!r}, 'a').write('ran')\n\ndef n(rule):\n    return len(rule.target)\n"
    (place / "mine.py").write_text(text)
    sample = place / "sample"
    files = [sample / name for name in ("train.de", "train.en", "dev.de", "dev.ref0.en")]
    made = rx.train(*files, place / "model", QUICK, features=["shape", f"{place / 'mine.py'}:n"])
    assert "shape, n>" in repr(made)
    (place / "mine.py").unlink()
    return place / "model"


def invoke(*arguments):
    return CliRunner().invoke(app, [str(part) for part in arguments])


def test_a_model_of_others_runs_no_code_by_being_opened(place, model, tmp_path):
    (place / "trace").unlink()
    with pytest.raises(rx.UsageError, match=r"read .*mine.py, then say --trust"):
        rx.load(model)
    for command in (["translate", model], ["tune", model, "-s", "x", "-r", "x", "-o", tmp_path / "out"]):
        refused = invoke(*command)
        assert isinstance(refused.exception, rx.UsageError) and "--trust" in str(refused.exception)
    assert invoke("verify", model).exit_code == 0
    assert not (place / "trace").exists(), "it ran"
    assert invoke("translate", model, place / "sample/dev.de", "--trust").stdout.count("\n") == 10
    assert (place / "trace").exists()


def test_a_changed_text_is_a_damaged_model(model, tmp_path):
    copy = shutil.copytree(model, tmp_path / "copy")
    (copy / "mine.py").write_text("def n(rule): return 666\n")
    with pytest.raises(rx.DamagedFile, match="mine"):
        rx.load(copy, trust=True)


def test_other_features_without_training_again(place, model, tmp_path):
    dev = [place / "sample/dev.de", place / "sample/dev.ref0.en"]
    before = ModelFolder.open(model).weights()
    assert "n" in before and any(name.startswith("shape:") for name in before)
    opened = rx.load(model, trust=True)
    features = ["shape", ending]
    tuned = opened.tune(*dev, tmp_path / "tuned", "online", {"epochs": 1}, k=10, features=features)
    after = tuned.folder.weights()
    assert "n" not in after and any(name.startswith("ending:") for name in after)
    assert (tmp_path / "tuned/ending.py").read_text().startswith("from __future__")
    assert "ENDINGS = ('s', 'e')" in (tmp_path / "tuned/ending.py").read_text()
    options = ["--set", "rounds=1", "--k", "10", "-q", "--json", "--features", "word_pairs"]
    plain = invoke("tune", model, "-s", dev[0], "-r", dev[1], "-o", tmp_path / "plain", *options)
    assert plain.exit_code == 0, plain.output  # the model's own feature is replaced: nothing to trust
    assert not list((tmp_path / "plain").glob("*.py")) and '"after":' in plain.stdout
    assert rx.load(tmp_path / "plain").translate("das Haus").text


def test_everything_that_is_wrong_is_told_at_once_and_nothing_is_made(place, tmp_path):
    sample = place / "sample"
    refused = invoke(
        *("train", "-s", sample / "train.de", "-t", sample / "dev.de", "-o", tmp_path / "a/b/model"),
        *("--dev-source", sample / "dev.de", "--dev-reference", tmp_path / "absent", "--recipe", "green2013"),
        *("--set", "loss=hing", "--features", "shap", "--metric", "blue", "--executor", "rya"),
        *("--reordering", "dual", "--patience", "2", "--lm-text", tmp_path / "gone"),
    )
    assert isinstance(refused.exception, rx.UsageError)
    for message in (
        "9 things are wrong",
        "dev.de: 10 lines, but",
        "absent: cannot open",
        "unknown loss 'hing'",
        "unknown feature template 'shap'",
        "unknown metric 'blue'",
        "unknown executor 'rya'",
        "reordering dual is about phrases",
        "patience needs held-out sentences",
        "gone: cannot open",
    ):
        assert message in str(refused.exception), message
    assert not list(tmp_path.iterdir()), "not even the folder above the output"
