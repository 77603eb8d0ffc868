"""The phrase-based rows of decode.py: extraction, then decoding at several pop limits and with lists."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from _measure import peak_megabytes, user_seconds

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared/data"
GOLDEN = DATA / "golden/phrase"
WORK = ROOT / "build/bench-decode-phrase"
POP_LIMITS = (50, 100, 200, 500, 1000, 2000)
# Of the same data on a quiet machine: cube pruning with pop limit 1000, and all tools of extraction.
MOSES = "Moses: 35 sentences/s, 20 with distinct 100-best lists; moses2: 139; extraction: 58.7 s"


def prepare() -> str:
    """The whole table, with the golden model's weights and language model; what extraction took."""
    from rectrix.exchange.moses import import_moses
    from rectrix.grammar import extract_phrases, index
    from rectrix.model.folder import writing_model
    from rectrix.model.settings import PHRASES, StackSettings

    texts = [DATA / f"multi30k/train.{language}.xz" for language in ("de", "en")]
    WORK.mkdir(parents=True, exist_ok=True)
    start = user_seconds()
    bitext = index(*texts, GOLDEN / "train.gdfa.xz", WORK / "train.rindex", force=True)
    indexed = user_seconds()
    table = extract_phrases(bitext, WORK / PHRASES, force=True)
    end = user_seconds()
    golden = import_moses(GOLDEN / "moses.ini", WORK / "golden", force=True)
    settings = golden.settings.model_copy(update={"files": {}, "stack": StackSettings()})
    with writing_model(WORK / "model", settings, golden.weights(), force=True) as made:
        (made / PHRASES).hardlink_to(WORK / PHRASES)
        (made / "lm0.rlm").hardlink_to(golden.path / "lm0.rlm")
    return (
        f"extraction, scoring, orientation: {end - start:.1f} s, indexing {indexed - start:.1f} s of it; "
        f"{len(table):,} pairs"
    )


def measure(pop_limit: int, size: int) -> dict[str, Any]:
    """Open everything and translate the test set with one thread; size: of distinct lists."""
    from rectrix._core.decode import StackDecoder, StackOptions
    from rectrix._core.grammar import PhraseTable
    from rectrix._core.kbest import extract
    from rectrix.base.files import open_text
    from rectrix.pipeline.model import Model

    with open_text(DATA / "multi30k/test_2016_flickr.de.xz") as file:
        lines = [line.rstrip("\n") for line in file]
    begin = user_seconds()
    model = Model.open(WORK / "model")
    table = PhraseTable.open(model.folder.grammar)
    decoder = StackDecoder(table, model.language_models, [], model.space, StackOptions(pop_limit=pop_limit))
    if size == 1:
        found = decoder.translate(lines, model.weights)
        scores = [score for _, score, _ in found]
    else:
        lists, _, _ = extract(decoder, lines, model.weights, size=size)
        scores = [float(lists.scores[first]) for first in lists.list_begin[:-1]]
    seconds = user_seconds() - begin
    if size == 1:  # translations by Moses' weights, to be compared with others
        (WORK / f"test.{pop_limit}.out").write_text("".join(f"{text}\n" for text, *_ in found))
    return {
        "pop_limit": pop_limit,
        "sentences_per_second": len(lines) / seconds,
        "mean_score": sum(scores) / len(scores),
        "megabytes": peak_megabytes(),
    }


def table(script: str) -> list[dict[str, Any]]:
    """Print a row for each pop limit, and one for lists; each is measured in a process of its own."""
    print(prepare())
    print("| pop limit | list | sentences/s | mean model score | peak MB |\n|---|---|---|---|---|")
    rows = []
    for pop_limit, size in [*((pops, 1) for pops in POP_LIMITS), (1000, 100)]:
        command = [sys.executable, script, "--phrase", "--one", str(pop_limit), "--size", str(size)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        row: dict[str, Any] = json.loads(done.stdout)
        columns = f"{row['sentences_per_second']:.1f} | {row['mean_score']:.5f} | {row['megabytes']:.0f}"
        print(f"| {pop_limit} | {size} | {columns} |", flush=True)
        rows += [row] if size == 1 else []
    print(MOSES)
    return rows
