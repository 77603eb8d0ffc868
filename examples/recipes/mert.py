"""Minimum error rate training (Och 2003): line search on the k-best lists of all rounds.

python examples/recipes/mert.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned()
    settings = {
        "rounds": 3,  # of search; lists are merged
        "restarts": 5,  # random points to begin from, besides the weights so far
    }
    output = sample.folder / "mert"
    tuned = model.tune(sample.dev_source, sample.dev, output, "mert", settings, k=50, force=True)
    sample.compare(model, tuned)


if __name__ == "__main__":
    run(main, __doc__)
