"""N-gram language models: estimation, ARPA, memory-mapped queries."""

from rectrix.lm.model import LanguageModel, Scores

__all__ = ["LanguageModel", "Scores"]
