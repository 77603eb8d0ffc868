"""Green, Wang, Cer & Manning 2013: pairwise logistic loss, AdaGrad, L1, many phrase features.

python examples/recipes/green2013.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned("rule_id", "word_pairs", "deletions", decoder="phrase")
    settings = {
        "epochs": 3,  # the paper: up to 10
        "rate": 0.1,  # η; the paper: 0.02
        "l1": 0.001,  # λ: most features end at exactly 0; the paper: 0.1
        "batch": 10,  # sentences per step
        "staleness": 0,  # 0: the same result every time
    }
    output = sample.folder / "green2013"
    tuned = model.tune(sample.dev_source, sample.dev, output, "green2013", settings, k=50, force=True)
    sample.compare(model, tuned)


if __name__ == "__main__":
    run(main, __doc__)
