"""Systems: trained up to where tuning begins, once for all conditions that tune them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.base.files import writing
from rectrix.features.chosen import ChosenFeatures
from rectrix.learn.run import Run
from rectrix.model.copies import copy_model
from rectrix.pipeline import TrainSettings
from rectrix.pipeline.stages import read_mark
from rectrix.pipeline.training import Training
from rectrix.reproduce.data import Data
from rectrix.text import TextPipeline, TextSettings, read_sentences

# What all five papers did to their text; scores are of the same small letters and words.
LOWERCASED = TextSettings(tokenize="moses", case="lowercase", compounds=False, detokenize=False)


class System(Settings):
    """A way to train a model."""

    name: str = Field(default="hiero", pattern=r"^\w[^/\\]*$")  # of a folder, too
    train: dict[str, Any] = Field(default_factory=dict)  # changes of TrainSettings

    def settings(self, data: Data) -> TrainSettings:
        """All settings of training, checked."""
        text = {"pretokenized": True} if data.pretokenized else {"text": LOWERCASED.model_dump()}
        languages = {"languages": "-".join(data.languages)}
        # No paper has a language model over word classes: it comes with a preset that is named, or by number.
        classes = {} if "preset" in self.train else {"classes": 0}
        return TrainSettings.of({**text, **languages, **classes, **self.train}, where=f"system {self.name}")


@dataclass(frozen=True)
class Trained:
    """The models of all systems, and the prepared training texts with their word links."""

    folder: Path
    data: Data
    works: dict[str, Path] = field(default_factory=dict)  # where each system's text and links are

    def model(self, system: str) -> Path:
        """A system's model, not tuned yet."""
        return self.folder / system

    def bitext(self, system: str) -> tuple[Path, Path, Path]:
        """Source, target and links."""
        work = self.works[system]
        return work / "train.source", work / "train.target", work / "links"

    def index(self, system: str) -> Path:
        """The indexed bitext, as the system has aligned it."""
        return self.works[system] / "grammar.rindex"

    @property
    def rules(self) -> Path:
        """Stores of the rules of sentences to tune on; conditions that need the same share them."""
        return self.folder / ".rules"

    def references(self, test: str) -> list[list[str]]:
        """The references of a set, prepared as the training text was."""
        prepare = TextPipeline.open(next(iter(self.works.values())) / "text", "target.")
        return [prepare.apply_lines(list(read_sentences(path))) for path in self.data.sets[test].references]


def train_systems(systems: Sequence[System], data: Data, folder: Path, run: Run) -> Trained:
    """Train each system that is not there yet; those that align alike share what they have in common."""
    chosen = {system.name: system.settings(data) for system in systems}
    works = {name: folder / f".work-{_alignment(settings)}" for name, settings in chosen.items()}
    trained = Trained(folder, data, works)
    for system in systems:
        settings = chosen[system.name]
        facts = [settings.model_dump_json(), data.fingerprint()]
        fingerprint = sha256(json.dumps(facts).encode()).hexdigest()
        mark = folder / f"{system.name}.done"
        if read_mark(mark) == fingerprint and trained.model(system.name).is_dir():
            run.progress.say(f"system {system.name}: done before")
            continue
        run.progress.say(f"system {system.name}")
        _train(settings, data, works[system.name], run)
        copy_model(works[system.name] / "untuned", trained.model(system.name), force=True)
        with writing(mark, force=True) as file:
            file.write(fingerprint)
    return trained


def _alignment(settings: TrainSettings) -> str:
    """A name for all that word links depend on: tuning on the training text needs its system's own."""
    facts = settings.model_dump_json(
        include={"languages", "pretokenized", "text", "source_text", "target_text", "align"}
        | {"on_bad", "max_words", "max_ratio"}
    )
    return sha256(facts.encode()).hexdigest()[:8]


def _train(settings: TrainSettings, data: Data, work: Path, run: Run) -> None:
    training = Training(settings, settings.sides(*data.train, run.progress), work, run, ChosenFeatures())
    training.prepare(*data.train, ())
    training.build()
