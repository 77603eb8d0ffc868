"""The compiled core of Rectrix, one submodule per stage."""

from rectrix._core import (
    align as align,
    features as features,
    kbest as kbest,
    lm as lm,
    score as score,
    reorder as reorder,
    decode as decode,
    features as features,
    kbest as kbest,
    lm as lm,
    text as text
)
