"""Large-scale discriminative training for statistical machine translation.

import rectrix as rx

model = rx.train(source, target, dev_source, dev_references, output)    # paths
for translation in model.translate(["das haus ist klein ."]): print(translation.text)
tuned = rx.tune(rx.read_lists("dev.nbest"), rx.read_references(["dev.en"]), recipe="mert")
"""

from importlib import import_module
from importlib.metadata import version
from typing import Any

# Name -> where it lives; loaded on first use, so that `import rectrix` stays quick.
_EXPORTS = {
    "Model": "rectrix.pipeline:Model",
    "RectrixError": "rectrix.base.errors:RectrixError",
    "Vocabulary": "rectrix.text:Vocabulary",
    "load": "rectrix.pipeline:load",
    "read_lists": "rectrix.kbest:read",
    "read_references": "rectrix.score:read_references",
    "train": "rectrix.pipeline:train",
    "tune": "rectrix.recipes.tune:tune",
}

__all__ = [
    "Model",
    "RectrixError",
    "Vocabulary",
    "__version__",
    "load",
    "read_lists",
    "read_references",
    "train",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return version("rectrix")
    if name in _EXPORTS:
        module, _, attribute = _EXPORTS[name].partition(":")
        return getattr(import_module(module), attribute)
    raise AttributeError(f"module 'rectrix' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
