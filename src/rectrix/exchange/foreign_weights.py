"""Weights of cdec and Joshua in our units and back: a feature of ours is theirs times a constant.

If our value is c times theirs, our weight is theirs divided by c, and every model score stays the same.
"""

from collections.abc import Mapping
from math import isfinite, log
from pathlib import Path

from rectrix._core.grammar import CDEC_COLUMNS
from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes, open_text, writing
from rectrix.features.weights import Weights

LN10 = log(10.0)
OWNER = "pt"  # of Joshua's grammars

# Their name: our name and our value divided by theirs. Both decoders have the language model in log10 and
# count a word as -1 / ln 10.
Twins = Mapping[str, tuple[str, float]]

CDEC: Twins = {
    "LanguageModel": ("lm", LN10),
    "LanguageModel_OOV": ("lm_oov", 1.0),
    "WordPenalty": ("word_penalty", LN10),
    "Glue": ("glue", 1.0),
    "PassThrough": ("pass_through", 1.0),
}
JOSHUA: Twins = {
    "lm_0": ("lm", LN10),
    "lm_1": ("lm2", LN10),
    "WordPenalty": ("word_penalty", LN10),
    "tm_glue_0": ("glue", -1.0),
}
# Columns of our own grammars as cdec's text has them.
CDEC_GRAMMAR: Twins = {theirs: (ours, 1.0 / scale) for theirs, ours, scale in CDEC_COLUMNS}

_BUCKETS = ("PassThrough_", "pass_through_")  # followed by a number


def from_foreign(weights: Mapping[str, float], twins: Twins) -> Weights:
    """Their weights in our units; names that are not in the table stay as they are."""
    converted: Weights = {}
    for name, value in weights.items():
        ours, factor = twins.get(name, (_renamed(name, *_BUCKETS), 1.0))
        converted[ours] = value / factor
    return converted


def to_foreign(weights: Mapping[str, float], twins: Twins) -> Weights:
    """Our weights in their units."""
    mirror = {ours: (theirs, factor) for theirs, (ours, factor) in twins.items()}
    converted: Weights = {}
    for name, value in weights.items():
        theirs, factor = mirror.get(name, (_renamed(name, *reversed(_BUCKETS)), 1.0))
        converted[theirs] = value * factor
    return converted


def read_foreign(path: Path) -> Weights:
    """Lines of name and value, separated by spaces or '=' (the last one counts); # begins a comment."""
    with open_bytes(path) as file:
        if file.read(5) == b"_PHWf":
            raise InputError.at(
                path, 0, "cdec's binary weights; write them as text, a name and a value per line"
            )
    weights: Weights = {}
    with open_text(path) as lines:
        for number, line in enumerate(lines, start=1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            cut = max(text.rfind(mark) for mark in " \t=")
            name, value = text[: max(cut, 0)].rstrip(" \t="), _finite(text[cut + 1 :])
            if not name or value is None:
                raise InputError.at(path, number, f"expected a name and a finite number, saw {text!r}")
            if name in weights:
                raise InputError.at(path, number, f"the weight of {name!r} is given twice")
            weights[name] = value
    return weights


def write_foreign(path: Path, weights: Mapping[str, float]) -> None:
    """Write weights as cdec reads them."""
    with writing(path) as file:
        for name, value in weights.items():
            file.write(f"{name} {value:.17g}\n")


def _renamed(name: str, before: str, after: str) -> str:
    number = name.removeprefix(before)
    return after + number if number != name and number.isdigit() else name


def _finite(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) and "_" not in text else None
