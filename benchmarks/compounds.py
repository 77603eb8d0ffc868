"""Weights of part_scores from words cut by hand, and how often each splitter cuts such words rightly.

    python benchmarks/compounds.py

Counts are those of Europarl's German; a word that was cut by hand competes with its own count. Rightly cut:
the same parts. Log-linear weights are judged on each fifth of the words with weights of the other four.
"""

import argparse

import numpy as np
from _base_models import DATA
from _compound_words import references
from _results import kept, write_option
from scipy.optimize import minimize
from scipy.special import logsumexp

from rectrix.text import read_sentences
from rectrix.text.compounds import CompoundSplitter
from rectrix.text.part_scores import FEATURES, PartScores, part_features, parts_of

PRIOR = 0.1  # inverse variance of the Gaussian prior of a weight
FOLDS = 5


class Cuts:
    """All cuts of a word: the sums of their parts' features, and which are the reference."""

    def __init__(self, word: str, parts: list[str], splitter: CompoundSplitter) -> None:
        self.word, self.parts = word, parts
        cuts: list[list[tuple[list[str], np.ndarray]]] = [[] for _ in range(len(word) + 1)]
        cuts[0].append(([], np.zeros(len(FEATURES))))
        for begin, filler, end, seen in list(parts_of(word, splitter.count))[1:]:
            part = word[begin + len(filler) : end]
            features = np.array(part_features(part, filler, seen, splitter.total, False))
            cuts[end] += [([*old, part], sums + features) for old, sums in cuts[begin]]
        whole = part_features(word, "", splitter.count(word), splitter.total, True)
        cuts[-1].append(([word], np.array(whole)))
        self.features = np.array([sums for _, sums in cuts[-1]])
        self.right = np.array([found == parts for found, _ in cuts[-1]])


def fit(words: list[Cuts]) -> np.ndarray:
    """The weights of highest posterior."""
    known = [one for one in words if one.right.any()]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        value, gradient = PRIOR / 2 * weights @ weights, PRIOR * weights
        for one in known:
            scores = one.features @ weights
            every, right = logsumexp(scores), logsumexp(scores[one.right])
            value += every - right
            gradient = gradient + np.exp(scores - every) @ one.features
            gradient -= np.exp(scores[one.right] - right) @ one.features[one.right]
        return value, gradient

    return minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x


def main() -> None:
    """Print weights and shares."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    write_option(parser)
    parser.parse_args()
    lines = read_sentences(DATA / "europarl-de-en/train.de.xz")
    splitter = CompoundSplitter.learn(" ".join(filter(str.isalpha, line.split())) for line in lines)
    words = [Cuts(word, parts, splitter) for word, parts in references().items()]
    print(f"{len(words)} words, {sum(len(one.parts) > 1 for one in words)} of them compounds")
    print(f"right cut among all: {sum(one.right.any() for one in words)}")
    mean = [splitter.split(one.word) == one.parts for one in words]
    folds = [fit([one for n, one in enumerate(words) if n % FOLDS != fold]) for fold in range(FOLDS)]
    posterior = [
        PartScores(tuple(folds[n % FOLDS])).split(one.word, splitter.count, splitter.total) == one.parts
        for n, one in enumerate(words)
    ]
    whole = [len(one.parts) == 1 for one in words]
    for name, right in (("geometric mean", mean), ("posterior", posterior), ("never cut", whole)):
        compounds = [ok for ok, one in zip(right, words, strict=True) if len(one.parts) > 1]
        print(f"{name}: {np.mean(right):.1%} of all, {np.mean(compounds):.1%} of the compounds")
    weights = dict(zip(FEATURES, fit(words).round(2).tolist(), strict=True))
    print(f"weights: {weights}")


if __name__ == "__main__":
    with kept(__file__):
        main()
