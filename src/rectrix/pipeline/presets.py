"""Feature sets of the papers by name: what `--features` adds to the settings of training."""

from collections.abc import Iterable
from typing import Any

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
