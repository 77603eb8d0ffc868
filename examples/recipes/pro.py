"""Pairwise ranking as classification (Hopkins & May 2011).

python examples/recipes/pro.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned()
    settings = {
        "rounds": 3,  # of search
        "draws": 2000,  # pairs looked at per sentence
        "keep": 50,  # pairs with the largest difference
        "interpolation": 0.5,  # of the new weights with the old; the paper's 0.1 wants more rounds
    }
    output = sample.folder / "pro"
    tuned = model.tune(sample.dev_source, sample.dev, output, "pro", settings, k=50, force=True)
    sample.compare(model, tuned)


if __name__ == "__main__":
    run(main, __doc__)
