"""Decoding of multi30k: sentences per second of user CPU against model score, loading included.

    python benchmarks/decode.py            hierarchical: the table, and build/decode.svg with matplotlib
    python benchmarks/decode.py --phrase   phrase-based: extraction, the table, and build/decode-phrase.svg
    python benchmarks/decode.py --europarl hierarchical, europarl's devtest with 220,000 training pairs
    python benchmarks/decode.py --one 200  one measurement, as JSON

The grammars of test_2016 are extracted once from the training text and the golden alignment; language model
and weights are the golden ones (cdec, PRO). cdec's figures on such grammars: golden/README.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import _decode_europarl
import _decode_phrase
from _measure import peak_megabytes, user_seconds
from _results import kept, write_option

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared/data"
WORK = ROOT / "build/bench-decode"
POP_LIMITS = (20, 50, 100, 200, 500, 1000)
SPARSE = ["rule_id", "source_bigrams", "target_bigrams", "shape"]
CDEC = {"sentences per second": 9.9, "with sparse features": 1.87}  # the latter of a build without -O3


def prepare() -> None:
    """Index, grammars and language model, made once."""
    from rectrix.grammar.hiero import extract_to_store, index
    from rectrix.lm import LanguageModel

    text = DATA / "multi30k"
    WORK.mkdir(parents=True, exist_ok=True)
    if not (WORK / "test.rgrammar").exists():
        alignment = DATA / "golden/train.gdfa.xz"
        bitext = index(
            text / "train.de.xz", text / "train.en.xz", alignment, WORK / "train.rindex", force=True
        )
        extract_to_store(bitext, text / "test_2016_flickr.de.xz", WORK / "test.rgrammar", force=True)
    if not (WORK / "lm.rlm").exists():
        LanguageModel.open(DATA / "golden/lm.4.arpa.xz").save(WORK / "lm.rlm")


def measure(pop_limit: int, sparse: bool) -> dict[str, Any]:
    """Open everything and translate the test set with one thread."""
    import numpy as np

    from rectrix._core.decode import StoreRules
    from rectrix._core.features import FeatureSpace
    from rectrix._core.grammar import GrammarStore
    from rectrix._core.lm import Model
    from rectrix.base.files import open_text
    from rectrix.decode import ChartDecoder, ChartOptions
    from rectrix.exchange import foreign_weights as foreign

    with open_text(DATA / "multi30k/test_2016_flickr.de.xz") as file:
        lines = [line.rstrip("\n") for line in file]
    given = foreign.read_foreign(DATA / "golden/hiero/weights.txt")
    named = foreign.from_foreign(given, {**foreign.CDEC, **foreign.CDEC_GRAMMAR})
    space = FeatureSpace()
    weights = np.zeros(len(named))
    for name, value in named.items():
        weights[space.add(name)] = value

    def decoder(templates: list[str]) -> ChartDecoder:
        rules = StoreRules(GrammarStore.open(WORK / "test.rgrammar"))
        options = ChartOptions(pop_limit=pop_limit, pass_through_all=True)
        return ChartDecoder(rules, [Model.open(WORK / "lm.rlm")], templates, space, options)

    templates = SPARSE if sparse else []
    if sparse:  # every feature that the forests have gets a weight: more than tuning would give one
        naming = decoder(templates)
        for number, line in enumerate(lines):
            for name in naming.forest(line, weights, number).feature_names():
                space.add(name)
        small = np.random.default_rng(1).normal(0.0, 1e-4, len(space))
        small[: len(weights)] = weights
        weights = small
    begin = user_seconds()
    found = decoder(templates).translate(lines, weights)
    seconds = user_seconds() - begin
    if not sparse:  # translations by cdec's weights, to be compared with others
        (WORK / f"test.{pop_limit}.out").write_text("".join(f"{text}\n" for text, *_ in found))
    return {
        "pop_limit": pop_limit,
        "features": len(space) if sparse else len(named),
        "sentences_per_second": len(lines) / seconds,
        "mean_score": float(np.mean([score for _, score, _ in found])),
        "megabytes": peak_megabytes(),
    }


def run(pop_limit: int, sparse: bool = False) -> dict[str, Any]:
    """A measurement in a process of its own, so that memory and CPU are its own too."""
    command = [sys.executable, __file__, "--one", str(pop_limit), *(["--sparse"] if sparse else [])]
    result: dict[str, Any] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return result


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    """Speed against model score."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print("no plot: matplotlib is not installed (make bench-all installs it)")
        return
    axes = (figure := Figure(figsize=(6, 4))).subplots()
    axes.plot([row["sentences_per_second"] for row in rows], [row["mean_score"] for row in rows], "o-")
    for row in rows:
        axes.annotate(f" {row['pop_limit']}", (row["sentences_per_second"], row["mean_score"]))
    axes.set_xlabel("sentences per second of user CPU")
    axes.set_ylabel("mean model score")
    axes.set_xscale("log")
    for formatter in (axes.xaxis.set_major_formatter, axes.xaxis.set_minor_formatter):
        formatter("{x:.0f}")
    axes.tick_params(axis="x", which="both", labelrotation=45)
    figure.tight_layout()
    figure.savefig(path)
    print(f"plot: {path.relative_to(ROOT)}")


def measured(arguments: argparse.Namespace) -> dict[str, Any]:
    """The measurement that was asked for."""
    if arguments.phrase:
        return _decode_phrase.measure(arguments.one, arguments.size)
    if arguments.europarl:
        return _decode_europarl.measure(arguments.one)
    return measure(arguments.one, arguments.sparse)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--one", type=int, metavar="POP_LIMIT")
    parser.add_argument("--sparse", action="store_true")
    parser.add_argument("--phrase", action="store_true", help="phrase-based, not hierarchical")
    parser.add_argument("--europarl", action="store_true", help="europarl's devtest, not multi30k")
    parser.add_argument("--size", type=int, default=1, help="of phrase-based lists")
    write_option(parser)
    arguments = parser.parse_args()
    if not (DATA / "golden").is_dir():
        print(f"skipped: no data in {DATA}")
        return
    if arguments.one is not None:
        print(json.dumps(measured(arguments)))
        return
    if arguments.europarl:
        plot(_decode_europarl.table(__file__), ROOT / "build/decode-europarl.svg")
        return
    if arguments.phrase:
        plot(_decode_phrase.table(__file__), ROOT / "build/decode-phrase.svg")
        return
    prepare()
    print("| pop limit | sentences/s | mean model score | peak MB |\n|---|---|---|---|")
    rows = []
    for pop_limit in POP_LIMITS:
        row = run(pop_limit)
        rows.append(row)
        columns = f"{row['sentences_per_second']:.1f} | {row['mean_score']:.5f} | {row['megabytes']:.0f}"
        print(f"| {pop_limit} | {columns} |", flush=True)
    sparse = run(200, sparse=True)
    dense = next(row for row in rows if row["pop_limit"] == 200)
    ratio = dense["sentences_per_second"] / sparse["sentences_per_second"]
    print(f"\nwith {', '.join(SPARSE)} ({sparse['features']:,} features): ", end="")
    print(f"{sparse['sentences_per_second']:.1f} sentences/s, {ratio:.2f} times as slow as dense")
    print(f"cdec: {CDEC['sentences per second']}, with sparse features {CDEC['with sparse features']}")
    plot(rows, ROOT / "build/decode.svg")


if __name__ == "__main__":
    with kept(__file__):
        main()
