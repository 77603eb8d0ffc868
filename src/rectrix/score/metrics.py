"""The metrics by name."""

from collections.abc import Callable

from rectrix.base.registry import Registry
from rectrix.score.external import External
from rectrix.score.metric import Metric

METRICS: Registry[Callable[[], Metric]] = Registry(
    "metric",
    {
        "bleu": "rectrix.score.bleu:BLEU",
        "chrf": "rectrix.score.chrf:CHRF",
        "chrf++": "rectrix.score.chrf:CHRFplusplus",
        "ter": "rectrix.score.ter:TER",
    },
)


def metric(name: str) -> Metric:
    """The metric with this name; `column:NAME` is the mean of the lists' external values NAME."""
    if name.startswith("column:"):
        return External(name.removeprefix("column:"))
    made: Metric = METRICS[name]()
    return made
