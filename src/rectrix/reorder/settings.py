"""Settings of orientation events and of the models trained on them."""

from typing import Literal

from pydantic import Field

from rectrix.base.config import Settings

FeatureSet = Literal["pairs", "context", "bag", "boundary", "target-neighbor", "lengths"]


class EventSettings(Settings):
    """Which events are extracted from an aligned bitext, and with which features."""

    classes: Literal["msd", "mslr", "leftright", "monotonicity"] = "msd"  # the set of orientations
    model: Literal["word", "phrase", "hierarchical"] = "phrase"  # what counts as the neighboring phrase
    direction: Literal["backward", "forward"] = "backward"  # the neighbor before or after in target order
    # Any of pairs, context (left and right told apart, sentence ends), bag (the paper's context, without
    # sides and ends), boundary, target-neighbor, lengths.
    features: tuple[FeatureSet, ...] = ("pairs", "context")
    cutoff: int = Field(default=10, ge=0)  # features of this many events or fewer are left out
    max_length: int = Field(default=7, ge=1, le=1000)  # words of a phrase, on each side
    max_words: int = Field(default=100, ge=1, le=4000)  # pairs with a longer side are left out
    seed: int = Field(default=1, ge=0)  # of the order of sentence pairs


class ReorderSettings(Settings):
    """How an orientation model is trained."""

    method: Literal["dual", "primal", "lexicalized"] = (
        "dual"  # how to train: logistic regression in the dual or the primal, or relative frequencies
    )
    events: EventSettings = EventSettings()
    held_out: float = Field(default=0.1, ge=0, lt=1)  # share of sentence pairs held out, at the end
    # Variance of the prior on the weights. Events of one sentence overlap, so that they count for less than
    # as many independent ones: less than 1 does better.
    sigma2: float = Field(default=0.03, gt=0)
    shrink: float = Field(default=0.1, ge=0)  # dual: tolerance at which an example leaves the active set
    unshrink: bool = False  # dual: look at all examples again at the end
    exact: bool = True  # dual: minimize over each visited example instead of one gradient step
    # dual: initial probability mass off the observed orientation; none: .001.
    initial: float | None = Field(default=None, gt=0, lt=1)
    trials: int = Field(default=10, ge=1)  # dual: most halvings of a step
    decrease: float = Field(default=0.25, ge=0, lt=1)  # dual: share of the predicted decrease to reach
    max_passes: int = Field(default=100, ge=1)  # most passes over the events
    tolerance: float = 1e-3  # primal: stop when a pass lowers the objective by less than this share
    rate: float = Field(default=0.1, gt=0)  # primal: the first step's size
    blocks: int = Field(default=1, ge=1, le=4096)  # dual: groups of examples worked on at once
    smoothing: float = Field(default=0.5, gt=0)  # lexicalized: added to every count
    seed: int = Field(default=1, ge=0)  # root of all randomness
