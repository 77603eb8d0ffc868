"""N-gram language models: estimation, ARPA, memory-mapped queries."""

from rectrix.lm.estimate import Level, TrainingReport, TrainOptions, train
from rectrix.lm.model import LanguageModel, Scores

__all__ = ["LanguageModel", "Level", "Scores", "TrainOptions", "TrainingReport", "train"]
