"""Train, tune, translate and evaluate from Python: python examples/train_and_translate.py FOLDER [PAIRS]

Uses the embedded sample bitext; FOLDER is for the sample and the models. With your own text, give its paths.
"""

import sys
from pathlib import Path

import rectrix as rx
from rectrix.evaluate import Options, evaluate
from rectrix.pipeline import Texts, TrainSettings, TuneSettings, tune_model
from rectrix.sample import SampleSettings, write_sample
from rectrix.text import read_sentences

QUICK = TuneSettings(recipe="kbmira", settings={"rounds": 2}, k=50)
SPARSE = TuneSettings(recipe="green2013", settings={"epochs": 2, "staleness": 0}, k=50)


def main(folder, pairs=400):
    sample = folder / "sample"
    write_sample(sample, SampleSettings(pairs=pairs, held_out=30, references=1), force=True)
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    dev = [sample / "dev.ref0.en"]
    settings = TrainSettings(lm_order=3, templates=("shape", "word_pairs"), tune=QUICK)
    model = rx.train(*files, dev, folder / "kbmira", settings, force=True)
    texts = Texts(sample / "dev.de", dev)
    tune_model(folder / "kbmira", texts, folder / "green2013", SPARSE, force=True)

    systems = {}
    for name in ("kbmira", "green2013"):
        model = rx.load(folder / name)
        systems[name] = [[output.text for output in model.translate(read_sentences(sample / "test.de"))]]
        print(f"{name}: {len(model.folder.weights())} weights; the first translation: {systems[name][0][0]}")
    reference = list(read_sentences(sample / "test.ref0.en"))
    scores = evaluate(systems, [reference], Options(metrics=("bleu",)))
    for result in scores.results:
        print(f"{result.system}: BLEU {result.mean:.2f} ({result.low:.2f} to {result.high:.2f})")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
