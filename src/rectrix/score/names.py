"""What a metric may be called."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rectrix.base.registry import Registry

if TYPE_CHECKING:
    from rectrix.score.metric import Metric

METRICS: "Registry[Callable[[], Metric]]" = Registry(
    "metric",
    {
        "bleu": "rectrix.score.bleu:BLEU",
        "chrf": "rectrix.score.chrf:CHRF",
        "chrf++": "rectrix.score.chrf:CHRFplusplus",
        "ter": "rectrix.score.ter:TER",
        "wer": "rectrix.score.error_rate:WER",
        "cer": "rectrix.score.error_rate:CER",
        "exact": "rectrix.score.exact:exact",
    },
)
FORMS = ("column:NAME[:lower]", "f0.5[:TP,FP,FN]", "0.5*NAME+0.5*NAME", "module:name", "FILE.py:name")
MEANING = f"one of {', '.join(METRICS)}, {', '.join(FORMS)}"  # what may be named, for help
DEFAULT = "bleu"
