"""Structured ramp loss (Gimpel & Smith 2012).

python examples/recipes/rampion.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned()
    settings = {
        "rounds": 3,  # of search
        "rate": 0.001,  # η
        "cost": 10.0,  # α: weight of the metric against the model score
    }
    output = sample.folder / "rampion"
    tuned = model.tune(sample.dev_source, sample.dev, output, "rampion", settings, k=50, force=True)
    sample.compare(model, tuned)


if __name__ == "__main__":
    run(main, __doc__)
