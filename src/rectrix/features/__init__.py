"""Features: the feature space, one file per template, discretization."""

from rectrix._core.features import FeatureSpace

__all__ = ["FeatureSpace"]
