"""From a bitext to a tuned system: models that translate, training stage by stage, tuning."""

from rectrix.pipeline.model import Model, Output, load
from rectrix.pipeline.train import TrainSettings, train
from rectrix.pipeline.tune import TuneSettings, tune_model

__all__ = ["Model", "Output", "TrainSettings", "TuneSettings", "load", "train", "tune_model"]
