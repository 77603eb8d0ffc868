"""Phrase reordering: orientation events and classifiers."""

from rectrix.reorder.logistic import LogisticRegression, Pass

__all__ = ["LogisticRegression", "Pass"]
