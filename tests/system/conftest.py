"""A small trained model for tests of whole commands."""

import subprocess
import sys

import pytest

from rectrix.pipeline import TrainSettings, TuneSettings, train
from rectrix.sample import SampleSettings, write_sample


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=300, held_out=20, references=1))
    return folder


def small_model(sample, output, **changes):
    tune = TuneSettings(recipe="kbmira", settings={"rounds": 1}, k=10)
    texts = [sample / name for name in ("train.de", "train.en", "dev.de")]
    train(*texts, [sample / "dev.ref0.en"], output, TrainSettings(lm_order=2, tune=tune, **changes))
    return output


@pytest.fixture(scope="session")
def trained(sample, tmp_path_factory):
    """A model that no test may change."""
    return small_model(sample, tmp_path_factory.mktemp("trained") / "model")


@pytest.fixture(scope="session")
def exportable(sample, tmp_path_factory):
    """The same without word classes, which other toolkits lack."""
    return small_model(sample, tmp_path_factory.mktemp("exportable") / "model", classes=0)


@pytest.fixture
def rectrix():
    """Runs a command as a user would."""

    def run(*arguments, **options):
        command = [sys.executable, "-c", "from rectrix.cli import main; main()", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=options.pop("text", True), **options)

    return run
