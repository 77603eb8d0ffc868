"""Search: chart (hierarchical) and stack (phrase-based), and the forest they leave."""

from rectrix._core.decode import Forest

__all__ = ["Forest"]
