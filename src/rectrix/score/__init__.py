"""Sentence- and corpus-level statistics of the metrics that tuning uses."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix._core.score import References
    from rectrix.score.bleu import BLEU
    from rectrix.score.chrf import CHRF
    from rectrix.score.edits import EditF
    from rectrix.score.error_rate import CER, WER
    from rectrix.score.external import External
    from rectrix.score.gains import GAINS, Gain, Place, gain
    from rectrix.score.metric import Metric
    from rectrix.score.metrics import MetricLike, metric
    from rectrix.score.names import METRICS
    from rectrix.score.references import read_references, references_of
    from rectrix.score.ter import TER
    from rectrix.score.weighted import Weighted

__all__ = [
    "BLEU",
    "CER",
    "CHRF",
    "GAINS",
    "METRICS",
    "TER",
    "WER",
    "EditF",
    "External",
    "Gain",
    "Metric",
    "MetricLike",
    "Place",
    "References",
    "Weighted",
    "gain",
    "metric",
    "read_references",
    "references_of",
]

lazily(__name__)
