"""A model's features by the names that Moses' tools expect: dense ones without '_', each with all its values.

Moses' tuners take a name with '_' for a sparse feature, and the first line's dense features for everyone's.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rectrix._core.grammar import GrammarStore, PhraseTable
from rectrix.exchange.foreign_weights import CDEC_GRAMMAR
from rectrix.features.weights import Weights, read_weights
from rectrix.model.settings import INDEX_SUFFIX

if TYPE_CHECKING:
    from rectrix.model.folder import ModelFolder

UNKNOWN = -100.0  # Moses' value for an unknown word; ours is a count
NO_BEAM = 1e-30  # a beam threshold that keeps everything; without one Moses has its own
SPARSE = "Sparse0_"  # before the names of all other features
SCORE_PREFIX = "sparse:"  # of a phrase table's sparse scores
_CLASSES = {
    "msd": ("monotone", "swap", "discontinuous"),
    "mslr": ("monotone", "swap", "left", "right"),
    "monotonicity": ("monotone", "other"),
    "leftright": ("right", "left"),
}

# A name, and the features that are its values, each times a number.
Dense = list[tuple[str, list[tuple[str, float]]]]


def dense_features(model: "ModelFolder") -> Dense:
    """The dense features of a model in Moses' order: those that look at their neighbors come first."""
    models = [
        (f"LM{n}", "lm" if n == 0 else f"lm{n + 1}") for n in range(len(model.settings.language_models))
    ]
    found = [(name, [feature]) for name, feature in models]
    found = _phrase(model, found) if model.settings.decoder == "phrase" else _hiero(model, found)
    scales = {"unknown": UNKNOWN}
    return [(name, [(value, scales.get(value, 1.0)) for value in values]) for name, values in found if values]


def our_weights(weights: Mapping[str, float], dense: Dense) -> Weights:
    """Weights that were tuned on such lists, by our names and in our units; others stay as they are."""
    names = {
        name if len(values) == 1 else f"{name}_{place}": value
        for name, values in dense
        for place, value in enumerate(values)
    }
    ours: Weights = {}
    for name, weight in weights.items():
        feature, scale = names.get(name, (name.removeprefix(SPARSE), 1.0))
        ours[feature] = weight * scale
    return ours


def read_weights_for(model: "ModelFolder", file: Path) -> Weights:
    """The weights of a file by the model's names, tuned on its lists in Moses' format or in another."""
    return our_weights(read_weights(file), dense_features(model))


def reordering_names(type_: str) -> list[str]:
    """The features of a reordering model, in the order of its table's columns."""
    parts = type_.split("-")
    classes = next((_CLASSES[part] for part in parts if part in _CLASSES), _CLASSES["msd"])
    directions = (
        ["forward"]
        if "forward" in parts
        else ["backward", "forward"]
        if "bidirectional" in parts
        else ["backward"]
    )
    if "collapseff" in parts:
        return [f"reordering:{direction}" for direction in directions]
    return [f"reordering:{direction}_{name}" for direction in directions for name in classes]


def table_scores(table: PhraseTable) -> list[str]:
    """The dense scores of a phrase table."""
    return [name for name in table.score_names if not name.startswith(("raw_", SCORE_PREFIX))]


def _phrase(model: "ModelFolder", models: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    settings, table = model.settings, PhraseTable.open(model.grammar)
    files = {"reorder:previous": settings.orientation.previous, "reorder:next": settings.orientation.next}
    return [
        ("LexicalReordering0", reordering_names(table.reordering_type) if table.reordering_type else []),
        ("Orientation0", [name for name, file in files.items() if file]),
        ("Distortion0", ["distortion"]),
        *models,
        ("WordPenalty0", ["word_penalty"]),
        ("PhrasePenalty0", ["phrase_penalty"]),
        ("TranslationModel0", table_scores(table)),
        ("RuleCount0", ["log_count", "unique"] if settings.stack.rule_counts else []),
        ("UnknownWordPenalty0", ["unknown"]),
    ]


def _hiero(model: "ModelFolder", models: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    decoding = model.settings.decoding
    unknown = ["lm_oov" if n == 0 else f"lm_oov{n + 1}" for n in range(len(models))]
    buckets = [f"pass_through_{n}" for n in range(1, 7)] if decoding.length_buckets else []
    return [
        *models,
        ("LMOOV0", unknown),
        ("WordPenalty0", ["word_penalty"]),
        ("Glue0", ["glue"]),
        ("PassThrough0", ["pass_through"]),
        ("PassThroughLength0", buckets),
        ("TranslationModel0", _columns(model)),
    ]


def _columns(model: "ModelFolder") -> list[str]:
    """The grammar's columns that are features."""
    if model.settings.columns:
        return list(model.settings.columns)
    if model.grammar.suffix == INDEX_SUFFIX:
        return [ours for ours, _ in CDEC_GRAMMAR.values()]
    names = GrammarStore.open(model.grammar).score_names
    return [name for name in names if not name.startswith("raw_")]
