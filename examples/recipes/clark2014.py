"""Clark, Dyer & Lavie 2014: scores of rules become bins, whose weights may form any monotone curve.

python examples/recipes/clark2014.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned()
    settings = {
        "variant": "mnr",  # or "raw", "log", "discretized", "overlapping", "lnr"
        "bits": 3,  # 8 bins of equal population for each score; the default is 8 bits
        "strength": 1.0,  # β: how much neighbors must agree
        "rounds": 3,  # of search
        "interpolation": 0.5,  # of the new weights with the old
    }
    output = sample.folder / "clark2014"
    tuned = model.tune(sample.dev_source, sample.dev, output, "clark2014", settings, k=50, force=True)
    sample.compare(model, tuned)
    if tuned.discretizer:
        for low, weight in zip(*tuned.discretizer.curve("p_ef", tuned.folder.weights()), strict=True):
            print(f"  p_ef from {low:6.2f}: {weight:7.3f}")


if __name__ == "__main__":
    run(main, __doc__)
