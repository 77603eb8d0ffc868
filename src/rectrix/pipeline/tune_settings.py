"""How the weights of a decoder are tuned."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.features.settings import DiscretizeSettings
from rectrix.recipes import DEFAULT, recipe_of
from rectrix.score.names import DEFAULT as METRIC
from rectrix.score.names import MEANING as METRICS_MEANING

if TYPE_CHECKING:
    from rectrix.learn.recipe import Recipe

Neighbors = Literal["last", "never", "any"]


class TuneSettings(Settings):
    """How weights are tuned on a decoder."""

    recipe: str = DEFAULT  # how to tune: see `rectrix recipes`
    settings: dict[str, Any] = Field(default_factory=dict)  # changes of the recipe's own settings
    # Number of runs with different seeds; of several, the mean of their weights is taken.
    seeds: int = Field(default=1, ge=1)
    metric: str = Field(default=METRIC, description=f"metric to optimize: {METRICS_MEANING}")
    discretize: DiscretizeSettings | None = None  # bins for the grammar's scores; None: what the recipe wants
    without: tuple[str, ...] = ()  # scores of the grammar to leave out, such as count_ef
    start: Literal["model", "zero"] = "model"  # weights to begin with: the model's, or none
    k: int = Field(default=100, ge=2, le=1_000_000)  # hypotheses per sentence
    unique: bool = True  # only distinct strings in k-best lists
    # Hypotheses that search takes from each cube (hiero) or for each stack (phrase) while it learns; none: as
    # many as when the model translates.
    pop_limit: int | None = Field(default=None, ge=1)
    # The development set, or a sample of the training bitext, leave-one-out: a sentence's own rules are
    # excluded, and language models are estimated without it.
    on: Literal["dev", "train"] = "dev"
    sentences: int = Field(default=2000, ge=0)  # sentences of that sample; 0: all
    max_words: int = Field(default=40, ge=1)  # longest sentence of the sample, on either side
    # Sentences that another one of the bitext equals but for a word are easier than new text: they are drawn
    # when no others are left, never, or as any other.
    neighbors: Neighbors = "last"
    # Draw more of the pairs with long (or short) targets, so that the sample has as many target words for a
    # source word as the held-out sentences.
    like_held_out: bool = False
    folds: int = Field(
        default=5, ge=2
    )  # folds of the sample; each is decoded with models estimated without it
    # What the held-out sentences set at the end, if there are any: a feature's weight (word_penalty: new text
    # may be longer or shorter than the training text), or dense: those of all dense features, and a factor
    # for the sparse ones of each template; none: they are watched alone.
    fit_held_out: str = ""
    left_out_lm: bool = True  # cross-fit the language models; off: decode with the model's own
    # Sparse features: templates, FILE.py:name, module:name; none: those that the model has.
    templates: tuple[str, ...] | None = None
    source_classes: Path | None = (
        None  # classes of source words, for templates over them (class_word_pairs...)
    )
    target_classes: Path | None = None  # the same of target words

    def made(self) -> "Recipe":
        """The recipe with its settings."""
        return recipe_of(self.recipe, self.settings)

    @property
    def seed(self) -> int:
        """The recipe's, which draws the sample, too."""
        return self.made().seed
