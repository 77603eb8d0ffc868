"""What training writes and reads on its way: a model's large files are copied once and hashed twice."""

from collections import Counter

from rectrix.model import checksums
from rectrix.pipeline import TrainSettings, TuneSettings, train
from rectrix.sample import SampleSettings, write_sample


def test_large_files_are_hashed_when_they_are_made_and_when_their_copy_is_opened(tmp_path, monkeypatch):
    read = Counter()
    digest = checksums.digest

    def counted(path):
        read[path.name] += 1
        return digest(path)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(checksums, "SMALL", 0)  # all files are large
    monkeypatch.setattr(checksums, "digest", counted)
    write_sample(tmp_path, SampleSettings(pairs=60, held_out=5, references=1, tokens=True))
    texts = [tmp_path / name for name in ("train.de", "train.en", "dev.de")]
    tune = TuneSettings(settings={"rounds": 1, "epochs": 1}, k=5)
    settings = TrainSettings(pretokenized=True, lm_order=2, tune=tune)
    train(*texts, [tmp_path / "dev.ref0.en"], tmp_path / "model", settings)
    assert {name: read[name] for name in ("grammar.rindex", "lm.rlm")} == {"grammar.rindex": 2, "lm.rlm": 2}
    assert sorted(path.parent.name for path in tmp_path.rglob("model.toml")) == ["model", "untuned"]
