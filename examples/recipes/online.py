"""Parts of your own choice: HI/MID/LOW pairs, a squared hinge, AdaGrad, and L2.

python examples/recipes/online.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned("shape", "word_pairs")
    settings = {
        "pairs": "multipartite",
        "loss": "squared_hinge",
        "update": {"name": "adagrad", "rate": 0.02},
        "regularizer": {"name": "l2", "strength": 0.01},
        "epochs": 3,
        "shards": 2,
    }
    output = sample.folder / "online"
    tuned = model.tune(sample.dev_source, sample.dev, output, "online", settings, k=50, force=True)
    sample.compare(model, tuned)


if __name__ == "__main__":
    run(main, __doc__)
