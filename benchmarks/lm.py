"""Estimation and query speed of the language model on europarl English, beside the kenlm package.

    python benchmarks/lm.py [--lines 220000] [--queries 30000] [--write]

Each step runs in a process of its own, so that memory is its own. Estimation is counted from plain text to
the finished file; queries score the same sentences, one thread, by the same ARPA file, the tools taking
turns, and the fastest of several rounds counts. lmplz is not in the kenlm package: its numbers were measured
once and are printed as such. --write puts the table between the markers of docs/lm.md.
"""

import argparse
import json
import lzma
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from _measure import peak_megabytes
from _results import kept, write_option

ROOT = Path(__file__).parents[1]
TEXT = ROOT / "../shared/data/europarl-de-en/train.en.xz"
WORK = ROOT / "build" / "benchmarks" / "lm"
PAGE = ROOT / "docs" / "lm.md"
ROUNDS = 7


def estimate(ending: str) -> dict[str, Any]:
    """Order 5 from plain text."""
    from rectrix.lm import TrainOptions, train

    output = WORK / f"lm.{ending}"
    before = _cpu()
    outputs = {"arpa": output} if ending == "arpa" else {"mapped": output}
    train([WORK / "text"], TrainOptions(order=5), force=True, **outputs)
    return {"cpu": _cpu() - before, "mb": peak_megabytes(), "file_mb": output.stat().st_size / 1e6}


def queries(count: int) -> dict[str, Any]:
    """Sentence scoring by kenlm and by us, the best of several rounds each."""
    import kenlm

    from rectrix.lm import LanguageModel

    with (WORK / "text").open() as file:
        lines = [line.rstrip("\n") for line in islice(file, count)]
    words = sum(len(line.split()) + 1 for line in lines)
    theirs = kenlm.Model(str(WORK / "lm.arpa"))
    read, mapped = LanguageModel.open(WORK / "lm.arpa"), LanguageModel.open(WORK / "lm.rlm")
    runs: dict[str, Callable[[], Any]] = {
        "kenlm, score": lambda: [theirs.score(line) for line in lines],
        "rectrix, score": lambda: [read.score(line) for line in lines],
        "rectrix, score_all": lambda: read.score_all(lines),
        "rectrix, score, mapped file": lambda: [mapped.score(line) for line in lines],
        "rectrix, score_all, mapped file": lambda: mapped.score_all(lines),
    }
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            before = _cpu()
            run()
            times[name].append(_cpu() - before)
    worst = max(abs(theirs.score(line) - read.score(line)) for line in lines)
    opened = time.perf_counter()
    LanguageModel.open(WORK / "lm.rlm")
    return {
        "words_per_second": {name: words / min(found) for name, found in times.items()},
        "largest_difference": worst,
        "open_ms": 1000 * (time.perf_counter() - opened),
    }


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _in_process(*arguments: str) -> dict[str, Any]:
    command = [sys.executable, __file__, "--step", *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def table(lines: int, count: int) -> str:
    """Everything measured, in Markdown."""
    rows = ["| order 5, europarl English | CPU s | peak MB | file MB |", "|---|---|---|---|"]
    for ending in ("arpa", "rlm"):
        found = _in_process("estimate", ending)
        cells = [f"text to .{ending} ({lines} lines)", f"{found['cpu']:.1f}", f"{found['mb']:.0f}"]
        rows.append(f"| {' | '.join(cells)} | {found['file_mb']:.0f} |")
    rows.append("| lmplz to ARPA, then KenLM's probing file (measured elsewhere, once) | 13.3 | 330 | 257 |")
    found = _in_process("queries", str(count))
    rows += ["", "| scoring, one thread | million words per CPU second |", "|---|---|"]
    rows += [f"| {name} | {speed / 1e6:.2f} |" for name, speed in found["words_per_second"].items()]
    rows += [
        "",
        f"Largest difference from kenlm in {count} sentences: {found['largest_difference']:g} (log10). "
        f"Opening the mapped file took {found['open_ms']:.1f} ms.",
    ]
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lines", type=int, default=220_000)
    parser.add_argument("--queries", type=int, default=30_000)
    write_option(parser, "the table in docs/lm.md")
    parser.add_argument("--step", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        step, argument = options.step
        print(json.dumps(estimate(argument) if step == "estimate" else queries(int(argument))))
        return
    if not TEXT.exists():
        print(f"skipped: {TEXT} is absent")
        return
    WORK.mkdir(parents=True, exist_ok=True)
    with lzma.open(TEXT, "rb") as packed, (WORK / "text").open("wb") as plain:
        plain.writelines(islice(packed, options.lines))
    found = table(options.lines, options.queries)
    print(found)
    if options.write:
        page = PAGE.read_text()
        marked = re.compile(r"(<!-- table -->\n).*?(<!-- end -->)", re.DOTALL)
        PAGE.write_text(marked.sub(lambda m: f"{m[1]}{found}\n{m[2]}", page))


if __name__ == "__main__":
    with kept(__file__):
        main()
