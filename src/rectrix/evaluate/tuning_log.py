"""Logs of tuning runs: what a score, its oracle and its prediction were after every epoch."""

import json
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from rectrix.base.errors import InputError
from rectrix.base.files import open_text
from rectrix.features.weights import Weights, read_weights
from rectrix.learn.report import Unit, unit_of

MODEL_LOG = "tuning.jsonl"  # in a model folder
TIMES_ENDING = ".times.jsonl"  # in place of the log's
MODEL_TIMES = f"tuning{TIMES_ENDING}"
MODEL_WEIGHTS = "weights.tsv"
LOG_ENDING = ".log.jsonl"  # beside weights of `rectrix rerank tune`


@dataclass(frozen=True)
class TuningLog:
    """The epochs of one run, and the weights it ended with where they were found."""

    name: str
    epochs: tuple[dict[str, float], ...]  # numbers by field; fields that were null are left out
    weights: Weights
    metric: str = ""  # the name of what was scored, if the log has it
    higher_is_better: bool = True
    unit: Unit = "epoch"  # what the recipe calls its turns

    @classmethod
    def read(cls, path: Path) -> "TuningLog":
        """From a model folder, a log, or the weights that a log lies beside."""
        log, weights = _files(path)
        times = log.with_name(log.name.removesuffix(".jsonl").removesuffix(".log") + TIMES_ENDING)
        found = read_weights(weights) if weights.is_file() else {}
        read = _read(log)
        epochs = tuple(_entry(row, log, number) for number, row in read)
        if times.is_file():
            seconds = [{"seconds": float(row.get("seconds", 0.0))} for _, row in _read(times)]
            epochs = tuple(entry | time for entry, time in zip(epochs, seconds, strict=False))
        last = read[-1][1]
        metric = str(last.get("metric", "")).partition("|")[0]
        higher = last.get("higher_is_better") is not False
        return cls(str(path), epochs, found, metric, higher, unit_of(last))

    @property
    def best(self) -> dict[str, float]:
        """The epoch with the best score on the tuning set, the first of equals."""
        sign = 1 if self.higher_is_better else -1
        return max(self.epochs, key=lambda entry: sign * entry["tuning"])

    def curve(self, field: str) -> list[tuple[float, float]]:
        """(epoch, value) of every epoch that has the field."""
        return [(entry["epoch"], entry[field]) for entry in self.epochs if field in entry]


def _files(path: Path) -> tuple[Path, Path]:
    """Where log and weights of a run are."""
    if path.is_dir():
        log = path / MODEL_LOG
        if not log.is_file():
            raise InputError.at(
                path, 0, f"no {MODEL_LOG} in this folder: it is no model, or its weights were not tuned"
            )
        return log, path / MODEL_WEIGHTS
    beside = path.with_name(path.name + LOG_ENDING)
    if beside.is_file():
        return beside, path
    if path.name.endswith(LOG_ENDING):
        return path, path.with_name(path.name.removesuffix(LOG_ENDING))
    return path, path.with_name(MODEL_WEIGHTS)


def _read(log: Path) -> list[tuple[int, dict[str, Any]]]:
    """Line numbers and epochs."""
    rows = []
    with open_text(log) as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                rows.append((number, _row(line, log, number)))
    if not rows:
        raise InputError.at(log, 0, "the log is empty: the run ended before its first epoch did")
    return rows


def _row(line: str, log: Path, number: int) -> dict[str, Any]:
    try:
        read: Any = json.loads(line)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise InputError.at(log, number, f"expected a JSON object for an epoch, saw {line.strip()[:40]!r}")
    return read


def _entry(read: dict[str, Any], log: Path, number: int) -> dict[str, float]:
    unit = unit_of(read)
    entry = {name: float(value) for name, value in read.items() if _is_number(value)}
    if "round" in entry:
        entry["epoch"] = entry.pop("round")
    for name, told in (("epoch", unit), ("tuning", "tuning")):
        if name not in entry:
            raise InputError.at(
                log, number, f"the {unit} has no finite number {told!r}; is this a tuning log?"
            )
    return entry


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
