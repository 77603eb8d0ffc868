"""The variants of clark2014 on the sample bitext, with both decoders: BLEU on devtest."""

import argparse
import tempfile
from pathlib import Path

import rectrix as rx
from rectrix.evaluate import Options, evaluate
from rectrix.pipeline import Model, Texts, TrainSettings, TuneSettings, train, tune_model
from rectrix.text import read_sentences
from rectrix.text.sample import SampleSettings, write_sample

VARIANTS = ("raw", "log", "discretized", "overlapping", "lnr", "mnr")
JUDGE = Options(metrics=("bleu",), resamples=2)
QUICK = {"rounds": 5, "interpolate_after": 1}


def bleu(model: Path, sample: Path, threads: int) -> str:
    """Of the translation of devtest."""
    lines = list(read_sentences(sample / "devtest.de"))
    found = [output.text for output in Model.open(model).translate(lines, threads)]
    references = [list(read_sentences(sample / "devtest.ref0.en"))]
    return f"{evaluate({'model': [found]}, references, JUDGE).results[0].mean:.1f}"


def row(decoder: str, sample: Path, work: Path, threads: int) -> list[str]:
    """The start, then every variant."""
    made = work / decoder
    source, references = sample / "dev.de", [sample / "dev.ref0.en"]
    quick = TuneSettings(settings={"rounds": 1})  # trained for its untuned model only
    settings = TrainSettings.of({"decoder": decoder, "lm_order": 3, "tune": quick.model_dump()})
    train(
        sample / "train.de",
        sample / "train.en",
        source,
        references,
        made,
        settings,
        run=rx.Run(threads=threads),
    )
    untuned = made.with_name(f"{made.name}.work") / "untuned"
    cells = [decoder, bleu(untuned, sample, threads)]
    for variant in VARIANTS:
        tune = TuneSettings(recipe="clark2014", settings={"variant": variant, **QUICK})
        output = work / f"{decoder}-{variant}"
        tune_model(untuned, Texts(source, references), output, tune, run=rx.Run(threads=threads))
        cells.append(bleu(output, sample, threads))
    return cells


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=3000)
    parser.add_argument("--held-out", type=int, default=150, help="sentences of dev and devtest")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    print(f"| decoder | start | {' | '.join(VARIANTS)} |\n|{'---|' * (len(VARIANTS) + 2)}")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        sample = work / "sample"
        write_sample(sample, SampleSettings(pairs=arguments.pairs, held_out=arguments.held_out, references=1))
        for decoder in ("hiero", "phrase"):
            print(f"| {' | '.join(row(decoder, sample, work, arguments.threads))} |", flush=True)


if __name__ == "__main__":
    main()
