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

    kind: MbrKind = "none"  # whose expectation decides: see docs/decode.md
    scale: Positive = 1.0  # scale of model scores: a smaller one gives worse translations more weight
    precision: Positive = 0.85  # forest, counts: unigram precision; smaller values make translations longer
    ratio: Positive = 0.72  # forest, counts: ratio of the precisions of one order and the next lower
    model: NotNegative = 0.0  # forest, counts: weight of the scaled model score beside the gain
    density: Positive = 30.0  # density of forests: edges per edge of the best derivation
    states: Count = 30  # most states of a node: pairs of the words at the two ends of its translations
    k: Count = 100  # size of the k-best lists of consensus, bleu, bleu+1 and chrf

    @property
    def over_forest(self) -> bool:
        """Whether expectations are over all derivations."""
        return self.kind in ("forest", "counts", "consensus")
