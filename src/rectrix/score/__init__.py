"""Sentence- and corpus-level statistics of the metrics that tuning uses."""

from rectrix._core.score import References
from rectrix.score.bleu import BLEU
from rectrix.score.chrf import CHRF
from rectrix.score.external import External
from rectrix.score.gains import GAINS, Gain, Sentence, gain
from rectrix.score.metric import Metric
from rectrix.score.metrics import METRICS, metric
from rectrix.score.references import read_references, references_of
from rectrix.score.ter import TER

__all__ = [
    "BLEU",
    "CHRF",
    "GAINS",
    "METRICS",
    "TER",
    "External",
    "Gain",
    "Metric",
    "References",
    "Sentence",
    "gain",
    "metric",
    "read_references",
    "references_of",
]
