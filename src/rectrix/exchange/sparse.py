"""Sparse features of ours that another decoder has: their names there, and the functions that make them."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field

from rectrix.base.errors import UsageError
from rectrix.features.weights import Weights

_CODES = {"%5F": "_", "%7C": "|", "%3D": "=", "%3A": ":", "%25": "%"}
_CODE = re.compile("|".join(_CODES))
_GAP = re.compile(r"\[X(\d?)\]")
# What the names of our sparse features begin with, and the template that makes them.
TEMPLATES = {
    "id:": "rule_id",
    "src2:": "source_bigrams",
    "tgt2:": "target_bigrams",
    "tgt1:": "target_words",
    "shape:": "shape",
    "pair:": "word_pairs",
    "ins:": "insertions",
    "insert:": "insertion_pairs",
    "del:": "deletions",
    "length:": "phrase_length",
    "bi:": "joint_bigrams",
    "lo:": "sparse_reordering",
}
CLASSES = "class_"  # before the names of features over word classes


@dataclass(frozen=True)
class Twin:
    """A template's features elsewhere; `rename` gets what follows the prefix."""

    function: str  # that makes them there, as its configuration names it
    rename: Callable[[str], str]


@dataclass(frozen=True)
class ExchangedWeights:
    """Weights that can go, and how many cannot, by template."""

    weights: Weights  # of all but sparse features, by our names
    sparse: Weights  # by the names there
    functions: list[str]  # that make those features there
    table: Weights  # by our names: of features that a table of rules can have as scores of its own
    left_out: dict[str, int] = field(default_factory=dict)

    def require(self, decoder: str, without_sparse: bool) -> str:
        """What is left out, to be told; refused unless the user has agreed to it."""
        if not self.left_out:
            return ""
        counts = ", ".join(f"{count:,} of {template}" for template, count in self.left_out.items())
        if not without_sparse:
            raise UsageError(
                f"{decoder} has no features for these weights: {counts}; "
                "--without-sparse leaves all sparse features out"
            )
        return f"left out, so that scores differ from ours: weights of sparse features, {counts}"


def translate(
    weights: Mapping[str, float],
    twins: Mapping[str, Twin],
    without_sparse: bool,
    in_table: Container[str] = (),
    python: Collection[str] = (),
) -> ExchangedWeights:
    """Give sparse features their names elsewhere.

    twins: by template; in_table: templates whose features a table of rules can have as scores of its own;
    python: names of features that are functions in Python, which no other decoder has.
    """
    others: Weights = {}
    table: Weights = {}
    found: Weights = {}
    functions: dict[str, None] = {}
    left_out: Counter[str] = Counter()
    for name, value in weights.items():
        template = template_of(name) or _function_of(name, python)
        twin = twins.get(template) if template and not without_sparse else None
        if not template:
            others[name] = value
        elif value == 0:
            continue
        elif twin is None and template in in_table and not without_sparse:
            table[name] = value
        elif twin is None or (theirs := twin.rename(name.partition(":")[2])) in found:
            left_out[template] += 1  # without a twin, or one that a feature with another weight has already
        else:
            functions[twin.function] = None
            found[theirs] = value
    return ExchangedWeights(others, found, list(functions), table, dict(left_out))


def _function_of(name: str, python: Collection[str]) -> str:
    """The function in Python that makes a feature, as it is told; empty if none does."""
    function = name.partition(":")[0]
    return f"{function} (a function in Python)" if function in python else ""


def template_of(name: str) -> str:
    """The template that makes a feature; empty if it is not sparse."""
    prefix = name.removeprefix(CLASSES).partition(":")[0] + ":"
    template = TEMPLATES.get(prefix, "") if ":" in name else ""
    return CLASSES + template if template and name.startswith(CLASSES) else template


def words_of(text: str, gap: Callable[[str], str] = lambda number: "") -> list[str]:
    """The words of a side of a name, as they are in text; gaps as `gap` says, given their number."""
    return [gap(found[1]) if (found := _GAP.fullmatch(item)) else unescaped(item) for item in text.split("_")]


def unescaped(text: str) -> str:
    """A word as it is in text."""
    return _CODE.sub(lambda found: _CODES[found[0]], text)


def sides_of(text: str) -> Sequence[str]:
    """Both sides of a name."""
    source, _, target = text.partition("|")
    return source, target
