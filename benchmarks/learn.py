"""Tuners on 141,000 hypotheses of multi30k: CPU seconds, reading included (loading Python's modules
not), beside Moses' programs; and the cost of an AdaGrad step with L1 as the number of features grows.

Moses' figures (2025, -O3 -march=native, the same kind of machine) are those of data/golden/README.md.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from _results import kept, write_option

from rectrix.features.weights import named
from rectrix.kbest.files import read_merged
from rectrix.learn.candidates import Gradient
from rectrix.learn.regularizers.l1 import L1
from rectrix.learn.state import State
from rectrix.learn.updates.adagrad import AdaGrad
from rectrix.recipes import RECIPES
from rectrix.rerank import tune
from rectrix.score.references import read_references

DATA = Path(__file__).parents[2] / "shared/data/golden/tune"
START = [0.3] * 7 + [0.5, -1.0] + [0.2] * 5
# Moses' CPU seconds and BLEU on the lists, where known. Its shuffles are random, so is that BLEU.
MOSES: dict[str, tuple[float | None, float | None]] = {
    "kbmira": (0.9, 40.41),
    "kbmira, 70 epochs": (0.9, 40.41),
    "kbmira, not shuffled": (None, 40.28),
    "pro": (3.2, None),
    "mert": (46.0, 40.93),
}
SETTINGS: dict[str, dict[str, int | bool]] = {
    "kbmira, 70 epochs": {"epochs": 70},
    "kbmira, not shuffled": {"shuffle": False},
}
OTHERS = ("minrisk", "rampion", "green2013", "eidelman2012", "simianer2012")


def tuners(names: Sequence[str]) -> None:
    """One row per recipe."""
    print("| recipe | CPU s | BLEU on the lists | Moses CPU s | Moses BLEU |\n|---|---|---|---|---|")
    for name in names:
        recipe = name.partition(",")[0]
        assert RECIPES[recipe]  # loaded before the clock starts
        before = time.process_time()
        references = read_references([DATA / "reference.en"])
        files = [DATA / f"run{n}.best100.out.gz" for n in (1, 2)]
        lists = read_merged(files, sentences=len(references))
        start = named(START, lists.space)
        tuned = tune(lists, references, recipe, settings=SETTINGS.get(name), start=start)
        seconds = time.process_time() - before
        other, bleu = MOSES.get(name, (None, None))
        cells = [
            name,
            f"{seconds:.2f}",
            f"{tuned.after:.2f} (from {tuned.before:.2f})",
            other or "",
            bleu or "",
        ]
        print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def steps(active: int = 100, count: int = 2000) -> None:
    """Microseconds of a step on 100 active features, by the number of all features."""
    print("\n| features | µs per step |\n|---|---|")
    update, regularizer, random = AdaGrad(), L1(0.1), np.random.default_rng(1)
    for size in (5_000, 50_000, 500_000, 5_000_000):
        state = State(np.zeros(size))
        chosen = [np.sort(random.choice(size, active, replace=False)) for _ in range(200)]
        values = random.normal(size=active)
        for name in ("adagrad.squares", "l1.scale", "l1.clock"):
            state.memory(name)
        before = time.process_time()
        for number in range(count):
            ids = chosen[number % len(chosen)]
            regularizer.settle(state, ids)
            regularizer.shrink(state, update.step(state, Gradient(ids, values, 1.0)))
        print(f"| {size:,} | {(time.process_time() - before) / count * 1e6:.0f} |", flush=True)


def main() -> None:
    """Both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", nargs="*", choices=[[], *MOSES, *OTHERS], metavar="ROW", help="only these")
    write_option(parser)
    given = parser.parse_args()
    if DATA.exists():
        tuners(given.rows or [*MOSES, *OTHERS])
    else:
        print(f"skipped: {DATA} is not there")
    steps()


if __name__ == "__main__":
    with kept(__file__):
        main()
