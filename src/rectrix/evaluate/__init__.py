"""Corpus metrics, replicates, significance, report."""

from rectrix.evaluate.evaluation import Evaluation, Options, Result, evaluate
from rectrix.evaluate.page import page
from rectrix.evaluate.table import table

__all__ = ["Evaluation", "Options", "Result", "evaluate", "page", "table"]
