"""Tune weights for n-best lists with any recipe: python examples/tune_lists.py [RECIPE...]

The lists are made up: a reference with some words replaced, and three features that know about it more or
less. For lists of your own, replace `made_up()` by `rx.rerank.lists_of(...)` and `rx.read_references(...)`.
"""

import random
import sys

import numpy as np

import rectrix as rx
from rectrix.features import FeatureSpace
from rectrix.features.discretize import Discretizer
from rectrix.kbest import matrix
from rectrix.recipes import RECIPES
from rectrix.score import references_of

WORDS = ("the", "a", "old", "new", "man", "woman", "house", "book", "reads", "sees", "and", "today", ".")

# What differs from the paper's settings, so that 40 sentences take a second.
CHANGES = {
    "mert": {"restarts": 2},
    "kbmira": {"epochs": 20},
    "rampion": {"rate": 0.01},
    "simianer2012": {"shards": 2, "rate": 0.01},
    "eidelman2012": {"shards": 2, "epochs": 5},
    "green2013": {"epochs": 5},
    "clark2014": {"variant": "mnr", "strength": 0.1},
}


def made_up(sentences=40, candidates=20):
    """Lists and references; `adequacy` knows most, `fluency` less, `length` is the number of words."""
    chance = random.Random(1)
    references = [[chance.choice(WORDS) for _ in range(12)] for _ in range(sentences)]
    sentences = []
    for reference in references:
        sentences.append([])
        for _ in range(candidates):
            wrong = chance.random() * 0.6
            words = [chance.choice(WORDS) if chance.random() < wrong else word for word in reference]
            words = words[: chance.choice([9, 12, 12])]
            features = {
                "adequacy": -wrong + chance.gauss(0, 0.1),
                "fluency": -wrong + chance.gauss(0, 0.5),
                "length": float(len(words)),
            }
            sentences[-1].append((" ".join(words), features))
    return rx.rerank.lists_of(sentences), references_of([[" ".join(words) for words in references]])


def discretized(lists):
    """The lists with `adequacy` replaced by indicators of eight bins (Clark et al. 2014)."""
    column = lists.space.find("adequacy")
    values = np.asarray(matrix(lists).toarray()[:, column], float)
    return Discretizer.learn({"adequacy": values}, bits=3).apply_to_lists(lists, FeatureSpace())


def main(names):
    lists, references = made_up()
    for name in names or RECIPES:
        given = discretized(lists) if name == "clark2014" else lists
        start = {"fluency": 0.1, "length": -0.1}  # prefers short hypotheses: a bad start
        tuned = rx.tune(given, references, recipe=name, settings=CHANGES.get(name, {}), start=start)
        shown = ", ".join(f"{feature} {weight:.3f}" for feature, weight in list(tuned.weights.items())[:3])
        print(f"{name:14} BLEU {tuned.before:5.2f} -> {tuned.after:5.2f}   {shown}")


if __name__ == "__main__":
    main(sys.argv[1:])
