"""What training reads on its way: each large file of a model is hashed once."""

from collections import Counter
from pathlib import Path

import pytest

from rectrix.base.errors import DamagedFile
from rectrix.model import ModelFolder, checksums
from rectrix.model.copies import writing_copy
from rectrix.pipeline import TrainSettings, TuneSettings, average_models, train
from rectrix.sample import SampleSettings, write_sample

LARGE = ("aligner.ralign", "grammar.rindex", "lm.rlm")


@pytest.fixture
def hashed(tmp_path, monkeypatch):
    """How often files were hashed, by name; all files are large."""
    found = Counter()
    digest = checksums.digest

    def counted(path):
        found[path.name] += 1
        return digest(path)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(checksums, "SMALL", 0)
    monkeypatch.setattr(checksums, "digest", counted)
    return found


@pytest.fixture
def model(tmp_path, hashed):
    write_sample(tmp_path, SampleSettings(pairs=60, held_out=5, references=1, tokens=True))
    texts = [tmp_path / name for name in ("train.de", "train.en", "dev.de")]
    tune = TuneSettings(settings={"rounds": 1, "epochs": 1}, k=5)
    settings = TrainSettings(pretokenized=True, lm_order=2, tune=tune)
    return train(*texts, [tmp_path / "dev.ref0.en"], tmp_path / "model", settings).folder.path


def test_training_hashes_a_large_file_once(tmp_path, model, hashed):
    assert {name: hashed[name] for name in LARGE} == dict.fromkeys(LARGE, 1)
    assert sorted(path.parent.name for path in tmp_path.rglob("model.toml")) == ["model", "untuned"]
    ModelFolder.open(model)
    average_models([model, model], tmp_path / "mean")
    ModelFolder.open(tmp_path / "mean")
    assert {name: hashed[name] for name in LARGE} == dict.fromkeys(LARGE, 1)


def test_a_copy_of_what_was_changed_in_the_meantime_is_hashed(tmp_path, model, hashed):
    """A checksum must not be carried from a file that somebody wrote to after it was compared."""
    opened = ModelFolder.open(model)
    damaged = bytearray((model / "lm.rlm").read_bytes())
    damaged[-1] ^= 1
    (model / "lm.rlm").write_bytes(damaged)
    with writing_copy(opened, tmp_path / "copy", opened.settings, opened.weights()):
        pass
    with pytest.raises(DamagedFile, match=r"lm\.rlm: damaged"):
        ModelFolder.open(tmp_path / "copy")


def test_a_copy_has_files_of_its_own(tmp_path, model):
    for name in LARGE:
        untuned = Path(f"{model}.work") / "untuned" / name
        assert not untuned.samefile(model / name)
