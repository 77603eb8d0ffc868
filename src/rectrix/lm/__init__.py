"""N-gram language models: estimation, ARPA, memory-mapped queries."""

from rectrix.lm.classes import ClassReport, ClassSettings, class_lines, learn_classes, train_class_lm
from rectrix.lm.estimate import Level, TrainingReport, TrainOptions, train
from rectrix.lm.model import LanguageModel, Scores, Total, compile_arpa, kept_arpa

__all__ = [
    "ClassReport",
    "ClassSettings",
    "LanguageModel",
    "Level",
    "Scores",
    "Total",
    "TrainOptions",
    "TrainingReport",
    "class_lines",
    "compile_arpa",
    "kept_arpa",
    "learn_classes",
    "train",
    "train_class_lm",
]
