"""The compiled core of Rectrix, one submodule per stage."""

from rectrix._core import (
    features as features,
    kbest as kbest,
    score as score,
    text as text
)
