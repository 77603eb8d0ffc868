"""The golden phrase-based model: Moses' tables, language model, weights and 100-best lists of some lines."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

# Moses' features in the order of its lists, and ours.
NAMES = {
    "LexicalReordering0": [
        f"reordering:{direction}_{name}"
        for direction in ("backward", "forward")
        for name in ("monotone", "swap", "discontinuous")
    ],
    "Distortion0": ["distortion"],
    "LM0": ["lm"],
    "WordPenalty0": ["word_penalty"],
    "PhrasePenalty0": ["phrase_penalty"],
    "TranslationModel0": ["p_fe", "lex_fe", "p_ef", "lex_ef"],
}


@dataclass
class Hypothesis:
    text: str
    features: dict[str, float]
    score: float


def read_lists(folder: Path) -> list[list[Hypothesis]]:
    """Moses' lists with features by our names."""
    lists: list[list[Hypothesis]] = []
    with gzip.open(folder / "nbest.100.distinct.gz", "rt", encoding="utf-8") as file:
        for line in file:
            number, text, features, score = line.rstrip("\n").split(" ||| ")
            while int(number) >= len(lists):
                lists.append([])
            values: dict[str, float] = {}
            names: list[str] = []
            for item in features.split():
                if item.endswith("="):
                    names = list(NAMES[item[:-1]])
                else:
                    values[names.pop(0)] = float(item)
            lists[-1].append(Hypothesis(text.strip(), values, float(score)))
    return lists


def read_lines(folder: Path) -> list[str]:
    return (folder / "input.de").read_text(encoding="utf-8").splitlines()
