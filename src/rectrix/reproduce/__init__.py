"""Experiments, and those of the five papers; the folder itself can be called: `rx.reproduce(...)`."""

import sys
from types import ModuleType

from rectrix.reproduce.run import PAPERS, experiment, reproduce
from rectrix.reproduce.settings import ExperimentSettings

__all__ = ["PAPERS", "ExperimentSettings", "experiment", "reproduce"]


class _Callable(ModuleType):
    """The function's name is also the folder's: whichever `rectrix.reproduce` is, calling it works."""

    __call__ = staticmethod(reproduce)


sys.modules[__name__].__class__ = _Callable
