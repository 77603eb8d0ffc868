"""The golden hierarchical model: cdec's grammars of some sentences, language model, weights, k-best lists."""

from __future__ import annotations

import gzip
import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.lm import Model
from rectrix.base.files import open_bytes
from rectrix.decode import ChartDecoder, ChartOptions, MemoryRules

SCORES = [
    "EgivenFCoherent",
    "SampleCountF",
    "CountEF",
    "MaxLexFgivenE",
    "MaxLexEgivenF",
    "IsSingletonF",
    "IsSingletonFE",
]
# Our features in cdec's units: name -> (cdec's name, factor).
UNITS = {
    "lm": ("LanguageModel", 1 / math.log(10)),
    "lm_oov": ("LanguageModel_OOV", 1.0),
    "word_penalty": ("WordPenalty", 1 / math.log(10)),
    "pass_through": ("PassThrough", 1.0),
    "glue": ("Glue", 1.0),
} | {name: (name, 1.0) for name in SCORES}


@dataclass
class Hypothesis:
    text: str
    features: dict[str, float]
    score: float


@dataclass
class Golden:
    lines: list[str]
    rules: MemoryRules
    model: Model
    space: FeatureSpace
    weights: np.ndarray
    lists: list[list[Hypothesis]] = field(default_factory=list)

    def decoder(self, templates: list[str] | None = None, **options: int) -> ChartDecoder:
        chosen = ChartOptions(pass_through_all=True, **options)
        return ChartDecoder(self.rules, [self.model], templates or [], self.space, chosen)


def read_rules(path: Path, sentence: int | None, rules: MemoryRules) -> None:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            _, source, target, scores, links = line.rstrip("\n").split(" ||| ")
            values = dict(item.split("=") for item in scores.split())
            points = [(int(a), int(b)) for a, b in (point.split("-") for point in links.split())]
            rules.add(source, target, [float(values[name]) for name in SCORES], points, sentence)


def read_lists(folder: Path) -> list[list[Hypothesis]]:
    lists: list[list[Hypothesis]] = []
    with gzip.open(folder / "hiero/kbest.100.gz", "rt", encoding="utf-8") as file:
        for line in file:
            number, text, features, score = line.rstrip("\n").split(" ||| ")
            if int(number) == len(lists):
                lists.append([])
            pairs = (item.split("=") for item in features.split())
            lists[-1].append(
                Hypothesis(text.strip(), {name: float(value) for name, value in pairs}, float(score))
            )
    return lists


def load(folder: Path) -> Golden:
    lines = (folder / "hiero/input.de").read_text(encoding="utf-8").splitlines()
    rules = MemoryRules(SCORES)
    for number in range(len(lines)):
        read_rules(folder / f"hiero/sampled/grammar.{number}.gz", number, rules)
    with open_bytes(folder / "lm.4.arpa.xz") as reader:
        model = Model.read_arpa(reader, "lm.4.arpa")
    given = dict(line.split() for line in (folder / "hiero/weights.txt").read_text().splitlines())
    space = FeatureSpace()
    weights = np.zeros(len(UNITS))
    for name, (theirs, factor) in UNITS.items():
        weights[space.add(name)] = float(given[theirs]) * factor
    return Golden(lines, rules, model, space, weights, read_lists(folder))
