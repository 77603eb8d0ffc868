"""Sentence-level approximations of corpus BLEU, by the name of the system or paper that uses them.

They are not interchangeable: each has its own smoothing, brevity term and scale, and tuners depend on it.
"""

from rectrix.score.gains.context import Background, Eidelman, KbMira, PseudoDocument
from rectrix.score.gains.gain import Gain, Sentence
from rectrix.score.gains.grounded import GroundedBLEU
from rectrix.score.gains.presets import GAINS, gain
from rectrix.score.gains.smoothed import SmoothedBLEU

__all__ = [
    "GAINS",
    "Background",
    "Eidelman",
    "Gain",
    "GroundedBLEU",
    "KbMira",
    "PseudoDocument",
    "Sentence",
    "SmoothedBLEU",
    "gain",
]
