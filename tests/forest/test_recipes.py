"""Learning on forests of both decoders: oracles are good, and every executor writes the same model."""

from pathlib import Path

import pytest

from rectrix.base.errors import UsageError
from rectrix.kbest.files import read
from rectrix.learn.run import Run
from rectrix.pipeline import Texts, TrainSettings, TuneSettings, train, tune_model
from rectrix.rerank import tune
from rectrix.sample import SampleSettings, write_sample
from rectrix.score import references_of

SPACES = {
    "mert forest": {"recipe": "mert", "settings": {"space": "forest", "rounds": 3, "restarts": 0}},
    "eidelman forest": {"recipe": "eidelman2012", "settings": {"space": "forest", "epochs": 3, "shards": 2}},
    "max-bleu forest": {
        "recipe": "eidelman2012",
        "settings": {"space": "forest", "epochs": 3, "shards": 2, "oracle": "max-bleu"},
    },
    "sampled": {"recipe": "eidelman2012", "settings": {"space": "sampled", "epochs": 3, "shards": 2}},
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=300, held_out=30, references=1))
    return folder


@pytest.fixture(scope="module", params=["hiero", "phrase"])
def untuned(request: pytest.FixtureRequest, sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("models") / request.param
    quick = TuneSettings(settings={"rounds": 1}, k=5)
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    settings = TrainSettings(decoder=request.param, lm_order=3, tune=quick)
    train(*files, [sample / "dev.ref0.en"], output, settings)
    return output.with_name(f"{output.name}.work") / "untuned"


@pytest.mark.parametrize("space", SPACES)
def test_learning_on_forests(untuned: Path, sample: Path, tmp_path: Path, space: str) -> None:
    dev = Texts(sample / "dev.de", [sample / "dev.ref0.en"])
    settings = TuneSettings(k=20, **SPACES[space])
    written = []
    for executor in ("serial", "processes"):
        output = tmp_path / executor
        tuned = tune_model(untuned, dev, output, settings, run=Run(executor=executor, workers=2))
        if settings.recipe == "mert":
            assert tuned.after > tuned.before
        else:  # what is preferred is better than what is held against it, and than what comes out
            assert all(entry["oracle"] > entry["prediction"] for entry in tuned.log)
            assert all(entry["oracle"] > entry["tuning"] - 0.5 for entry in tuned.log)
        written.append([(output / name).read_bytes() for name in ("weights.tsv", "tuning.jsonl")])
    assert written[0] == written[1]


@pytest.mark.parametrize("space", ["mert forest", "eidelman forest", "sampled"])
def test_stored_lists_have_no_forests(tmp_path: Path, space: str) -> None:
    path = tmp_path / "lists"
    path.write_text("0 ||| a b ||| x= 1 ||| 1\n0 ||| b ||| x= 2 ||| 2\n")
    with pytest.raises(UsageError, match="stored have no forests"):
        tune(read(path), references_of([["a b"]]), **SPACES[space])
