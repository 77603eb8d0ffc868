"""Corpora with gold word alignments: training text, lowercased and tokenized as the gold sentences are."""

import json
import lzma
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1].parent / "shared" / "data"

_TOKEN = re.compile(r"'s\b|\w+|[^\w\s]")
_ELIDED = {
    "l": "le",
    "d": "de",
    "qu": "que",
    "j": "je",
    "n": "ne",
    "s": "se",
    "c": "ce",
    "m": "me",
    "t": "te",
}
_CONTRACTED = {"du": "de le", "des": "de les", "au": "à le", "aux": "à les"}
_JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff66-\uff9f]+")
_LONGEST_WORD = 8


@dataclass(frozen=True)
class GoldCorpus:
    """Sentence pairs to train on, the last `gold_pairs` of which have a gold alignment (if there is one)."""

    name: str
    source: list[str]
    target: list[str]
    gold: Path | None = None
    gold_pairs: int = 0


@dataclass(frozen=True)
class CorpusFiles:
    """A corpus in a folder, so that whoever is measured holds no text but what it reads itself."""

    folder: Path

    @property
    def source(self) -> Path:
        """A sentence a line."""
        return self.folder / "source"

    @property
    def target(self) -> Path:
        """Their translations."""
        return self.folder / "target"

    @property
    def gold(self) -> Path | None:
        """The gold alignment of the last pairs, if there is one."""
        return Path(self._facts()["gold"]) if self._facts()["gold"] else None

    @property
    def wanted(self) -> int:
        """Whose links are asked for: the gold pairs, or all."""
        return int(self._facts()["gold_pairs"] or self._facts()["pairs"])

    def last(self) -> tuple[list[str], list[str]]:
        """Both sides of the pairs whose links are asked for."""
        sides = (deque(path.open(encoding="utf-8"), self.wanted) for path in (self.source, self.target))
        source, target = ([line.rstrip("\n") for line in side] for side in sides)
        return source, target

    def _facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = json.loads((self.folder / "facts.json").read_text())
        return facts


def write(corpus: GoldCorpus, folder: Path) -> None:
    """Make a folder of CorpusFiles."""
    for name, side in (("source", corpus.source), ("target", corpus.target)):
        (folder / name).write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
    gold = str(corpus.gold) if corpus.gold else None
    facts = {"gold": gold, "gold_pairs": corpus.gold_pairs, "pairs": len(corpus.source)}
    (folder / "facts.json").write_text(json.dumps(facts))


def lines(path: Path) -> Iterator[str]:
    """The lines of a compressed text."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n")


def gold_sentences(name: str) -> tuple[list[str], list[str]]:
    """Both sides of a gold set, lowercased."""
    text = (DATA / "gold-align" / f"{name}.src-tgt").read_text(encoding="utf-8").lower()
    pairs = [line.split("|||") for line in text.splitlines()]
    return [" ".join(s.split()) for s, _ in pairs], [" ".join(t.split()) for _, t in pairs]


def english(text: str) -> str:
    """Words and punctuation apart; 's is a word."""
    return " ".join(_TOKEN.findall(text.lower().replace("’", "'")))


def french(text: str) -> str:
    """As in the gold set: elided and contracted words written out."""
    text = text.lower().replace("’", "'")
    text = re.sub(r"\b(l|d|qu|j|n|s|c|m|t)'", lambda match: _ELIDED[match[1]] + " ", text)
    words = re.findall(r"aujourd'|\w+|[^\w\s]", text)
    return " ".join(_CONTRACTED.get(word, word) for word in words)


def japanese(vocabulary: set[str]) -> Callable[[str], str]:
    """Cuts Japanese text greedily into the longest known words."""

    def cut(run: str) -> Iterator[str]:
        while run:
            size = next((n for n in range(min(_LONGEST_WORD, len(run)), 1, -1) if run[:n] in vocabulary), 1)
            yield run[:size]
            run = run[size:]

    def tokenize(text: str) -> str:
        spaced = _JAPANESE.sub(lambda match: f" {' '.join(cut(match[0]))} ", text.lower())
        return " ".join(word for part in spaced.split() for word in _split(part))

    def _split(part: str) -> Iterable[str]:
        return [part] if _JAPANESE.fullmatch(part) else _TOKEN.findall(part)

    return tokenize


def english_french() -> GoldCorpus:
    """Hansards gold; Europarl to train on."""
    source, target = gold_sentences("enfr")
    folder = DATA / "europarl-fr-en"
    return _corpus(
        "enfr",
        [english(line) for line in lines(folder / "train.en.xz")] + source,
        [french(line) for line in lines(folder / "train.fr.xz")] + target,
    )


def japanese_english() -> GoldCorpus:
    """Kyoto gold; the Python documentation and everyday sentences to train on."""
    source, target = gold_sentences("jaen")
    everyday = [line.lower() for line in lines(DATA / "tanaka-enja" / "train.ja.xz")]
    tokenize = japanese({word for line in [*everyday, *source] for word in line.split()})
    manual = [line.split("\t") for line in lines(DATA / "python-docs" / "ja-en.tsv.xz")]
    return _corpus(
        "jaen",
        [tokenize(row[1]) for row in manual] + everyday + source,
        [english(row[2]) for row in manual]
        + [line.lower() for line in lines(DATA / "tanaka-enja" / "train.en.xz")]
        + target,
    )


def romanian_english() -> GoldCorpus:
    """The gold sentences alone."""
    return _corpus("roen", *gold_sentences("roen"))


def captions() -> GoldCorpus:
    """Multi30k German-English: no gold standard; for speed and agreement."""
    folder = DATA / "multi30k"
    return GoldCorpus("multi30k", list(lines(folder / "train.de.xz")), list(lines(folder / "train.en.xz")))


def _corpus(name: str, source: list[str], target: list[str]) -> GoldCorpus:
    gold = DATA / "gold-align" / f"{name}.gold"
    with gold.open("rb") as file:
        return GoldCorpus(name, source, target, gold, sum(1 for _ in file))


def sample(corpus: Callable[[], GoldCorpus], step: int) -> GoldCorpus:
    """The gold sentences with every step-th of the other pairs, for tools that would take hours."""
    whole = corpus()
    rest = len(whole.source) - whole.gold_pairs
    sides = [side[:rest:step] + side[rest:] for side in (whole.source, whole.target)]
    return replace(whole, name=f"{whole.name}/{step}", source=sides[0], target=sides[1])


CORPORA: dict[str, Callable[[], GoldCorpus]] = {
    "enfr": english_french,
    "jaen": japanese_english,
    "roen": romanian_english,
    "enfr/20": partial(sample, english_french, 20),
    "jaen/20": partial(sample, japanese_english, 20),
    "multi30k": captions,
}
