"""Sentence-level approximations of corpus BLEU, by the name of the system or paper that uses them.

They are not interchangeable: each has its own smoothing, brevity term and scale, and tuners depend on it.
"""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.score.gains.context import Background, EidelmanGain, KbMiraGain, PseudoDocument
    from rectrix.score.gains.gain import Gain, Place
    from rectrix.score.gains.grounded import GroundedBLEU
    from rectrix.score.gains.presets import GAINS, gain
    from rectrix.score.gains.smoothed import SmoothedBLEU

__all__ = [
    "GAINS",
    "Background",
    "EidelmanGain",
    "Gain",
    "GroundedBLEU",
    "KbMiraGain",
    "Place",
    "PseudoDocument",
    "SmoothedBLEU",
    "gain",
]

lazily(__name__)
