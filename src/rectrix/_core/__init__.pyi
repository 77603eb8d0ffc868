"""The compiled core of Rectrix, one submodule per stage."""

from rectrix._core import (
    features as features,
    kbest as kbest,
    learn as learn,
    score as score,
    text as text
)
