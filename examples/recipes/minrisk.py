"""Minimum expected risk over k-best lists (Smith & Eisner 2006).

python examples/recipes/minrisk.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned()
    settings = {
        "rounds": 3,  # of search
        "scale": 1.0,  # sharpness of the distribution
        "l2": 1e-4,  # against the start
    }
    output = sample.folder / "minrisk"
    tuned = model.tune(sample.dev_source, sample.dev, output, "minrisk", settings, k=50, force=True)
    sample.compare(model, tuned)


if __name__ == "__main__":
    run(main, __doc__)
