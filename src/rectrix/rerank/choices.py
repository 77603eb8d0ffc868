"""Which hypotheses to choose: the first, the tuned, the best and the worst possible, any at random.

The oracle of a corpus metric is found by coordinate ascent: from the best of each sentence alone, every list
in turn takes what is best for the whole text, until nothing changes (a local optimum).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rectrix.base.seeds import stream
from rectrix.kbest.rerank import highest
from rectrix.learn.stored import StoredLists
from rectrix.score.bleu import BLEU
from rectrix.score.gains import Place, gain
from rectrix.score.metric import Floats

Chosen = NDArray[np.int64]  # the number of a hypothesis for each sentence, -1 for an empty list
_PASSES = 10


@dataclass(frozen=True)
class Choices:
    """Choices from lists with statistics."""

    stored: StoredLists

    @property
    def sign(self) -> float:
        return 1.0 if self.stored.metric.higher_is_better else -1.0

    def first(self) -> Chosen:
        begin = self.stored.lists.list_begin
        return np.where(np.diff(begin) > 0, begin[:-1], -1)

    def rows(self, chosen: Chosen) -> Floats:
        """The statistics of what was chosen; 0 for empty lists."""
        rows = self.stored.statistics[np.maximum(chosen, 0)]
        return np.where((chosen >= 0)[:, None], rows, 0.0)

    def score(self, chosen: Chosen) -> float:
        return float(self.stored.metric.score(self.rows(chosen).sum(axis=0)))

    def sentence_scores(self) -> Floats:
        """Of each hypothesis alone; BLEU is smoothed as Lin & Och do."""
        rows = self.stored.statistics
        if isinstance(self.stored.metric, BLEU):
            return 100 * gain("lin").gains(rows, None, Place())
        return self.stored.metric.score(rows)

    def extreme(self, direction: float) -> Chosen:
        """The best (1) or the worst (-1) that the lists allow."""
        lists, metric, sign = self.stored.lists, self.stored.metric, direction * self.sign
        chosen = highest(lists, sign * self.sentence_scores())
        total = self.rows(chosen).sum(axis=0)
        begin = lists.list_begin.tolist()
        for _ in range(_PASSES):
            before = chosen.copy()
            for s in np.flatnonzero(np.diff(begin) > 1).tolist():
                rows = self.stored.statistics[begin[s] : begin[s + 1]]
                rest = total - self.stored.statistics[chosen[s]]
                scores = sign * metric.score(rest + rows)
                # Equal ones stay: a change must be for the better.
                if scores.max() > scores[chosen[s] - begin[s]]:
                    chosen[s] = begin[s] + int(scores.argmax())
                    total = rest + self.stored.statistics[chosen[s]]
            if np.array_equal(before, chosen):
                break
        return chosen

    def random(self, draws: int, seed: int) -> Floats:
        """Scores of texts whose hypotheses are drawn evenly."""
        rng, begin = stream(seed, "random choice"), self.stored.lists.list_begin
        sizes = np.diff(begin)
        scores = []
        for _ in range(draws):
            drawn = begin[:-1] + (rng.random(len(sizes)) * sizes).astype(np.int64)
            scores.append(self.score(np.where(sizes > 0, drawn, -1)))
        return np.array(scores)
