"""What a condition leaves in its folder: scores, output, the log by epoch, and how long it took."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rectrix.base.errors import InputError
from rectrix.base.files import writing
from rectrix.text import read_sentences

FILE = "result.json"  # written last: a folder that has it is finished


@dataclass(frozen=True)
class ConditionResult:
    """One condition with one seed."""

    condition: str
    seed: int
    fingerprint: str  # of all that it depends on
    signature: str  # of the recipe
    scores: dict[str, float] = field(default_factory=dict)  # BLEU by test set
    lengths: dict[str, float] = field(default_factory=dict)  # words for each word of the references
    numbers: dict[str, float] = field(default_factory=dict)  # features, epochs, seconds, cpu, tuning, …
    curves: dict[str, list[float]] = field(default_factory=dict)  # by epoch
    warnings: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)  # of the condition, where they are no defaults
    folder: Path = field(default=Path(), compare=False)  # where its files are

    def output(self, test: str) -> list[str]:
        """The translations of a test set."""
        return list(read_sentences(self.folder / f"{test}.out"))

    def curve(self, name: str) -> list[tuple[float, float]]:
        """(epoch, value), counted from 1."""
        return [(float(epoch), value) for epoch, value in enumerate(self.curves.get(name, ()), start=1)]

    def write(self) -> None:
        """Into its folder."""
        values = {name: value for name, value in asdict(self).items() if name != "folder"}
        with writing(self.folder / FILE, force=True) as file:
            json.dump(values, file, indent=1, ensure_ascii=False)

    @classmethod
    def read(cls, folder: Path) -> "ConditionResult | None":
        """From a finished folder; None if it is not finished."""
        path = folder / FILE
        if not path.is_file():
            return None
        try:
            values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return cls(**values, folder=folder)
        except (ValueError, TypeError, RecursionError):
            raise InputError.at(path, 0, "no result of an experiment; remove it to run it again") from None
