"""The europarl rows of decode.py: devtest with the grammar and language model of all 220,000 pairs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from _base_models import europarl, europarl_texts
from _measure import peak_megabytes, user_seconds

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build/bench-decode-europarl"
PAIRS = 220_000
POP_LIMITS = (20, 50, 100, 200)


def prepare() -> str:
    """devtest's grammars in a store; what extraction took."""
    from rectrix.grammar import BitextIndex
    from rectrix.grammar.hiero import extract_to_store
    from rectrix.pipeline.model import Model
    from rectrix.text import read_sentences

    folder, bitext = europarl(PAIRS, threads=1)
    model = Model.open(folder)
    WORK.mkdir(parents=True, exist_ok=True)
    lines = model.source_text.apply_lines(list(read_sentences(europarl_texts("devtest").source)))
    (WORK / "devtest").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    begin = user_seconds()
    extract_to_store(BitextIndex.open(bitext), WORK / "devtest", WORK / "devtest.rgrammar", force=True)
    seconds = user_seconds() - begin
    words = sum(len(line.split()) for line in lines)
    return f"{len(lines):,} sentences, {words:,} words; extraction {len(lines) / seconds:.1f} sentences/s"


def measure(pop_limit: int) -> dict[str, Any]:
    """Open everything and translate with one thread and the weights that training starts from."""
    from rectrix._core.decode import StoreRules
    from rectrix._core.grammar import GrammarStore
    from rectrix.decode import ChartDecoder, ChartOptions
    from rectrix.pipeline.model import Model

    lines = (WORK / "devtest").read_text(encoding="utf-8").splitlines()
    begin = user_seconds()
    model = Model.open(europarl(PAIRS, threads=1)[0])
    rules = StoreRules(GrammarStore.open(WORK / "devtest.rgrammar"))
    decoder = ChartDecoder(rules, model.language_models, [], model.space, ChartOptions(pop_limit=pop_limit))
    found = decoder.translate(lines, model.weights)
    seconds = user_seconds() - begin
    return {
        "pop_limit": pop_limit,
        "sentences_per_second": len(lines) / seconds,
        "mean_score": sum(score for _, score, _ in found) / len(found),
        "megabytes": peak_megabytes(),
    }


def table(script: str) -> list[dict[str, Any]]:
    """Print a row for each pop limit, measured in a process of its own."""
    print(prepare())
    print("| pop limit | sentences/s | mean model score | peak MB |\n|---|---|---|---|")
    rows = []
    for pop_limit in POP_LIMITS:
        command = [sys.executable, script, "--europarl", "--one", str(pop_limit)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        rows.append(json.loads(done.stdout.splitlines()[-1]))
        row = rows[-1]
        columns = f"{row['sentences_per_second']:.1f} | {row['mean_score']:.5f} | {row['megabytes']:.0f}"
        print(f"| {pop_limit} | {columns} |", flush=True)
    return rows
