"""N-gram language models: estimation, ARPA, memory-mapped queries."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.lm.classes import ClassReport, class_lines, learn_classes, train_class_lm
    from rectrix.lm.estimate import Level, TrainingReport, train
    from rectrix.lm.model import LanguageModel, Scores, Total, compile_arpa, kept_arpa
    from rectrix.lm.settings import ClassSettings, TrainOptions

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

lazily(__name__)
