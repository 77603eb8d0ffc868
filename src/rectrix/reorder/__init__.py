"""Phrase reordering: orientation events and classifiers."""

from rectrix.reorder.events import Counts, Events, Part, write_events
from rectrix.reorder.lexicalized import Table
from rectrix.reorder.logistic import LogisticRegression, Pass
from rectrix.reorder.model import OrientationModel, train
from rectrix.reorder.scores import OrientationScores
from rectrix.reorder.settings import EventSettings, ReorderSettings

__all__ = [
    "Counts",
    "EventSettings",
    "Events",
    "LogisticRegression",
    "OrientationModel",
    "OrientationScores",
    "Part",
    "Pass",
    "ReorderSettings",
    "Table",
    "train",
    "write_events",
]
