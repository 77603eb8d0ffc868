"""Simianer, Riezler & Dyer 2012: ranking on shards of the training text, joint feature selection.

python examples/recipes/simianer2012.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned("rule_id", "source_bigrams", "shape")
    settings = {
        "algorithm": 4,  # IterSelSGD
        "shards": 4,
        "keep": 2000,  # features that survive an epoch
        "epochs": 2,
    }
    # No development set: sentences of the training text, each translated with what the others teach.
    sentences = {"on": "train", "sentences": 60}
    output = sample.folder / "simianer2012"
    tuned = model.tune(None, [], output, "simianer2012", settings, k=50, force=True, **sentences)
    sample.compare(model, tuned)


if __name__ == "__main__":
    run(main, __doc__)
