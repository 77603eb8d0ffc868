"""The corpora of benchmarks/text.py, cut as docs/text.md says, unpacked into build/benchmarks/text."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from _base_models import DATA, WORK, plain

from rectrix.base.files import open_text, writing

FOLDER = WORK / "text"
DEV = 600  # sentences to tune on where only some of the pairs are taken


@dataclass(frozen=True)
class Corpus:
    """Train, dev and test of a pair, in files named by their languages."""

    name: str
    source: str
    target: str

    def path(self, part: str, language: str) -> Path:
        """A file of the corpus."""
        return FOLDER / self.name / f"{part}.{language}"

    def pairs(self, part: str) -> tuple[Path, Path]:
        """Source and target of a part."""
        return self.path(part, self.source), self.path(part, self.target)


def swahili() -> Corpus:
    """The Bible by verse: dev Galatians and Philippians, test the first 400 verses of John."""
    corpus = Corpus("bible", "sw", "en")
    names = ("vref.txt.xz", "swh-swhulb.txt.xz", "eng-engwebp.txt.xz")
    if not corpus.path("test", "en").exists():
        _write(corpus, _verses(zip(*(_lines(f"ebible/{name}") for name in names), strict=True)))
    return corpus


def _verses(rows: Iterator[tuple[str, ...]]) -> Iterator[tuple[str, str, str]]:
    tests = 0
    for verse, source, target in rows:
        if not source.strip() or not target.strip() or "<range>" in (source, target):
            continue
        book = verse.split()[0]
        tests += book == "JHN"
        if book != "JHN" or tests <= 400:
            yield {"GAL": "dev", "PHP": "dev", "JHN": "test"}.get(book, "train"), source, target


def chinese() -> Corpus:
    """Tatoeba: every second line of devtest is dev, the others are test."""
    corpus = Corpus("tatoeba", "zh", "en")
    if not corpus.path("test", "en").exists():
        train = (("train", *row) for row in _columns("tatoeba/eng-zho.train.tsv.xz"))
        held = (
            (("dev", "test")[n % 2], *row) for n, row in enumerate(_columns("tatoeba/eng-zho.devtest.tsv.xz"))
        )
        _write(corpus, (row for rows in (train, held) for row in rows))
    return corpus


def hebrew() -> Corpus:
    """Tatoeba, Hebrew-English."""
    return _ready(Corpus("tatoeba-he-en", "he", "en"), ("train", "dev", "test"))


def europarl(pairs: int = 0) -> Corpus:
    """Europarl, German-English: the first so many pairs, with a small dev; test is devtest."""
    corpus = Corpus("europarl-de-en", "de", "en")
    return _ready(corpus, ("train", "dev", "devtest"), pairs)


def multi30k() -> Corpus:
    """Multi30k, German-English; lowercased and tokenized as it is published."""
    return _ready(Corpus("multi30k", "de", "en"), ("train", "val", "test_2016_flickr"))


def _ready(corpus: Corpus, parts: tuple[str, str, str], pairs: int = 0) -> Corpus:
    made = Corpus(f"{corpus.name}{f'-{pairs}' if pairs else ''}", corpus.source, corpus.target)
    for part, name in zip(parts, ("train", "dev", "test"), strict=True):
        for language in (corpus.source, corpus.target):
            if not made.path(name, language).exists():
                limit = {"train": pairs, "dev": DEV}.get(name, 0) if pairs else 0
                plain(f"{corpus.name}/{part}.{language}.xz", made.path("x", "x").parent, limit).rename(
                    made.path(name, language)
                )
    return made


def libreoffice() -> Corpus:
    """Strings of the interface and the help; dev and test are whole files."""
    corpus = Corpus("libreoffice", "de", "en")
    parts = dict.fromkeys(("sd", "sfx2", "uui", "desktop"), "test") | {"chart2": "dev"}
    if not corpus.path("test", "en").exists():
        rows = (line.split("\t") for line in _lines("libreoffice/de-en.tsv.xz"))
        named = ((parts.get(row[1].removesuffix("/messages.po"), "train"), row[2], row[3]) for row in rows)
        _write(corpus, named)
    return corpus


def _write(corpus: Corpus, rows: Iterator[tuple[str, str, str]]) -> None:
    parts: dict[str, list[tuple[str, str]]] = {"train": [], "dev": [], "test": []}
    for part, source, target in rows:
        parts[part].append((source, target))
    for part, pairs in parts.items():
        for place, path in enumerate(corpus.pairs(part)):
            with writing(path, force=True) as file:
                file.writelines(f"{pair[place]}\n" for pair in pairs)


def _lines(name: str) -> Iterator[str]:
    with open_text(DATA / name) as file:
        yield from (line.rstrip("\n") for line in file)


def _columns(name: str) -> Iterator[tuple[str, str]]:
    """Chinese and English of a Tatoeba file."""
    for line in _lines(name):
        _, _, english, chinese = line.split("\t")
        yield chinese, english


def every_text() -> Iterator[tuple[str, str, list[str]]]:
    """Name, language and lines of all texts that must come back from their words."""
    for name, language in [
        *(
            (f"europarl-de-en/{part}.{code}.xz", code)
            for part in ("train", "dev", "devtest")
            for code in ("de", "en")
        ),
        *(
            (f"europarl-fr-en/{part}.{code}.xz", code)
            for part in ("train", "dev", "devtest")
            for code in ("fr", "en")
        ),
        *(
            (f"tatoeba-he-en/{part}.{code}.xz", code)
            for part in ("train", "dev", "devtest", "test")
            for code in ("he", "en")
        ),
        *((f"ebible/{path.name}", path.name[:2]) for path in sorted((DATA / "ebible").glob("*.txt.xz"))),
    ]:
        yield name, language, list(_lines(name))
    for path in sorted([*(DATA / "libreoffice").glob("*.tsv.xz"), *(DATA / "python-docs").glob("*.tsv.xz")]):
        rows = [line.split("\t") for line in _lines(f"{path.parent.name}/{path.name}")]
        for column, language in ((-2, path.name[:2]), (-1, "en")):
            yield f"{path.parent.name}/{path.name}:{language}", language, [row[column] for row in rows]
    for path in sorted((DATA / "tatoeba").glob("*.tsv.xz")):
        rows = [line.split("\t") for line in _lines(f"tatoeba/{path.name}")]
        for column, language in ((2, "en"), (3, "zh" if "zho" in path.name else "mr")):
            yield f"tatoeba/{path.name}:{language}", language, [row[column] for row in rows]
