"""Large-scale discriminative training for statistical machine translation."""

from importlib import import_module
from importlib.metadata import version
from typing import Any

# Name -> module it lives in; loaded on first use, so that `import rectrix` stays quick.
_EXPORTS = {
    "RectrixError": "rectrix.base.errors",
    "TuneOptions": "rectrix.recipes.tune",
    "Tuned": "rectrix.recipes.tune",
    "Vocabulary": "rectrix.text",
    "tune": "rectrix.recipes.tune",
}

__all__ = ["RectrixError", "TuneOptions", "Tuned", "Vocabulary", "__version__", "tune"]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return version("rectrix")
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module 'rectrix' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
