"""From a bitext to a tuned system: models that translate, training stage by stage, tuning."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.model.output import Output
    from rectrix.pipeline.average import average_models
    from rectrix.pipeline.model import Model, load
    from rectrix.pipeline.train import TrainSettings, train
    from rectrix.pipeline.tune import tune_model
    from rectrix.pipeline.tune_settings import TuneSettings
    from rectrix.pipeline.tuning_set import Texts

__all__ = [
    "Model",
    "Output",
    "Texts",
    "TrainSettings",
    "TuneSettings",
    "average_models",
    "load",
    "train",
    "tune_model",
]

lazily(__name__)
