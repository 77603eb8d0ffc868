"""Expected corpus BLEU (Rosti et al. 2010; Travatar): BLEU of expected statistics under the lists' softmax.

The brevity penalty is smooth, B = (e^{1-R} - 1) / (e^{10000 (1-R)} + 1) + 1, R = reference length / length.
By the chain rule the gradient is that of risk with gains = statistics · ∂BLEU/∂statistics.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy import sparse
from scipy.special import expit

from rectrix.learn.candidates import Floats, Integers
from rectrix.learn.losses.risk import Risk
from rectrix.learn.objective import penalties_of
from rectrix.learn.regularizer import Regularizer

_STEEPNESS = 10_000.0
_LEAST = 1e-9  # matches of an order that no hypothesis has


def smooth_bleu(sums: Floats) -> tuple[float, Floats]:
    """BLEU, 0 to 1, of summed statistics (as `score.bleu` has them), and its derivatives."""
    order = (len(sums) - 2) // 2
    length, reference = max(float(sums[0]), _LEAST), float(sums[1])
    matches, totals = np.maximum(sums[2 : 2 + order], _LEAST), np.maximum(sums[2 + order :], _LEAST)
    precision = float(np.exp(np.mean(np.log(matches / totals))))
    x = 1 - reference / length
    step = float(expit(-_STEEPNESS * x))
    brevity = np.expm1(x) * step + 1
    by_x = np.exp(x) * step - np.expm1(x) * _STEEPNESS * step * (1 - step)
    slope = np.empty(len(sums))
    slope[0] = precision * by_x * reference / length**2
    slope[1] = -precision * by_x / length
    slope[2 : 2 + order] = brevity * precision / (order * matches)
    slope[2 + order :] = -brevity * precision / (order * totals)
    return float(brevity * precision), slope


@dataclass(frozen=True)
class ExpectedBleu:
    """Minus expected corpus BLEU of lists, plus penalties."""

    features: sparse.csr_array  # [hypotheses, features]
    statistics: Floats  # [hypotheses, 2 N + 2]
    begin: Integers
    risk: Risk = field(default_factory=Risk)
    regularizers: tuple[Regularizer, ...] = ()

    def __call__(self, weights: Floats) -> tuple[float, Floats]:
        scores = np.asarray(self.features @ weights)
        bleu, by_statistics = smooth_bleu(self.risk.share(scores, self.begin) @ self.statistics)
        value, slope = penalties_of(self.regularizers, weights)
        by_score = self.risk.slope(scores, self.statistics @ by_statistics, self.begin)
        return value - bleu, slope + np.asarray(by_score @ self.features)
