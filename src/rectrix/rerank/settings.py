"""How weights of anyone's lists are tuned."""

from typing import Literal

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.recipes import DEFAULT
from rectrix.score.names import DEFAULT as METRIC
from rectrix.score.names import MEANING

Scale = Literal["auto", "deviation", "none"]


class RerankSettings(Settings):
    """What can be chosen about tuning lists."""

    # How to tune: see `rectrix recipes`. Of few features, or of few sentences, mert finds the best weights.
    recipe: str = DEFAULT
    metric: str = Field(default=METRIC, description=f"metric to optimize: {MEANING}")
    # Divide features by their deviation within sentences while learning; auto: for recipes that are not
    # scale-free. Weights are written for the lists as they are.
    scale: Scale = "auto"
