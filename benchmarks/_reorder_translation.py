"""Phrase-based translation of multi30k (German to English) with and without orientation classifiers."""

import lzma
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from _reorder_data import DATA, KEPT

from rectrix.evaluate import Options, evaluate
from rectrix.pipeline import TrainSettings, TuneSettings, train

SYSTEMS = ("lexicalized", "dual", "both", "none")
TUNED_ON = 300  # sentences of val
ROUNDS = 5


@dataclass(frozen=True)
class Translated:
    """One way to score orientations."""

    name: str
    tuning: float  # CPU seconds of training and tuning, stages that are the same for all left out
    decoding: float  # CPU seconds per test sentence
    bleu: float
    p: float | None  # of the difference from the first


def translated() -> list[Translated]:
    """Train, tune by k-best MIRA and translate with each."""
    outputs, seconds = {}, {}
    for name in SYSTEMS:
        settings = TrainSettings(
            decoder="phrase",
            pretokenized=True,
            reordering=name,
            classes=0,
            tune=TuneSettings(recipe="kbmira", settings={"rounds": ROUNDS}, k=100),
        )
        begin = time.process_time()
        dev = _text("val", "de", TUNED_ON), [_text("val", "en", TUNED_ON)]
        # The same place for all: alignment, language model and index are made once.
        model = train(_text("train", "de"), _text("train", "en"), *dev, KEPT / "model", settings, force=True)
        tuned = time.process_time()
        lines = _lines("test_2016_flickr", "de")
        outputs[name] = [[found.text for found in model.translate(lines)]]
        seconds[name] = tuned - begin, (time.process_time() - tuned) / len(lines)
        print(name, seconds[name], flush=True)
    found = evaluate(outputs, [_lines("test_2016_flickr", "en")], Options(metrics=("bleu",), tokenize="none"))
    return [
        Translated(one.system, *seconds[one.system], one.mean, one.p_randomization) for one in found.results
    ]


def _lines(name: str, language: str, limit: int | None = None) -> list[str]:
    with lzma.open(DATA / "multi30k" / f"{name}.{language}.xz", "rt", encoding="utf-8") as file:
        return [line.rstrip("\n") for line in islice(file, limit)]


def _text(name: str, language: str, limit: int | None = None) -> Path:
    path = KEPT / f"multi30k.{name}.{language}"
    if not path.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in _lines(name, language, limit)), encoding="utf-8")
    return path
