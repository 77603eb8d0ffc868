"""The compiled core of Rectrix, one submodule per stage."""

from rectrix._core import (
    align as align,
    decode as decode,
    features as features,
    grammar as grammar,
    kbest as kbest,
    learn as learn,
    lm as lm,
    reorder as reorder,
    score as score,
    text as text
)


def build_facts() -> dict[str, str]:
    """The compiler, its flags, and how the bindings are linked."""
