"""Settings of features."""

from pydantic import Field

from rectrix.base.config import Settings


class DiscretizeSettings(Settings):
    """What is to become of a grammar's scores."""

    bits: int = Field(default=8, ge=1, le=16)  # learn 2^bits bins for each score of the rules
    overlap: int = Field(default=0, ge=0)  # number of neighboring bins on either side that also fire
    columns: tuple[str, ...] = ()  # scores to discretize; none: all with more than two values
    keep: bool = False  # discretized scores stay features beside their bins
    probabilities: bool = False  # no bins: the probability in place of its logarithm
