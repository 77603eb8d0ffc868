"""Corpus metrics, replicates, significance, report; the folder itself can be called: `rx.evaluate(...)`."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.evaluate.evaluation import Evaluation, Result, evaluate
    from rectrix.evaluate.page import page
    from rectrix.evaluate.settings import Options
    from rectrix.evaluate.table import table, tables

__all__ = ["Evaluation", "Options", "Result", "evaluate", "page", "table", "tables"]

lazily(__name__, callable=True)
