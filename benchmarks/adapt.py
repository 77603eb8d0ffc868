"""Simulated post-editing: a general model translates a document of another domain and learns each reference.

    python benchmarks/adapt.py [--data FOLDER] [--model FOLDER] [--decoder hiero|phrase] [--sentences N]
                               [--domain libreoffice|bible] [--svg FOLDER]

Each sentence is translated first and learned afterwards (progressive validation), in the document's order.
Conditions: frozen (nothing is learned); glossary (confirmed lines of up to 3 words are terms of a glossary);
memory (a line confirmed before comes out as it was confirmed); rules; lm; weights; all. Gives BLEU and TER
with p-values against the frozen model, the share of characters that a post-editor need not type (1 - edits /
characters of the reference), milliseconds a pair, BLEU by tenth of the document, and what became of europarl
devtest, which nobody asked to change. Makes the tables and pictures of docs/adapt.md.

    python benchmarks/adapt.py --speed --model MODEL

learns the 1,014 pairs of multi30k's val (MODEL: trained on multi30k) and prints milliseconds a pair and a
sentence, by hundred.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from _adapt_data import WORK, Document, bible, europarl, libreoffice, model, multi30k
from _measure import user_seconds

from rectrix.adapt import Learner, LearnSettings
from rectrix.base.files import writing
from rectrix.draw.chart import STYLE, Line, chart
from rectrix.evaluate import Options, evaluate
from rectrix.pipeline import Model
from rectrix.text.glossary import Glossary

DATA = Path(__file__).parents[1] / "../shared/data"
NOTHING = {"memory": False, "rules": False, "lm": False, "weights": False}
CONDITIONS: dict[str, dict[str, object] | None] = {
    "frozen": None,
    "glossary": NOTHING,
    "memory": NOTHING | {"memory": True},
    "rules": NOTHING | {"rules": True},
    "lm": NOTHING | {"lm": True},
    "weights": NOTHING | {"weights": True},
    "all": {},
}
TERM_WORDS = 3
# What a page gives its pictures, for one that stands alone.
ALONE = "text { font: 12px system-ui, sans-serif; fill: #6a737d; } .axis { stroke: #d0d7de; }\n"
PARTS = 10


@dataclass(frozen=True)
class Simulated:
    """What came of one condition."""

    texts: list[str]
    wall: list[float]  # seconds of learning each pair
    cpu: float  # user seconds of learning, all pairs
    devtest: list[str]  # translated after all was learned


def simulate(
    general: Model, document: Document, condition: str, settings: LearnSettings | None, devtest: list[str]
) -> Simulated:
    """Translate and learn a document."""
    if condition == "glossary":
        return Simulated(list(_with_glossary(general, document)), [], 0.0, [])
    if settings is None:
        texts = [one.text for one in general.translate([source for source, _ in document])]
        return Simulated(texts, [], 0.0, [one.text for one in general.translate(devtest)])
    learner, texts, wall, cpu = Learner(general, settings=settings), [], [], 0.0
    for source, target in document:
        texts += [one.text for one in learner.translate([source])]
        begin = user_seconds()
        wall.append(learner.learn(source, target).seconds)
        cpu += user_seconds() - begin
    return Simulated(texts, wall, cpu, [one.text for one in learner.translate(devtest)])


def _with_glossary(general: Model, document: Document) -> Iterator[str]:
    """Confirmed lines of few words become terms."""
    terms: dict[str, str] = {}
    path = WORK / "terms.tsv"
    for source, target in document:
        glossary = None
        if terms:
            with writing(path, force=True) as file:
                file.writelines(f"{term}\t{translation}\n" for term, translation in terms.items())
            glossary = Glossary.read(path)
        yield next(general.translate([source], glossary=glossary)).text
        if len(source.split()) <= TERM_WORDS and "\t" not in source + target:
            terms[source] = target


def edits(first: str, second: str) -> int:
    """Characters to insert, delete or replace."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, start=1):
        last, row[0] = row[0], i
        for j, b in enumerate(second, start=1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]


def saved(texts: list[str], references: list[str]) -> float:
    """The share of the references' characters that need not be typed."""
    pairs = zip(texts, references, strict=True)
    return 1 - sum(min(edits(a, b), len(b)) for a, b in pairs) / sum(map(len, references))


def by_part(texts: list[str], references: list[str]) -> list[float]:
    """BLEU of each tenth of the document."""
    options, size = Options(metrics=("bleu",), resamples=2, shuffles=1), len(texts) // PARTS
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
        bleu, ter = (scores.result(condition, metric) for metric in ("bleu", "ter"))
        p = "" if bleu.p_randomization is None else f"{bleu.p_randomization:.4f}"
        elsewhere, seconds = "", ""
        if run.devtest:
            other = others.result(condition, "bleu")
            elsewhere = f"{other.mean:.2f}"
            if other.p_randomization is not None:
                elsewhere += f" (p {other.p_randomization:.2f})"
        if run.wall:
            wall = sorted(run.wall)
            parts = (run.cpu / len(wall), wall[len(wall) // 2], wall[-1])
            seconds = " / ".join(f"{1000 * part:.0f}" for part in parts)
        typed = saved(run.texts, references)
        rows.append(
            f"| {name} | {condition} | {bleu.mean:.2f} | {p} | {ter.mean:.1f} | {typed:.1%} | {elsewhere} "
            f"| {seconds} |"
        )
    return rows


def picture(runs: dict[str, Simulated], document: Document, path: Path) -> None:
    """BLEU by tenth of the document."""
    references = [target for _, target in document]
    lines = []
    for color, name in enumerate(name for name in runs if name in ("frozen", "memory", "rules", "all")):
        points = list(enumerate(by_part(runs[name].texts, references), start=1))
        lines.append(Line(name, [(float(x), y) for x, y in points], color, dashed=name == "frozen"))
        print(f"  {name} by tenth: " + " ".join(f"{y:.1f}" for _, y in points), flush=True)
    drawn = chart(lines, "tenth of the document").replace(
        "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1
    )
    head, _, rest = drawn.partition(">")
    with writing(path, force=True) as file:
        file.write(f"{head}><style>{STYLE}{ALONE}</style>{rest}")


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
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--domain", choices=("libreoffice", "bible"), action="append")
    parser.add_argument("--condition", choices=tuple(CONDITIONS), action="append")
    parser.add_argument("--devtest", type=int, default=300)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--set", help="changes of LearnSettings, as JSON", default="{}")
    given = parser.parse_args()
    if not given.data.exists():
        parser.exit(message=f"skipped: {given.data} is not there\n")
    WORK.mkdir(parents=True, exist_ok=True)
    general = Model.open(given.model) if given.model else model(given.data, given.decoder, 1)
    if given.speed:
        return speed(general, multi30k(given.data, "val", 2000))
    documents: dict[str, Callable[[], Document]] = {
        "libreoffice": lambda: libreoffice(given.data, given.sentences),
        "bible": lambda: bible(given.data, "GEN", given.sentences),
    }
    devtest = europarl(given.data, "devtest", given.devtest)
    print(
        "| document | learned | BLEU | p | TER | not typed | devtest BLEU | ms a pair: CPU, median, longest |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name in given.domain or documents:
        document, runs = documents[name](), {}
        for condition in given.condition or CONDITIONS:
            chosen = CONDITIONS[condition]
            settings = None if chosen is None else LearnSettings.of(chosen | json.loads(given.set))
            begin = perf_counter()
            runs[condition] = simulate(general, document, condition, settings, [s for s, _ in devtest])
            took = perf_counter() - begin
        for row in table(name, runs, document, devtest):
            print(row, flush=True)
        print(f"  last condition: {took:.0f} s")
        if given.svg:
            picture(runs, document, given.svg / f"adapt-{name}.svg")


if __name__ == "__main__":
    main()
