"""Sentence- and corpus-level statistics of the metrics that tuning uses."""

from rectrix._core.score import References
from rectrix.score.references import read_references, references_of

__all__ = ["References", "read_references", "references_of"]
