"""Oracles: search has found what is better than its first choice; other numbers of lines are refused."""

import pytest

from rectrix.base.errors import InputError
from rectrix.pipeline import Model, TrainSettings, TuneSettings, train
from rectrix.pipeline.oracle import oracles
from rectrix.sample import SampleSettings, write_sample


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=400, held_out=30, references=1))
    return folder


@pytest.fixture(scope="module", params=["hiero", "phrase"])
def model(sample, tmp_path_factory, request):
    quick = TuneSettings(recipe="kbmira", settings={"rounds": 1}, k=20)
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    output = tmp_path_factory.mktemp("models") / request.param
    train(
        *files, [sample / "dev.ref0.en"], output, TrainSettings(decoder=request.param, lm_order=3, tune=quick)
    )
    return Model.open(output)


def test_lists_have_better_than_the_first_choice_and_forests_better_still(model, sample):
    found = oracles(model, sample / "test.de", [sample / "test.ref0.en"], k=20)
    assert 0 < found.first.bleu < found.lists.bleu <= found.forest.bleu <= 100


@pytest.mark.parametrize("lines", [29, 31])
def test_references_of_another_number_are_refused(model, sample, tmp_path, lines):
    reference = tmp_path / "reference.en"
    reference.write_text("one line\n" * lines)
    with pytest.raises(InputError, match=rf"reference.en: {lines} lines, but .*test.de has 30"):
        oracles(model, sample / "test.de", [reference])
