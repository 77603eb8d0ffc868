"""Europarl for the grammar benchmark: tokenized, aligned, and enlarged by copies with words exchanged.

No larger bitext is at hand, and exact copies would give every left-out sentence its own rules back. So a copy
draws 40 % of its source words anew from the words that follow the same word somewhere in the text, and takes
the translation of the drawn word along if both are linked once. Frequencies of words and of two in a row
stay about the same; the vocabulary does not grow as that of new text would, and rare combinations repeat more
often.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np

FILES = ("source", "target", "gdfa")
COPIES, EXCHANGED = 3, 0.4

Files = tuple[Path, Path, Path]


def tokenized(data: Path, folder: Path) -> Files:
    """Europarl with Moses tokens in lower case and our diagonal alignment, made once for a folder."""
    output = folder / "europarl"
    if not (output / "gdfa").exists():
        pair = [str(path) for path in words_of(data, "train", output)]
        rectrix("align", *pair, "--model", "diagonal", "-o", str(output / "gdfa"), "--quiet")
    return output / "source", output / "target", output / "gdfa"


def words_of(data: Path, part: str, output: Path) -> tuple[Path, Path]:
    """Both sides of a part of Europarl without its bad pairs, with Moses tokens in lower case."""
    sides = {"source": "de", "target": "en"}
    if not (output / "target").exists():
        raw = output / "raw"
        texts = ["-s", str(data / f"{part}.de.xz"), "-t", str(data / f"{part}.en.xz")]
        rectrix("clean", *texts, "-o", str(raw), "--force", "--quiet")
        for side, language in sides.items():
            processing = str(output / f"text.{language}")
            how = ["--language", language, "--tokenizer", "moses", "--case", "lowercase"]
            rectrix("text", "learn", str(raw / side), *how, "-o", processing, "--force", "--quiet")
            rectrix("text", "apply", processing, str(raw / side), "-o", str(output / side))
    return output / "source", output / "target"


def first_quarter(files: Files, folder: Path) -> Files:
    """The first quarter of the pairs, to see how the cost grows with real text."""
    output = folder / "quarter"
    output.mkdir(exist_ok=True)
    for path in files:
        lines = path.read_text().splitlines(keepends=True)
        (output / path.name).write_text("".join(lines[: len(lines) // 4]))
    return output / "source", output / "target", output / "gdfa"


def enlarged(files: Files, folder: Path) -> Files:
    """The text and its copies, made once for a folder."""
    output = folder / "enlarged"
    if not (output / "gdfa").exists():
        output.mkdir(exist_ok=True)
        (source, source_words), (target, target_words) = numbered(files[0]), numbered(files[1])
        links = once_linked(files, source, target)
        with (output / "source").open("w") as first, (output / "target").open("w") as second:
            for copy in range(COPIES + 1):
                new = exchanged(source, target, links, copy) if copy else (source, target)
                first.write("".join(source_words[new[0]].tolist()))
                second.write("".join(target_words[new[1]].tolist()))
        (output / "gdfa").write_text(files[2].read_text() * (COPIES + 1))
    return output / "source", output / "target", output / "gdfa"


def numbered(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """A text as numbers, and the words, each with what divides it from the next; a line's end is a word."""
    text = path.read_text().replace("\n", " \n ").split(" ")
    words, numbers = np.unique(np.array([word for word in text if word], dtype=object), return_inverse=True)
    return numbers, np.array([word if word == "\n" else f"{word} " for word in words], dtype=object)


def once_linked(files: Files, source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """The target place of each source place that has a single link, else -1."""
    linked = np.full(len(source), -1)
    begins = [np.concatenate([[0], np.flatnonzero(text == ends(text)) + 1]) for text in (source, target)]
    for line, f, e in zip(files[2].open(), *begins, strict=False):
        pairs = [tuple(map(int, link.split("-"))) for link in line.split()]
        once = {s: t for s, t in pairs if sum(s == other for other, _ in pairs) == 1}
        for s, t in once.items():
            linked[f + s] = e + t
    return linked


def exchanged(
    source: np.ndarray, target: np.ndarray, links: np.ndarray, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """A copy of a text with some of its words drawn anew."""
    random = np.random.default_rng(seed)
    before = np.concatenate([[ends(source)], source[:-1]])
    order = np.argsort(before, kind="stable")
    begin = np.searchsorted(before[order], np.arange(before.max() + 2))
    count = np.diff(begin)
    drawn = order[begin[before] + (random.random(len(source)) * count[before]).astype(int)]
    chosen = random.random(len(source)) < EXCHANGED
    chosen &= (source != ends(source)) & (source[drawn] != ends(source))
    new_source, new_target = source.copy(), target.copy()
    new_source[chosen] = source[drawn[chosen]]
    both = chosen & (links >= 0) & (links[drawn] >= 0)
    new_target[links[both]] = target[links[drawn[both]]]
    return new_source, new_target


def ends(text: np.ndarray) -> int:
    """The number of a line's end: the word that the text ends with."""
    return int(text[-1])


def rectrix(*arguments: str) -> None:
    """Run a command of the package."""
    subprocess.run([sys.executable, "-c", "from rectrix.cli import main; main()", *arguments], check=True)
