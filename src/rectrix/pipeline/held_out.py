"""What held-out sentences set after weights were learned on others."""

from rectrix.learn.fit import DenseWeights, Fit, OneWeight
from rectrix.pipeline.tune_settings import TuneSettings
from rectrix.recipes.kbmira import KbMira

DENSE = "dense"  # all dense weights instead of one feature's


def held_out_fit(settings: TuneSettings) -> Fit | None:
    """As the settings name it."""
    if settings.fit_held_out == DENSE:
        return DenseWeights(KbMira(seed=settings.seed), DENSE)
    return OneWeight(settings.fit_held_out) if settings.fit_held_out else None
