"""How systems are evaluated."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from rectrix.base.bounds import Count

if TYPE_CHECKING:
    from rectrix.score import MetricLike


@dataclass(frozen=True)
class Options:
    """How to evaluate."""

    metrics: "tuple[MetricLike, ...]" = ("bleu", "chrf", "ter")  # names, objects or functions
    tokenize: str = "13a"  # sacrebleu's tokenizer for BLEU; none for text that is tokenized already
    lowercase: bool = False  # for BLEU, chrF, WER and CER; TER never sees case
    resamples: Annotated[int, Field(ge=2)] = 1000  # bootstrap samples of the test set
    shuffles: Count = 10000  # trials of approximate randomization
    seed: int = 1
    threads: int = 1  # the result does not depend on it
