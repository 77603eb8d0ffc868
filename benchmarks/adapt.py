"""Simulated post-editing: a general model translates a document of another domain and learns each reference.

    python benchmarks/adapt.py [--data FOLDER] [--model FOLDER] [--decoder hiero|phrase] [--sentences N]
                               [--document calc|john|writer|genesis] [--condition NAME] [--svg FOLDER]

Each sentence is translated first and learned afterwards (progressive validation), in the document's order.
Documents: LibreOffice's guide to Calc and the Gospel of John; the guide to Writer and Genesis are those on
which the settings of learning were chosen. Conditions: nothing (is learned); glossary (confirmed lines of
up to 3 words are terms of a glossary); memory (a line confirmed before comes out as it was confirmed);
rules; n-grams; weights; all. Gives BLEU and TER with p-values against the model that learns nothing,
keystrokes of an interactive translator (KSR, KSMR: see rectrix.evaluate.keystrokes), CPU milliseconds a
pair, BLEU and TER by tenth of the document, and what became of europarl devtest, which nobody asked to
change. Makes the tables and pictures of docs/adapt.md; each condition's result is kept in
build/benchmarks/adapt/runs.

    python benchmarks/adapt.py --speed --model MODEL [--sentences 1000]

learns pairs of multi30k's val (MODEL: trained on multi30k) and prints milliseconds a pair and a sentence,
by hundred.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from _adapt_data import DOCUMENTS, WORK, Document, europarl, model, multi30k
from _adapt_runs import CONDITIONS, Simulated, simulated
from _measure import user_seconds
from _results import kept, write_option

from rectrix.adapt import Learner
from rectrix.base.files import writing
from rectrix.draw.plot import Axes, Curve, plot
from rectrix.draw.svg import svg
from rectrix.evaluate import Evaluation, Options, evaluate
from rectrix.evaluate.keystrokes import Keystrokes
from rectrix.pipeline import Model

DATA = Path(__file__).parents[1] / "../shared/data"
HELD_OUT = ("calc", "john")
PARTS = 10
HEAD = (
    "| document | learned | BLEU | p | TER | p | KSR | KSMR | devtest BLEU | CPU ms a pair |\n"
    + "|---" * 10
    + "|"
)


def by_part(texts: list[str], references: list[str], metric: str) -> list[float]:
    """The score of each tenth of the document."""
    options, size = Options(metrics=(metric,), resamples=2, shuffles=1), len(texts) // PARTS
    cuts = [slice(i * size, (i + 1) * size if i < PARTS - 1 else None) for i in range(PARTS)]
    return [evaluate({"x": [texts[c]]}, [references[c]], options).results[0].mean for c in cuts]


def table(name: str, runs: dict[str, Simulated], document: Document, devtest: Document) -> list[str]:
    """A row for each condition."""
    references, general = [target for _, target in document], [target for _, target in devtest]
    scores = evaluate({k: [v.texts] for k, v in runs.items()}, [references], Options(metrics=("bleu", "ter")))
    kept = {k: [v.devtest] for k, v in runs.items() if v.devtest}
    others = evaluate(kept, [general], Options(metrics=("bleu",)))
    rows = []
    for condition, run in runs.items():
        cells = [name, condition]
        for metric, digits in (("bleu", 2), ("ter", 1)):
            cells += scored(scores, condition, metric, digits)
        typed = sum((Keystrokes(*one) for one in run.keys), Keystrokes())
        cells += [f"{typed.ksr:.3f}", f"{typed.ksmr:.3f}"] if run.keys else ["", ""]
        if run.devtest:
            mean, p = scored(others, condition, "bleu", 2)
            cells.append(f"{mean} (p {p})" if p else mean)
        else:
            cells.append("")
        cells.append(f"{1000 * run.cpu / len(run.wall):.0f}" if run.wall else "")
        rows.append("| " + " | ".join(cells) + " |")
    return rows


def scored(scores: Evaluation, condition: str, metric: str, digits: int) -> list[str]:
    """Score and p-value."""
    found = scores.result(condition, metric)
    p = found.p_randomization
    return [f"{found.mean:.{digits}f}", "" if p is None else f"{p:.4f}"]


def pictures(name: str, runs: dict[str, Simulated], document: Document, folder: Path) -> None:
    """BLEU and TER by tenth of the document."""
    references = [target for _, target in document]
    for metric in ("bleu", "ter"):
        curves = []
        for condition in (one for one in runs if one in ("nothing", "rules", "n-grams", "all")):
            parts = by_part(runs[condition].texts, references, metric)
            points = [(float(x), y) for x, y in enumerate(parts, start=1)]
            curves.append(Curve(condition, [points], dashed=condition == "nothing"))
            print(f"  {condition}, {metric} by tenth: " + " ".join(f"{y:.1f}" for y in parts), flush=True)
        axes = Axes("tenth of the document", metric.upper())
        with writing(folder / f"adapt-{name}-{metric}.svg", force=True) as file:
            file.write(svg(plot(curves, axes, f"{metric.upper()} by tenth of the document")))


def speed(general: Model, document: Document) -> None:
    """Milliseconds of learning and of translating, by hundred pairs."""
    learner, size = Learner(general), 100
    print(
        "| pairs learned | CPU ms a pair | median, longest wall ms | CPU ms a sentence |\n|---|---|---|---|"
    )
    for first in range(0, len(document), size):
        part, begin = document[first : first + size], user_seconds()
        wall = sorted(learner.learn(source, target).seconds for source, target in part)
        middle = user_seconds()
        for source, _ in part:
            list(learner.translate([source + " ."]))  # not the very line that was learned
        cpu = [1000 * seconds / len(part) for seconds in (middle - begin, user_seconds() - middle)]
        taken = f"{1000 * wall[len(wall) // 2]:.0f}, {1000 * wall[-1]:.0f}"
        print(f"| {first + len(part)} | {cpu[0]:.1f} | {taken} | {cpu[1]:.1f} |", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--decoder", choices=("hiero", "phrase"), default="hiero")
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--document", choices=tuple(DOCUMENTS), action="append")
    parser.add_argument("--condition", choices=tuple(CONDITIONS), action="append")
    parser.add_argument("--devtest", type=int, default=200)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--set", help="changes of LearnSettings, as JSON", default="{}")
    write_option(parser)
    given = parser.parse_args()
    if not given.data.exists():
        parser.exit(message=f"skipped: {given.data} is not there\n")
    WORK.mkdir(parents=True, exist_ok=True)
    general = Model.open(given.model) if given.model else model(given.data, given.decoder, 1)
    if given.speed:
        return speed(general, multi30k(given.data, "val", given.sentences))
    devtest = europarl(given.data, "devtest", given.devtest)
    sources, changes = [source for source, _ in devtest], json.loads(given.set)
    print(HEAD)
    for name in given.document or HELD_OUT:
        document = DOCUMENTS[name](given.data, given.sentences)
        if len(document) < PARTS:
            parser.error(f"{name} has {len(document)} sentences in {given.data}: {PARTS} parts are asked")
        kept = f"{given.model.name if given.model else given.decoder}-{name}"
        runs = {
            condition: simulated(general, kept, document, condition, changes, sources)
            for condition in given.condition or CONDITIONS
        }
        for row in table(name, runs, document, devtest):
            print(row, flush=True)
        if given.svg:
            pictures(f"{name}-{given.decoder}", runs, document, given.svg)


if __name__ == "__main__":
    with kept(__file__):
        main()
