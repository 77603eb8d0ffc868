"""No regularization."""

from dataclasses import dataclass

from rectrix.learn.regularizer import Regularizer


@dataclass(frozen=True)
class Unregularized(Regularizer):
    """Does nothing."""
