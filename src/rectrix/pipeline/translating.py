"""Translating a long text on the workers of an executor: a few lines a task, results in order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rectrix.base.errors import UsageError
from rectrix.exchange.moses_names import read_weights_for
from rectrix.execute import executor
from rectrix.learn.run import Run
from rectrix.model.batches import batches
from rectrix.model.folder import ModelFolder, hash_of
from rectrix.model.translator import Translator
from rectrix.pipeline.model import Model

_LINES = 200  # a task


@dataclass(frozen=True)
class TranslationJob:
    """A model by its path, and what is demanded of translations."""

    model: Path
    model_hash: str
    weights: Path | None
    demands: tuple[tuple[str, Any], ...]
    trust: bool = False
    cache: int | None = None  # of each worker

    @classmethod
    def of(
        cls, model: Translator, weights: Path | None, demands: dict[str, Any], cache: int | None = None
    ) -> "TranslationJob":
        """What a worker needs to open the same model."""
        if model.members:
            raise UsageError("a combination of models is translated with by the executor threads alone")
        path = model.folder.path.absolute()
        told = tuple(sorted(demands.items()))
        return cls(path, hash_of(path), weights and weights.absolute(), told, model.trust, cache)

    def run(self, lines: Iterable[str], run: Run) -> Iterator[str]:
        """The translations with their line ends."""
        crew = executor(run.executor, run.crew) if isinstance(run.executor, str) else run.executor
        crew.say = run.progress.say
        with crew as workers:
            chunks = (LineChunk(self, first, tuple(part)) for first, part in batches(lines, _LINES))
            with run.progress.task("translating", unit="lines") as shown:
                for texts, notes in workers.map(translate_chunk, chunks):
                    for note in notes:
                        run.progress.say(note)
                    shown.advance(len(texts))
                    yield "".join(f"{text}\n" for text in texts)


@dataclass(frozen=True)
class LineChunk:
    """Some consecutive lines."""

    job: TranslationJob
    first: int
    lines: tuple[str, ...]

    @property
    def label(self) -> str:
        return f"translation of lines {self.first + 1}-{self.first + len(self.lines)}"


def translate_chunk(chunk: LineChunk) -> tuple[list[str], list[str]]:
    """The translations, and what is to be said of them."""
    job, texts, notes = chunk.job, [], []
    model = _opened(job.model, job.model_hash, job.weights, job.trust, job.cache)
    outputs = model.translate(chunk.lines, first=chunk.first, **dict(chunk.job.demands))
    for number, output in enumerate(outputs, start=chunk.first + 1):
        texts.append(output.text)
        notes += output.notes(number)
    return texts, notes


@lru_cache(maxsize=2)
def _opened(path: Path, model_hash: str, weights: Path | None, trust: bool, cache: int | None) -> Model:
    """Once a process; another hash is another model."""
    return open_model(path, weights, trust=trust, cache=cache)


def open_model(
    path: Path,
    weights: Path | None,
    load: str = "map",
    verify: bool = False,
    trust: bool = False,
    cache: int | None = None,
) -> Model:
    """A model with the weights of a file, if one is given, by whatever names its n-best lists have."""
    given = read_weights_for(ModelFolder.open(path), weights) if weights else None
    return Model.open(path, given, load, verify, trust, cache=cache)
