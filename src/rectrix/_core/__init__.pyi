"""The compiled core of Rectrix, one submodule per stage."""

from rectrix._core import (
    decode as decode,
    features as features,
    kbest as kbest,
    lm as lm,
    text as text
)
