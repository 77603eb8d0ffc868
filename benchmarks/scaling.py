"""Does it pay to divide features by their deviation within sentences while learning, recipe by recipe?

    python benchmarks/scaling.py [--data FOLDER] [--keep FILE] [--only RECIPE]...

Three sets of lists: 100-best lists of a Moses system with 14 features (multi30k val), 100-best lists of an
older one with 15 (100 sentences), and the outputs of 20 systems of WMT 2021 with the ready features length,
ratio, rank, votes, mbr:bleu and mbr:chrf. Every third sentence is set aside for the report; the others are
cut into halves, one to tune on and one to choose by, with three seeds. Prints for each recipe and set the
score without scaling and the difference with it, on the halves (by which `--scale auto` was looked at) and on
the part set aside. Runs that --keep FILE has are not run again. Makes the table of docs/rerank.md.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from _results import kept, write_option

import rectrix as rx
from rectrix.kbest.files import read
from rectrix.recipes import RECIPES
from rectrix.rerank import Additions, references_for, tune
from rectrix.rerank.given import lists_of
from rectrix.score.metrics import metric as metric_by_name

DATA = Path(__file__).parents[1] / "../shared/data"
READY = ("length", "ratio", "rank", "votes", "mbr:bleu", "mbr:chrf")
SEEDS = (1, 2, 3)


@dataclass(frozen=True)
class Sentences:
    """A set of lists: of each sentence its hypotheses, references and source."""

    metric: str
    lists: list[list[str]]  # lines of Moses' format without the number, or texts
    references: list[list[str]]
    source: list[str]

    def part(self, numbers: Sequence[int], folder: Path) -> tuple[rx.Lists, object]:
        """Lists and references of some sentences."""
        references = [[lines[number] for number in numbers] for lines in self.references]
        own = [self.lists[number] for number in numbers]
        if self.source:
            lists = lists_of([[(text, {}) for text in texts] for texts in own])
            source = folder / "source"
            source.write_text("".join(f"{self.source[number]}\n" for number in numbers), encoding="utf-8")
            lists = Additions(ready=READY, source=source).to(lists)
        else:
            path = folder / "nbest"
            rows = (f"{place} |||{line}\n" for place, lines in enumerate(own) for line in lines)
            path.write_text("".join(rows), encoding="utf-8")
            lists = read(path, "moses")
        return lists, references_for(lists, references)


def _lines(path: Path) -> list[str]:
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as file
    ):
        return file.read().splitlines()


def _moses(lists: Path, reference: Path) -> Sentences:
    rows = [line.partition("|||")[::2] for line in _lines(lists)]
    grouped = [[rest for _, rest in own] for _, own in groupby(rows, key=lambda row: int(row[0]))]
    # Both systems write small letters only.
    return Sentences("bleu", grouped, [[line.lower() for line in _lines(reference)[: len(grouped)]]], [])


def _wmt21(folder: Path, metric: str) -> Sentences:
    systems = [_lines(path) for path in sorted(folder.glob("*.hyp.*.gz"))]
    references = [_lines(path) for path in sorted(folder.glob("*.ref.*.gz"))]
    (source,) = (_lines(path) for path in folder.glob("*.src.*.gz"))
    return Sentences(metric, [list(texts) for texts in zip(*systems, strict=True)], references, source)


def sets(data: Path) -> dict[str, Callable[[], Sentences]]:
    """How each set is read."""
    tune, older = data / "golden/tune", data / "nbest/moses"
    return {
        "multi30k": partial(_moses, tune / "run1.best100.out.gz", tune / "reference.en"),
        "older Moses": partial(_moses, older / "nbest.out.gz", older / "reference.txt.gz"),
        "WMT21 chrF": partial(_wmt21, data / "wmt21-systems/en-de", "chrf"),
        "WMT21 BLEU": partial(_wmt21, data / "wmt21-systems/en-de", "bleu"),
    }


def run(sentences: Sentences, recipe: str, seed: int) -> dict[str, float]:
    """Scores of both ways, on the half to choose by and on the part set aside."""
    count = len(sentences.lists)
    aside = list(range(0, count, 3))
    others = [number for number in range(count) if number % 3]
    random.Random(seed).shuffle(others)
    halves = {"tune": sorted(others[::2]), "choice": sorted(others[1::2]), "aside": aside}
    with TemporaryDirectory() as folder:
        parts = {name: sentences.part(numbers, Path(folder)) for name, numbers in halves.items()}
    judge, scores = metric_by_name(sentences.metric), {}
    for scale in ("none", "deviation"):
        settings = {"seed": seed}
        tuned = tune(*parts["tune"], recipe, sentences.metric, settings, scale=scale)
        for name in ("choice", "aside"):
            lists, references = parts[name]
            texts = lists_of([[text] for text in tuned.apply(lists)])
            scores[f"{name} {scale}"] = float(judge.score(judge.statistics(texts, references).sum(axis=0)))
    return scores


def results(data: Path, keep: Path, only: Sequence[str]) -> Iterator[dict[str, object]]:
    """All runs, those kept first."""
    kept = [json.loads(line) for line in keep.read_text().splitlines()] if keep.exists() else []
    yield from kept
    done = {(row["set"], row["recipe"], row["seed"]) for row in kept}
    for name, read_set in sets(data).items():
        sentences = None
        for recipe in only or RECIPES:
            for seed in SEEDS:
                if (name, recipe, seed) in done or recipe == "clark2014":  # which needs bins of rules
                    continue
                sentences = sentences or read_set()
                row = {"set": name, "recipe": recipe, "seed": seed, **run(sentences, recipe, seed)}
                with keep.open("a") as file:
                    file.write(f"{json.dumps(row)}\n")
                yield row


def table(rows: Sequence[dict[str, object]]) -> str:
    """Score without scaling and what scaling changes: mean over the seeds, on both parts."""
    names = list(dict.fromkeys(str(row["set"]) for row in rows))
    lines = [f"| recipe | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for recipe in dict.fromkeys(str(row["recipe"]) for row in rows):
        cells = []
        for name in names:
            own = [row for row in rows if (row["set"], row["recipe"]) == (name, recipe)]
            at = (
                {key: mean(float(str(row[key])) for row in own) for key in own[0] if " " in key}
                if own
                else {}
            )
            gains = [
                f"{at[f'{part} deviation'] - at[f'{part} none']:+.2f}" for part in ("choice", "aside") if at
            ]
            cells.append(f"{at['aside none']:.2f} {' '.join(gains)}" if at else "")
        lines.append(f"| {recipe} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--keep", type=Path, default=Path("scaling.jsonl"))
    parser.add_argument("--only", action="append", choices=list(RECIPES))
    write_option(parser)
    given = parser.parse_args()
    if not (given.data / "golden/tune").is_dir():
        print(f"skipped: no {given.data}/golden/tune")
        return
    print(table(list(results(given.data, given.keep, given.only or []))))


if __name__ == "__main__":
    with kept(__file__):
        main()
