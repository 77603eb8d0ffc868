"""Two small models of raw text, one for each decoder."""

import pytest

from rectrix.pipeline import load, train
from rectrix.sample import SampleSettings, write_sample

SETTINGS = {"lm_order": 3, "tune": {"recipe": "kbmira", "k": 20, "settings": {"rounds": 1}}}


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("adapt")
    write_sample(folder, SampleSettings(pairs=400, held_out=20, references=1))
    return folder


@pytest.fixture(scope="session", params=["hiero", "phrase"])
def model_folder(sample, request):
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    train(*files, [sample / "dev.ref0.en"], sample / request.param, SETTINGS | {"decoder": request.param})
    return sample / request.param


@pytest.fixture
def model(model_folder):
    return load(model_folder)


@pytest.fixture(scope="session")
def lines(sample):
    return (sample / "dev.de").read_text().splitlines()


@pytest.fixture(scope="session")
def pairs(sample, lines):
    return list(zip(lines, (sample / "dev.ref0.en").read_text().splitlines(), strict=True))
