"""Learning from corrections: a confirmed pair counts from the next sentence on, and survives in a journal."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.adapt.journal import Journal
    from rectrix.adapt.learner import Learner
    from rectrix.adapt.lesson import Lesson
    from rectrix.adapt.settings import LearnSettings

__all__ = ["Journal", "LearnSettings", "Learner", "Lesson"]

lazily(__name__)
