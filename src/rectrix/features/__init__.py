"""Features: the feature space, one file per template, discretization."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix._core.features import FeatureSpace

__all__ = ["FeatureSpace"]

lazily(__name__)
