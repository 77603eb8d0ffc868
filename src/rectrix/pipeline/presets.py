"""Feature sets of the papers by name: what `--features` adds to the settings of training."""

from collections.abc import Iterable
from typing import Any

from rectrix.base.errors import UsageError
from rectrix.features.chosen import Feature

# Each the sparse templates of a paper, and what it takes of a phrase-based decoder.
PRESETS: dict[str, dict[str, Any]] = {
    # Rule identifiers, source bigrams of rules, rule shapes (Simianer et al. 2012).
    "simianer2012": {"templates": ("rule_id", "source_bigrams", "shape")},
    # Word pairs, unaligned target words with every source word, target bigrams (Eidelman 2012).
    "eidelman2012": {"templates": ("word_pairs", "insertion_pairs", "target_bigrams")},
    # PT: phrase pairs; AL: their alignments and deletions; LO: their orientations (Green et al. 2013).
    "green2013": {
        "templates": ("rule_id", "word_pairs", "deletions"),
        "stack": {"sparse_reordering": True},
    },
    # Moses' nine, eight hierarchical orientations, logarithm of the count, unique pairs (the same).
    "dense19": {
        "phrases": {"reordering": "hier-mslr-bidirectional-fe"},
        "stack": {"rule_counts": True},
    },
}


def with_presets(names: Iterable[str]) -> dict[str, Any]:
    """Changes of TrainSettings for names of presets and of templates."""
    made: dict[str, Any] = {}
    templates: dict[str, None] = {}
    for name in names:
        preset = PRESETS.get(name, {"templates": (name,)})
        templates |= dict.fromkeys(preset.get("templates", ()))
        for table, changes in preset.items():
            if table != "templates":
                made[table] = made.get(table, {}) | changes
    return made | ({"templates": list(templates)} if templates else {})


def features_of(given: Iterable[Feature]) -> list[Feature]:
    """For a model that is there: the templates of presets in their place, and all else as it is."""
    made: dict[Feature, None] = {}
    for one in given:
        preset = PRESETS.get(one, {}) if isinstance(one, str) else {}
        if set(preset) - {"templates"}:
            raise UsageError(
                f"{one} has more than sparse features, which a model gets when it is trained: rectrix train "
                f"--features {one}; here, name templates"
            )
        made |= dict.fromkeys(preset.get("templates", (one,)))
    return list(made)
