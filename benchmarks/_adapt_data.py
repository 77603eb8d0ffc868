"""The models and documents of adapt.py: a slice of europarl, LibreOffice's help, a book of the Bible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from _glossary_data import lines_of

from rectrix.base.files import open_text, writing
from rectrix.base.progress import for_terminal
from rectrix.learn.run import Run
from rectrix.pipeline import Model, TrainSettings, train

WORK = Path(__file__).parents[1] / "build/benchmarks/adapt"
PAIRS, DEV = 40_000, 500
HELP = "helpcontent2/source/text/{}/guide.po"

Document = list[tuple[str, str]]  # German and English, sentence by sentence


def europarl(data: Path, name: str, count: int) -> Document:
    """The first pairs of a part."""
    sides = [lines_of(data / f"europarl-de-en/{name}.{side}.xz", 0, count) for side in ("de", "en")]
    return list(zip(*sides, strict=True))


def multi30k(data: Path, name: str, count: int) -> Document:
    """Image captions, tokenized and in small letters."""
    sides = [lines_of(data / f"multi30k/{name}.{side}.xz", 0, count) for side in ("de", "en")]
    return list(zip(*sides, strict=True))


def libreoffice(data: Path, application: str, count: int) -> Document:
    """The guide to one application, in its order."""
    with open_text(data / "libreoffice/de-en.tsv.xz") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    guide = HELP.format(application)
    return [(row[2], row[3]) for row in rows if row[1] == guide and row[2] and row[3]][:count]


def bible(data: Path, book: str, count: int) -> Document:
    """A book by verse: Luther 1912 and the World English Bible."""
    files = ("vref.txt.xz", "deu-deu1912.txt.xz", "eng-engwebp.txt.xz")
    rows = zip(*(lines_of(data / "ebible" / name, 0, 100_000) for name in files), strict=False)
    verses = [(german, english) for verse, german, english in rows if verse.startswith(f"{book} ")]
    return [(german, english) for german, english in verses if german and english][:count]


DOCUMENTS: dict[str, Callable[[Path, int], Document]] = {
    "calc": lambda data, count: libreoffice(data, "scalc", count),
    "john": lambda data, count: bible(data, "JHN", count),
    "writer": lambda data, count: libreoffice(data, "swriter", count),
    "genesis": lambda data, count: bible(data, "GEN", count),
}


def model(data: Path, decoder: str, threads: int) -> Model:
    """Trained on the first 40,000 pairs of europarl, tuned by kbmira on the first 500 of dev."""
    output = WORK / decoder
    if output.exists():
        return Model.open(output)
    files = [
        _written(f"{name}.{side}", [pair[side == "en"] for pair in europarl(data, name, count)])
        for name, count in (("train", PAIRS), ("dev", DEV))
        for side in ("de", "en")
    ]
    source, target, dev_source, dev_reference = files
    settings = TrainSettings.of({"decoder": decoder, "classes": 0, "tune": {"settings": {"rounds": 4}}})
    run = Run(threads=threads, progress=for_terminal())
    return train(source, target, dev_source, [dev_reference], output, settings, run=run)


def _written(name: str, lines: list[str]) -> Path:
    path = WORK / name
    with writing(path, force=True) as file:
        file.writelines(f"{line}\n" for line in lines)
    return path
