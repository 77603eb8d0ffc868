"""What can be chosen about learning from corrections."""

from typing import Literal

from pydantic import Field

from rectrix.base.config import Settings


class LearnSettings(Settings):
    """Each part can be switched off. Weights and rates are in units of the language model's weight: a model's
    weights have any scale."""

    memory: bool = True  # a line that was confirmed word for word is translated as it was
    rules: bool = True  # the pair's phrases or rules join the grammar
    lm: bool = True  # the n-grams of its translation are rewarded
    weights: bool = True  # one step of an online learner
    learner: Literal["passive_aggressive", "adagrad", "perceptron"] = "passive_aggressive"
    cap: float = Field(default=0.002, gt=0)  # C of the passive-aggressive step
    rate: float = Field(default=0.002, gt=0)  # of the others
    trust: float = Field(default=0.01, ge=0)  # all steps together: at most this share of the weights' length
    gain_scale: float = Field(default=10.0, gt=0)  # of sentence BLEU (0 to 1) against model scores
    k: int = Field(default=100, ge=2)  # hypotheses that a step compares
    count: float = Field(default=5.0, gt=0)  # occurrences of the training text that a confirmed one outweighs
    bonus: float = 0.1  # the first weight of the feature `learned`: a source word translated as confirmed
    reward: float = Field(default=1.0, ge=0)  # the weight of remembered n-grams; 1: a mixture of models
    window: int = Field(default=2000, ge=0)  # pairs whose n-grams are remembered, the last ones; 0: all
