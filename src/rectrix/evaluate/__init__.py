"""Corpus metrics, replicates, significance, report; the folder itself can be called: `rx.evaluate(...)`."""

import sys
from types import ModuleType

from rectrix.evaluate.evaluation import Evaluation, Options, Result, evaluate
from rectrix.evaluate.page import page
from rectrix.evaluate.table import table, tables

__all__ = ["Evaluation", "Options", "Result", "evaluate", "page", "table", "tables"]


class _Callable(ModuleType):
    """The function's name is also the folder's: whichever `rectrix.evaluate` is, calling it works."""

    __call__ = staticmethod(evaluate)


sys.modules[__name__].__class__ = _Callable
