"""N-gram language models: estimation, ARPA, memory-mapped queries."""

from rectrix.lm.estimate import Level, TrainingReport, TrainOptions, train
from rectrix.lm.model import LanguageModel, Scores, Total, compile_arpa, kept_arpa

__all__ = [
    "LanguageModel",
    "Level",
    "Scores",
    "Total",
    "TrainOptions",
    "TrainingReport",
    "compile_arpa",
    "kept_arpa",
    "train",
]
