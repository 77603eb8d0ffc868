"""Eidelman 2012: 1-best MIRA with hope and fear, shards averaged after every epoch.

python examples/recipes/eidelman2012.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned("word_pairs", "target_bigrams")
    settings = {
        "oracle": "hope",  # or "local", "max-bleu"
        "prediction": "fear",  # or "model", "max-cost"
        "cap": 0.01,  # C
        "epochs": 3,  # the paper: 20
        "shards": 3,  # the paper: 20
    }
    output = sample.folder / "eidelman2012"
    tuned = model.tune(sample.dev_source, sample.dev, output, "eidelman2012", settings, k=50, force=True)
    sample.compare(model, tuned)


if __name__ == "__main__":
    run(main, __doc__)
