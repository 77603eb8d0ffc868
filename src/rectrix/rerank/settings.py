"""How weights of anyone's lists are tuned."""

from typing import Literal

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.score.metrics import DEFAULT as METRIC
from rectrix.score.metrics import MEANING

Scale = Literal["auto", "deviation", "none"]


class RerankSettings(Settings):
    """What can be chosen about tuning lists."""

    # How to tune: see `rectrix recipes`. With few features mert finds the best weights of any metric; with
    # many, others do.
    recipe: str = "mert"
    metric: str = Field(default=METRIC, description=MEANING)
    # Divide features by their deviation within sentences while learning; auto: for recipes that are not
    # scale-free. Weights are written for the lists as they are.
    scale: Scale = "auto"
