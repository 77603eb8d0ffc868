"""Phrase reordering: orientation events and classifiers."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.reorder.events import Counts, EventRange, Events, write_events
    from rectrix.reorder.lexicalized import LexicalizedTable
    from rectrix.reorder.logistic import LogisticPass, LogisticRegression
    from rectrix.reorder.model import OrientationModel, train
    from rectrix.reorder.scores import OrientationScores
    from rectrix.reorder.settings import EventSettings, ReorderSettings

__all__ = [
    "Counts",
    "EventRange",
    "EventSettings",
    "Events",
    "LexicalizedTable",
    "LogisticPass",
    "LogisticRegression",
    "OrientationModel",
    "OrientationScores",
    "ReorderSettings",
    "train",
    "write_events",
]

lazily(__name__)
