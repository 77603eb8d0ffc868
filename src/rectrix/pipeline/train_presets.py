"""How much work goes into a model: changes of the settings of training, by name.

fast: dense features and a language model over word classes, tuned on the development set.
good: sparse features as well, learned on a sample of the training text, leave-one-out; minimum Bayes risk.
best: the same on all of the training text, twice.
"""

from collections.abc import Mapping
from typing import Any, Literal

from rectrix.base.config import merged

Preset = Literal["fast", "good", "best"]

CLASSES = 100  # what a language model over them gains and costs: docs/results.md

_SPARSE: dict[str, Any] = {
    "classes": CLASSES,
    "templates": ("rule_id", "word_pairs", "deletions", "source_bigrams", "shape"),
    "tune": {
        "recipe": "green2013",
        "settings": {"epochs": 4, "l1": 0.01, "staleness": 3},  # repeatable on four workers
        "on": "train",
        "sentences": 10_000,
        "pop_limit": 100,
        "fit_held_out": "word_penalty",
    },
    "mbr": "bleu+1",
}
TRAIN_PRESETS: dict[str, dict[str, Any]] = {
    "fast": {"classes": CLASSES, "tune": {"recipe": "kbmira", "settings": {"rounds": 10}}},
    "good": _SPARSE,
    "best": merged(_SPARSE, {"tune": {"sentences": 0, "settings": {"epochs": 2}}}),
}


def with_preset(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of TrainSettings, and beneath them those of the preset that they name.

    Settings of a recipe are of that recipe alone: with another, the preset's are left out. So are its word
    classes if there are files of them.
    """
    preset = TRAIN_PRESETS.get(str(values.get("preset", "fast")), {})
    tune, given = preset.get("tune", {}), values.get("tune") or {}
    if isinstance(given, Mapping) and given.get("recipe", tune.get("recipe")) != tune.get("recipe"):
        preset = preset | {"tune": {name: value for name, value in tune.items() if name != "settings"}}
    if values.get("source_classes") or values.get("target_classes"):
        preset = preset | {"classes": 0}
    return merged(preset, values)
