"""K-best MIRA (Cherry & Foster 2012), the choice of many Moses systems.

python examples/recipes/kbmira.py [FOLDER]
"""

from _sample import Sample, run


def main(sample: Sample) -> None:
    model = sample.untuned()
    settings = {
        "rounds": 3,  # of search
        "epochs": 30,  # over the lists of all rounds
        "cap": 0.01,  # C: the largest step
        "decay": 0.999,  # of the background corpus
    }
    output = sample.folder / "kbmira"
    tuned = model.tune(sample.dev_source, sample.dev, output, "kbmira", settings, k=50, force=True)
    sample.compare(model, tuned)


if __name__ == "__main__":
    run(main, __doc__)
