"""Large-scale discriminative training for statistical machine translation.

import rectrix as rx

model = rx.train("train.de", "train.en", "dev.de", "dev.en", "model")
tuned = model.tune("dev.de", "dev.en", "tuned", recipe="green2013", features=["shape", my_feature])
print(tuned.translate("Das Haus ist klein.").text)
for translation in tuned.translate(["Das Haus ist klein.", "Die Frau liest."]): print(translation.text)
scores = rx.evaluate({"model": [lines], "tuned": [others]}, [references])
weights = rx.tune(rx.read_lists("dev.nbest"), rx.read_references("dev.en"), recipe="mert").weights
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rectrix import rerank
    from rectrix._core.features import FeatureSpace
    from rectrix._core.kbest import Lists
    from rectrix._core.score import References
    from rectrix.base.config import Settings
    from rectrix.base.errors import (
        ConfigError,
        DamagedFile,
        InputError,
        Locked,
        OutputExists,
        RectrixError,
        RunError,
        UnknownName,
        UsageError,
    )
    from rectrix.base.progress import for_terminal
    from rectrix.evaluate.evaluation import evaluate
    from rectrix.features.python import Rule, rule_feature
    from rectrix.features.weights import read_weights, write_weights
    from rectrix.kbest import read as read_lists
    from rectrix.learn.recipe import Recipe
    from rectrix.learn.run import Run
    from rectrix.learn.tune import Tuned
    from rectrix.lm import LanguageModel
    from rectrix.pipeline import Model, Output, TrainSettings, TuneSettings, load
    from rectrix.pipeline.train import train
    from rectrix.recipes import RECIPES
    from rectrix.reproduce.run import experiment, reproduce
    from rectrix.rerank import tune
    from rectrix.score import read_references, references_of
    from rectrix.text import Vocabulary

__version__ = "0.1.0"  # the one place: pyproject.toml reads it here

# Name -> where it lives; loaded on first use, so that `import rectrix` stays quick.
_EXPORTS = {
    "ConfigError": "rectrix.base.errors:ConfigError",
    "DamagedFile": "rectrix.base.errors:DamagedFile",
    "FeatureSpace": "rectrix._core.features:FeatureSpace",
    "InputError": "rectrix.base.errors:InputError",
    "LanguageModel": "rectrix.lm:LanguageModel",
    "Lists": "rectrix._core.kbest:Lists",
    "Locked": "rectrix.base.errors:Locked",
    "Model": "rectrix.pipeline:Model",
    "Output": "rectrix.pipeline:Output",
    "OutputExists": "rectrix.base.errors:OutputExists",
    "RECIPES": "rectrix.recipes:RECIPES",
    "Recipe": "rectrix.learn.recipe:Recipe",
    "RectrixError": "rectrix.base.errors:RectrixError",
    "References": "rectrix._core.score:References",
    "Rule": "rectrix.features.python:Rule",
    "Run": "rectrix.learn.run:Run",
    "RunError": "rectrix.base.errors:RunError",
    "Settings": "rectrix.base.config:Settings",
    "TrainSettings": "rectrix.pipeline:TrainSettings",
    "TuneSettings": "rectrix.pipeline:TuneSettings",
    "Tuned": "rectrix.learn.tune:Tuned",
    "UnknownName": "rectrix.base.errors:UnknownName",
    "UsageError": "rectrix.base.errors:UsageError",
    "Vocabulary": "rectrix.text:Vocabulary",
    "evaluate": "rectrix.evaluate",  # a folder that can be called
    "experiment": "rectrix.reproduce:experiment",
    "for_terminal": "rectrix.base.progress:for_terminal",
    "load": "rectrix.pipeline:load",
    "read_lists": "rectrix.kbest:read",
    "read_references": "rectrix.score:read_references",
    "reproduce": "rectrix.reproduce",  # likewise
    "rerank": "rectrix.rerank",
    "references_of": "rectrix.score:references_of",
    "read_weights": "rectrix.features.weights:read_weights",
    "rule_feature": "rectrix.features.python:rule_feature",
    "train": "rectrix.pipeline:train",
    "tune": "rectrix.rerank:tune",
    "write_weights": "rectrix.features.weights:write_weights",
}

__all__ = [
    "RECIPES",
    "ConfigError",
    "DamagedFile",
    "FeatureSpace",
    "InputError",
    "LanguageModel",
    "Lists",
    "Locked",
    "Model",
    "Output",
    "OutputExists",
    "Recipe",
    "RectrixError",
    "References",
    "Rule",
    "Run",
    "RunError",
    "Settings",
    "TrainSettings",
    "TuneSettings",
    "Tuned",
    "UnknownName",
    "UsageError",
    "Vocabulary",
    "__version__",
    "evaluate",
    "experiment",
    "for_terminal",
    "load",
    "read_lists",
    "read_references",
    "read_weights",
    "references_of",
    "reproduce",
    "rerank",
    "rule_feature",
    "train",
    "tune",
    "write_weights",
]


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        module, _, attribute = _EXPORTS[name].partition(":")
        found = import_module(module)
        return getattr(found, attribute) if attribute else found
    raise AttributeError(f"module 'rectrix' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
