"""The compiled core of Rectrix, one submodule per stage."""

from rectrix._core import (
    align as align,
    features as features,
    kbest as kbest,
    learn as learn,
    lm as lm,
    score as score,
    text as text
)
