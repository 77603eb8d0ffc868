"""What every recipe is: settings with a verb."""

from typing import Any

import numpy as np

from rectrix.base.config import Settings
from rectrix.features.discretize import DiscretizeSettings
from rectrix.learn.candidates import Candidates, Floats
from rectrix.learn.run import Journey
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import Stored
from rectrix.learn.tuning import TuningSource
from rectrix.score.gains import Sentence


class Recipe(Settings):
    """Subclasses have the paper's settings as fields."""

    seed: int = 1  # root of all randomness
    fit: str = ""  # a feature whose weight the metric sets at the end: word_penalty against short output

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        """Learned weights, by key."""
        raise NotImplementedError

    def discretization(self) -> DiscretizeSettings | None:
        """The bins that a decoder's scores should have."""
        return None

    def repeatable(self, workers: int) -> bool:
        """Whether the same seed gives the same weights with so many workers."""
        return True


def list_gains(stored: Stored, name: str) -> Floats:
    """A stateless gain of all hypotheses of stored lists."""
    gain = stored.gain(name)
    return np.asarray(gain.gains(stored.statistics, gain.start(), Sentence()), np.float64)


def judged_lists(stored: Stored, gains: Floats, weights: Floats) -> list[Candidates]:
    """All lists that are not empty, with gains."""
    begin = stored.lists.list_begin
    seen = stored.look(range(len(stored)), weights)
    return [s.judged(gains[begin[n] : begin[n + 1]]) for s in seen for n in [s.candidates.sentence]]


def signed_metric(stored: Stored) -> Any:
    """The metric of rows of summed statistics, higher is better; None where the core has it built in."""
    if stored.bleu_order:
        return None
    sign = 1.0 if stored.metric.higher_is_better else -1.0
    return lambda sums: np.ascontiguousarray(sign * stored.metric.score(sums), np.float64)
