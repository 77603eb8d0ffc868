"""What can be chosen about minimum Bayes risk: not the likeliest translation, but the best in expectation."""

from typing import Literal

from rectrix.base.bounds import Count, NotNegative, Positive
from rectrix.base.config import Settings

MbrKind = Literal["none", "forest", "counts", "consensus", "bleu", "bleu+1", "chrf"]


class MbrSettings(Settings):
    """Translations have probability ~ exp(scale · score).

    forest: expected linear BLEU by probabilities of n-grams, over all derivations (Tromble et al. 2008, Kumar
    et al. 2009); counts: by their expected counts. consensus: BLEU against expected counts, of the k best
    (DeNero et al. 2009). bleu, bleu+1, chrf: all pairs of the k best (Kumar & Byrne 2004).
    """

    kind: MbrKind = "none"  # none, forest, counts, consensus, bleu, bleu+1 or chrf
    scale: Positive = 1.0  # of model scores: smaller values give more weight to worse translations
    precision: Positive = 0.85  # forest, counts: of unigrams; smaller values make translations longer
    ratio: Positive = 0.72  # forest, counts: of precisions of neighboring orders
    model: NotNegative = 0.0  # forest, counts: weight of the scaled model score beside the gain
    density: Positive = 30.0  # of forests: edges per edge of the best derivation
    states: Count = 30  # of a node, at most: pairs of the words at both ends of its translations
    k: Count = 100  # consensus, bleu, bleu+1, chrf: hypotheses that are compared

    @property
    def over_forest(self) -> bool:
        """Whether expectations are over all derivations."""
        return self.kind in ("forest", "counts", "consensus")
