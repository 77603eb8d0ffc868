"""What benchmarks/results.py runs: recipes with their settings, each on a base model.

Rounds, epochs and shards are fewer than the recipes' own, for the time they take. Every run begins with the
same weights.
"""

from dataclasses import dataclass, field
from typing import Any

from rectrix.pipeline import TuneSettings

PAPER_SPARSE = ("rule_id", "source_bigrams", "shape")  # Simianer et al. 2012
# Green et al. 2013; phrase-based models have the phrase pairs' orientations as well.
GREEN_SPARSE = ("rule_id", "word_pairs", "deletions")
PAPER_PRO = {"gain": "moses-pro", "length_deviations": 0, "threshold": 0.05}  # Hopkins & May 2011


@dataclass(frozen=True)
class Run:
    """A recipe on a base model."""

    name: str
    recipe: str
    settings: dict[str, Any] = field(default_factory=dict)
    templates: tuple[str, ...] = ()
    sentences: int = 0  # of the training bitext to tune on; 0: on the development set
    after: str = ""  # the run whose model this one goes on with; none: the base model

    def tune(self, seed: int) -> TuneSettings:
        """As tuning wants it."""
        where = {"on": "train", "sentences": self.sentences} if self.sentences else {}
        return TuneSettings.of({"recipe": self.recipe, "settings": self.settings | {"seed": seed}, **where})


def fitted(name: str, templates: tuple[str, ...] = ()) -> Run:
    """The weights of another run, but that of the word penalty, which BLEU sets on the development set."""
    settings = {"rounds": 0, "fit": "word_penalty"}
    return Run(f"{name}, length fitted", "mert", settings, templates, after=name)


MULTI30K = (
    Run("mert", "mert", {"rounds": 10}),
    Run("mert, random directions", "mert", {"rounds": 10, "random_directions": 10}),
    Run("pro", "pro", {"rounds": 10}),
    Run("pro with BLEU+1", "pro", {"rounds": 10, **PAPER_PRO}),
    fitted("pro with BLEU+1"),
    Run("kbmira", "kbmira", {"rounds": 10}),
    Run("eidelman2012 hope/fear", "eidelman2012"),
    fitted("eidelman2012 hope/fear"),
    Run("green2013 dense", "green2013", {"epochs": 5}),
    fitted("green2013 dense"),
    Run("green2013 sparse", "green2013", {"epochs": 5, "l1": 0.01}, GREEN_SPARSE),
    Run("simianer2012 dense, algorithm 1", "simianer2012", {"algorithm": 1, "epochs": 5}),
    fitted("simianer2012 dense, algorithm 1"),
    Run("simianer2012 sparse, algorithm 1", "simianer2012", {"algorithm": 1, "epochs": 5}, PAPER_SPARSE),
    Run(
        "simianer2012 sparse, algorithm 4 on train",
        "simianer2012",
        {"algorithm": 4, "shards": 10, "epochs": 5},
        PAPER_SPARSE,
        sentences=2000,
    ),
    fitted("simianer2012 sparse, algorithm 4 on train", PAPER_SPARSE),
)

EUROPARL = (
    Run("algorithm 1 on dev, dense", "simianer2012", {"algorithm": 1, "epochs": 5}),
    Run("algorithm 1 on dev, sparse", "simianer2012", {"algorithm": 1, "epochs": 5}, PAPER_SPARSE),
    Run(
        "algorithm 4 on train, sparse",
        "simianer2012",
        {"algorithm": 4, "shards": 12, "epochs": 5},
        PAPER_SPARSE,
        sentences=12_000,
    ),
)
