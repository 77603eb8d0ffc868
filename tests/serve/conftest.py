"""Small models with both decoders, the application around them, and a real server."""

import asyncio
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
import uvicorn
from starlette.testclient import TestClient

from rectrix.pipeline import Model, TrainSettings, TuneSettings, train
from rectrix.sample import SampleSettings, write_sample
from rectrix.serve.app import AppSettings, application
from rectrix.serve.engine import Engine, training_text
from rectrix.serve.server import Protocol
from rectrix.text.formats import Languages


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=400, held_out=20, references=1))
    return folder


@pytest.fixture(scope="session")
def folders(sample, tmp_path_factory):
    """Model folders that no test may change."""
    made = tmp_path_factory.mktemp("models")
    texts = [sample / name for name in ("train.de", "train.en", "dev.de")]
    for decoder in ("hiero", "phrase"):
        tune = TuneSettings(recipe="kbmira", settings={"rounds": 1}, k=10)
        settings = TrainSettings(decoder=decoder, lm_order=2, tune=tune)
        train(*texts, [sample / "dev.ref0.en"], made / decoder, settings)
    return made


@dataclass(frozen=True)
class Taught:
    """A lesson of the tests' own learner."""

    id: int
    seconds: float
    rules: int
    message: str
    source: str
    target: str


class Parrot:
    """A learner by heart: what was taught comes out, anything else is the model's."""

    def __init__(self, model):
        self.model, self.taught = model, []

    def learn(self, source, target):
        self.taught.append(Taught(len(self.taught) + 1, 0.0, 1, "learned", source, target))
        return self.taught[-1]

    def lessons(self):
        return list(self.taught)

    def undo(self, id):
        self.taught = [one for one in self.taught if one.id != id]

    def translate(self, lines, **demands):
        from dataclasses import replace

        known = {one.source: one.target for one in self.taught}
        for line, output in zip(lines, self.model.translate(lines, **demands), strict=True):
            yield replace(output, text=known.get(line, output.text))


@pytest.fixture
def engines(folders):
    made = []
    for name in ("hiero", "phrase"):
        model = Model.open(folders / name)
        made.append(Engine(name, Languages("de", "en"), model, Parrot(model), training_text(model)))
    return made


@pytest.fixture
def lines(sample):
    return (sample / "dev.de").read_text().splitlines()


@pytest.fixture
def client(engines):
    with TestClient(application(engines), base_url="http://localhost") as made:
        yield made


class Running:
    """A server of this process on a port of its own."""

    def __init__(self, app):
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(app, http=Protocol, log_config=None, log_level="critical", access_log=False)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(
            target=lambda: asyncio.run(self.server.serve([self.socket])), daemon=True
        )
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def stop(self):
        self.server.should_exit = True
        self.thread.join()


@pytest.fixture
def running(engines):
    made = Running(application(engines))
    yield made
    made.stop()


@pytest.fixture(scope="session")
def serving():
    """A real server for as long as a block lasts."""

    @contextmanager
    def serve(app):
        made = Running(app)
        try:
            yield made.url
        finally:
            made.stop()

    return serve


@pytest.fixture
def client_with(engines):
    """A client of an application with other settings."""
    opened = []

    def make(**settings):
        client = TestClient(
            application(engines, AppSettings(**settings)),
            base_url="http://localhost",
            raise_server_exceptions=False,
        )
        opened.append(client.__enter__())
        return client

    yield make
    for one in opened:
        one.__exit__(None, None, None)
