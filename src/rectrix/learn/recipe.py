"""What every recipe is: settings with a verb."""

from collections.abc import Mapping
from typing import Annotated, Self

import numpy as np
from pydantic import AfterValidator, Field, model_validator

from rectrix.base.config import Settings
from rectrix.base.errors import RectrixError
from rectrix.features.settings import DiscretizeSettings
from rectrix.learn.candidates import Candidates, Floats
from rectrix.learn.journey import Journey
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource
from rectrix.score.gains import GAINS, Place


def _known_gain(name: str) -> str:
    if name not in GAINS:
        raise ValueError(f"unknown sentence-level gain {name!r}; known: {', '.join(GAINS)}")
    return name


GainName = Annotated[str, AfterValidator(_known_gain)]


class Recipe(Settings):
    """Subclasses have the paper's settings as fields.

    A recipe whose parts can be exchanged has a field for each of their axes (see base/parts), and `parts`.
    """

    seed: int = Field(default=1, ge=0)  # root of all randomness
    fit: str = ""  # a feature whose weight the metric sets at the end: word_penalty against short output

    def parts(self) -> Mapping[str, str]:
        """The parts that the recipe is made of, by axis, as its signature prints them."""
        return {}

    @model_validator(mode="after")
    def _compose(self) -> Self:
        """A part that is not known, or a wrong field of one, is told now and not when learning begins."""
        try:
            self.parts()
        except RectrixError as error:
            raise ValueError(str(error)) from None
        return self

    def signature(self) -> str:
        """What differs from the paper, and the version; of parts that were chosen, all there is to say."""
        parts = self.parts()
        shown = {axis: parts[axis] for axis in parts if getattr(self, axis) is not None}
        plain = self.model_copy(update=dict.fromkeys(shown))
        return "|".join(
            [*(f"{axis}={part}" for axis, part in shown.items()), super(Recipe, plain).signature()]
        )

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        """Learned weights, by key."""
        raise NotImplementedError

    def discretization(self) -> DiscretizeSettings | None:
        """The bins that a decoder's scores should have."""
        return None

    def hypotheses(self, asked: int) -> int:
        """How many a decoder should give for each sentence, where so many were asked for."""
        return asked

    def repeatable(self, workers: int) -> bool:
        """Whether the same seed gives the same weights with so many workers."""
        return True


def list_gains(stored: StoredLists, name: str) -> Floats:
    """A stateless gain of all hypotheses of stored lists."""
    gain = stored.gain(name)
    return np.asarray(gain.gains(stored.statistics, gain.start(), Place()), np.float64)


def judged_lists(stored: StoredLists, gains: Floats, weights: Floats) -> list[Candidates]:
    """All lists that are not empty, with gains."""
    begin = stored.lists.list_begin
    found = stored.look(range(len(stored)), weights)
    return [c.judged(gains[begin[n] : begin[n + 1]]) for c in found for n in [c.sentence]]
