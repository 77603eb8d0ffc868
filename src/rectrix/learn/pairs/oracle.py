"""One oracle against one prediction: the selections of Eidelman 2012.

y⁺ = argmax μ⁺ m + ν⁺ g and y⁻ = argmax μ⁻ m - ν⁻ g, with model score m and gain g (adding a list's best gain
turns g into the paper's cost without changing an argmax). The cost may be negative where the prediction is
better than the oracle: the loss then decides.
"""

from dataclasses import dataclass

import numpy as np

from rectrix.base.bounds import Count, Positive
from rectrix.learn.candidates import Candidates, PairBatch

# (μ⁺, ν⁺): local updating and max-BLEU differ only in how long the list is.
ORACLES = {"local": (0.0, 1.0), "max-bleu": (0.0, 1.0), "hope": (1.0, 1.0)}
# (μ⁻, ν⁻): prediction-based, max-cost, fear.
PREDICTIONS = {"model": (1.0, 0.0), "max-cost": (0.0, 1.0), "fear": (1.0, 1.0)}


@dataclass(frozen=True)
class Oracle:
    """The pair (oracle, prediction).

    Both may be the same hypothesis: nothing is learned from it then, but reports count it.
    """

    oracle: tuple[float, float] = ORACLES["hope"]  # (μ⁺, ν⁺)
    prediction: tuple[float, float] = PREDICTIONS["fear"]  # (μ⁻, ν⁻)
    gain_scale: Positive = 1.0  # brings gains to the scale of model scores
    constraints: Count = 1  # this many best predictions, each a constraint of its own

    @classmethod
    def named(cls, oracle: str = "hope", prediction: str = "fear", **options: float) -> "Oracle":
        """One of the paper's nine pairings."""
        return cls(ORACLES[oracle], PREDICTIONS[prediction], **options)  # type: ignore[arg-type]

    def choose(self, candidates: Candidates, random: np.random.Generator) -> PairBatch:
        scores, gains = candidates.scores, self.gain_scale * candidates.gains
        best = int(np.argmax(self.oracle[0] * scores + self.oracle[1] * gains))
        danger = self.prediction[0] * scores - self.prediction[1] * gains
        worst = np.argsort(-danger, kind="stable")[: self.constraints]
        if self.constraints > 1:
            worst = worst[worst != best]
        return PairBatch(candidates, np.full(len(worst), best, np.int64), worst)
