"""Experiments, and those of the five papers; the folder itself can be called: `rx.reproduce(...)`."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.reproduce.run import PAPERS, experiment, reproduce
    from rectrix.reproduce.settings import ExperimentSettings

__all__ = ["PAPERS", "ExperimentSettings", "experiment", "reproduce"]

lazily(__name__, callable=True)
