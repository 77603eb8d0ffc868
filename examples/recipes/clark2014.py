"""Clark, Dyer & Lavie 2014: a real-valued feature becomes bins, whose weights may form any monotone curve.

python examples/recipes/clark2014.py [FOLDER]

Here on k-best lists, as anyone's system could have written them: the language model's score is binned.
"""

import numpy as np
from _sample import Sample, run

import rectrix as rx
from rectrix._core.features import FeatureSpace
from rectrix.features.discretize import Discretizer
from rectrix.kbest import matrix
from rectrix.text import read_sentences


def main(sample: Sample) -> None:
    model = sample.untuned()
    lists = model.kbest(list(read_sentences(sample.dev_source)), k=50)
    scores = np.asarray(matrix(lists)[:, [lists.space.find("lm")]].toarray()[:, 0], float)
    bins = Discretizer.learn({"lm": scores}, bits=3)  # 8 bins of equal population
    settings = {
        "neighbors": "monotone",  # or "linear", "none"
        "strength": 0.1,  # β: how much neighbors must agree
    }
    references = rx.read_references(sample.dev)
    tuned = rx.tune(bins.apply_to_lists(lists, FeatureSpace()), references, "clark2014", settings=settings)
    print(f"before: BLEU {tuned.before:.2f}\nafter: BLEU {tuned.after:.2f}")
    for low, weight in zip(*bins.curve("lm", tuned.weights), strict=True):
        print(f"  lm from {low:8.2f}: {weight:7.3f}")


if __name__ == "__main__":
    run(main, __doc__)
