"""Large-scale discriminative training for statistical machine translation.

import rectrix as rx

model = rx.train("train.de", "train.en", "dev.de", ["dev.en"], "model")
tuned = model.tune("dev.de", ["dev.en"], "tuned", recipe="green2013")
for translation in tuned.translate(["das haus ist klein ."]): print(translation.text)
scores = rx.evaluate({"model": [lines], "tuned": [others]}, [references])
weights = rx.tune(rx.read_lists("dev.nbest"), rx.read_references(["dev.en"]), recipe="mert").weights
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rectrix import rerank
    from rectrix.base.errors import RectrixError
    from rectrix.evaluate.evaluation import evaluate
    from rectrix.kbest import read as read_lists
    from rectrix.learn.run import Run
    from rectrix.pipeline import Model, TrainSettings, TuneSettings, load
    from rectrix.pipeline.train import train
    from rectrix.recipes.tune import tune
    from rectrix.score import read_references
    from rectrix.text import Vocabulary

    __version__: str

# Name -> where it lives; loaded on first use, so that `import rectrix` stays quick.
_EXPORTS = {
    "Model": "rectrix.pipeline:Model",
    "RectrixError": "rectrix.base.errors:RectrixError",
    "Run": "rectrix.learn.run:Run",
    "TrainSettings": "rectrix.pipeline:TrainSettings",
    "TuneSettings": "rectrix.pipeline:TuneSettings",
    "Vocabulary": "rectrix.text:Vocabulary",
    "evaluate": "rectrix.evaluate",  # a folder that can be called
    "load": "rectrix.pipeline:load",
    "read_lists": "rectrix.kbest:read",
    "read_references": "rectrix.score:read_references",
    "rerank": "rectrix.rerank",
    "train": "rectrix.pipeline:train",
    "tune": "rectrix.recipes.tune:tune",
}

__all__ = [
    "Model",
    "RectrixError",
    "Run",
    "TrainSettings",
    "TuneSettings",
    "Vocabulary",
    "__version__",
    "evaluate",
    "load",
    "read_lists",
    "read_references",
    "rerank",
    "train",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return version("rectrix")
    if name in _EXPORTS:
        module, _, attribute = _EXPORTS[name].partition(":")
        found = import_module(module)
        return getattr(found, attribute) if attribute else found
    raise AttributeError(f"module 'rectrix' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
