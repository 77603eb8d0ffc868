"""BLEU against training minutes on two cores: a small Transformer and Rectrix on the same sentences of
multi30k.

    pip install --group neural
    python benchmarks/neural.py transformer --pairs 29000 --cpu-minutes 25   # goes on where it was
    python benchmarks/neural.py rectrix --pairs 29000
    python benchmarks/neural.py plot                                         # docs/neural.svg and a table

German to English, tokenized and lowercased; test_2016_flickr, BLEU without further tokenization. Training
is measured in CPU seconds of all threads, which two cores that have nothing else to do spend twice as fast:
minutes = CPU / 120. Scoring is not counted. Results are kept in
benchmarks/results/neural.json.

Transformer: joint subwords (sentencepiece, BPE), label smoothing 0.1, Adam with warmup and inverse square
root decay, batches of 1,024 target subwords, the moving average of the weights, beam 5. Batch size, layers
and rate follow six short probes by cross-entropy on val (30 CPU seconds each; this very combination was not
among them); the curve has the test score of every checkpoint.
"""

import argparse
import json
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from _base_models import DATA, WORK, plain

from rectrix.draw import plot as curves
from rectrix.draw.svg import svg
from rectrix.evaluate import Options, evaluate

HERE = Path(__file__).parent
RESULTS = HERE / "results/neural.json"
PICTURE = HERE.parent / "docs/neural.svg"
# CPU minutes of training after which the Transformer is scored.
CHECKPOINTS = (1, 2, 4, 6, 8, 12, 16, 20, 25, 30, 40, 60, 80, 120, 180, 240)
_TUNED = re.compile(r"^tune: .*\(([\d.,]+) s CPU\)", re.MULTILINE)  # what the command says of its last stage
SYSTEMS: dict[str, list[str]] = {
    "rectrix": ["--classes", "0"],
    "rectrix, phrase-based": ["--classes", "0", "--decoder", "phrase"],
}


def cpu_seconds() -> float:
    """User and system CPU of this process and of those that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def texts(pairs: int) -> dict[str, Path]:
    """The files of the sides: train.de, train.en, val.de ..."""
    folder = WORK / f"neural/{pairs}"
    return {
        f"{part}.{side}": plain(f"multi30k/{name}.{side}.xz", folder, pairs if part == "train" else 0)
        for part, name in (("train", "train"), ("val", "val"), ("test", "test_2016_flickr"))
        for side in ("de", "en")
    }


def bleu(hypotheses: list[str], reference: Path) -> float:
    """Of a corpus."""
    options = Options(metrics=("bleu",), tokenize="none", resamples=2, shuffles=1)
    return evaluate({"x": [hypotheses]}, [reference.read_text().splitlines()], options).results[0].mean


def results() -> dict[str, Any]:
    """All curves so far: system and pairs to points."""
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def keep(name: str, points: list[dict[str, float]]) -> None:
    """One curve, in place of what was there."""
    found = results() | {name: points}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
    print(name, json.dumps(points[-1]), flush=True)


def train_transformer(pairs: int, cpu_minutes: float, threads: int) -> None:
    """Train until the CPU is spent; what was trained before counts."""
    from _transformer_training import Training

    files = texts(pairs)
    training = Training(files["train.de"], files["train.en"], WORK / f"neural/{pairs}/transformer", threads)
    points = training.points
    for minutes in CHECKPOINTS:
        if minutes > cpu_minutes:
            break
        if training.spent >= 60 * minutes:
            continue
        training.run(60 * minutes)
        score = bleu(training.translate(files["test.de"]), files["test.en"])
        points.append({"cpu": training.spent, "epochs": training.epochs, "test": score})
        training.save()
        keep(f"transformer, {pairs}", points)


def train_rectrix(pairs: int, threads: int) -> None:
    """Each system from the bitext to its tuned model, by the command as users give it."""
    files, folder = texts(pairs), WORK / f"neural/{pairs}"
    command = Path(sys.executable).with_name("rectrix")
    bitext = ["-l", "de-en", "--pretokenized", "-s", files["train.de"], "-t", files["train.en"]]
    dev = ["--dev-source", files["val.de"], "--dev-reference", files["val.en"]]
    for name, options in SYSTEMS.items():
        model = folder / name.replace(", ", "-")
        shutil.rmtree(model, ignore_errors=True)
        work = model.with_name(f"{model.name}.work")
        shutil.rmtree(work, ignore_errors=True)
        to = ["-o", model, "--threads", str(threads)]
        begin = cpu_seconds()
        done = subprocess.run(
            [command, "train", *bitext, *dev, *to, *options], check=True, stderr=subprocess.PIPE, text=True
        )
        spent = cpu_seconds() - begin
        tuning = float(_TUNED.findall(done.stderr)[-1].replace(",", ""))
        points = []
        for made, cpu in ((work / "untuned", spent - tuning), (model, spent)):
            asked = [command, "translate", made, files["test.de"], "--threads", str(threads)]
            lines = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.splitlines()
            points.append({"cpu": cpu, "test": bleu(lines, files["test.en"])})
        keep(f"{name}, {pairs}", points)


def plot() -> None:
    """docs/neural.svg: test BLEU by minutes on two cores; and the table of all points."""
    found = results()
    names = sorted(found, key=lambda name: (-int(name.rpartition(", ")[2]), name))
    drawn = [
        curves.Curve(
            name.replace(", 29000", ", 29,000").replace(", 5000", ", 5,000"),
            [[(point["cpu"] / 120, point["test"]) for point in found[name]]],
            dashed=name.endswith(", 5000"),
        )
        for name in names
    ]
    axes = curves.Axes("minutes of training on two cores", "BLEU", whole=False)
    PICTURE.write_text(svg(curves.plot(drawn, axes, "BLEU against minutes of training")))
    print("| system, pairs | minutes on two cores | BLEU |\n|---|---|---|")
    for name, point in _points(found, names):
        print(f"| {name} | {point['cpu'] / 120:.1f} | {point['test']:.2f} |")


def _points(found: dict[str, Any], names: list[str]) -> Iterator[tuple[str, dict[str, float]]]:
    for name in names:
        for point in found[name]:
            yield name, point


def main() -> None:
    """Run one of the three commands."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("transformer", "rectrix", "plot"), nargs="?", default="plot")
    parser.add_argument("--pairs", type=int, default=29_000)
    parser.add_argument("--cpu-minutes", type=float, default=20)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    if given.command == "plot":
        if not RESULTS.exists():
            parser.exit(message=f"skipped: {RESULTS} is not there; train something first\n")
        return plot()
    if not DATA.exists():
        parser.exit(message=f"skipped: {DATA} is not there\n")
    if given.command == "transformer":
        return train_transformer(given.pairs, given.cpu_minutes, given.threads)
    return train_rectrix(given.pairs, given.threads)


if __name__ == "__main__":
    main()
