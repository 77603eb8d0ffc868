"""The models and texts of glossary.py: a slice of europarl-de-en, kept in build/benchmarks."""

from __future__ import annotations

from pathlib import Path

from rectrix.base.files import open_text, writing
from rectrix.base.progress import for_terminal
from rectrix.learn.run import Run
from rectrix.pipeline import Model, TrainSettings, train

WORK = Path(__file__).parents[1] / "build/benchmarks/glossary"
PAIRS, HELD_OUT, DEV = 30_000, 60_000, 600


def lines_of(path: Path, first: int, count: int) -> list[str]:
    """So many lines of a file, from `first` on."""
    with open_text(path) as file:
        return [line.rstrip("\n") for number, line in enumerate(file) if first <= number < first + count]


def part(data: Path, name: str, first: int, count: int) -> list[Path]:
    """A part of the German and the English side, as files."""
    made = []
    for language in ("de", "en"):
        path = WORK / f"{name}-{first}-{count}.{language}"
        if not path.exists():
            lines = lines_of(data / f"europarl-de-en/{name}.{language}.xz", first, count)
            with writing(path) as file:
                file.writelines(f"{line}\n" for line in lines)
        made.append(path)
    return made


def model(data: Path, decoder: str, threads: int) -> Model:
    """Trained without word classes on the first 30,000 pairs, tuned on the first 600 of dev."""
    output = WORK / decoder
    if output.exists():
        return Model.open(output)
    source, target = part(data, "train", 0, PAIRS)
    dev_source, dev_reference = part(data, "dev", 0, DEV)
    settings = TrainSettings(decoder="phrase" if decoder == "phrase" else "hiero", classes=0)
    run = Run(threads=threads, progress=for_terminal())
    return train(source, target, dev_source, [dev_reference], output, settings, run=run)


def vocabulary(decoder: str) -> set[str]:
    """The source words of the training text."""
    path = (WORK / decoder).with_suffix(".work") / "train.source"
    return {word.lower() for line in path.read_text(encoding="utf-8").splitlines() for word in line.split()}
