"""Alignment error rate, speed and memory of our aligners beside sil-thot and eflomal.

    python benchmarks/align.py [--corpora roen enfr/20] [--systems "rectrix hmm"] [--write]

The whole table takes two hours of CPU, of which sil-thot's HMM on enfr and jaen needs more than half.
Each run is a process of its own. Results are kept in build/benchmarks/align.json, so that a table can be made
from several calls; --write puts it between the markers of docs/alignment.md.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from _align_data import CORPORA, DATA, CorpusFiles, write
from _align_systems import HEURISTICS, SYSTEMS, Links
from _measure import peak_megabytes
from _results import kept, write_option

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "benchmarks" / "align.json"
PAGE = ROOT / "docs" / "alignment.md"
GOLD = [name for name in CORPORA if name != "multi30k"]


def measure(system: str, folder: Path) -> dict[str, Any]:
    """One system on one corpus, in this process and those it starts."""
    corpus = CorpusFiles(folder)
    before = _cpu()
    result = SYSTEMS[system](corpus)
    found: dict[str, Any] = {"cpu": round(_cpu() - before, 2), "mb": round(_megabytes())}
    if corpus.gold:
        found |= {heuristic: _score(links, corpus.gold) for heuristic, links in result.items()}
    else:
        links = [sorted(pair) for pair in result[HEURISTICS[0]]]
        _links_file(system).parent.mkdir(parents=True, exist_ok=True)
        _links_file(system).write_text(json.dumps(links))
    return found


def _cpu() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + children.ru_utime


def _megabytes() -> float:
    # Of the largest process: eflomal is a program of its own.
    return max(peak_megabytes(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)


def _score(links: Links, gold: Path) -> dict[str, float]:
    import numpy as np

    from rectrix.align import Alignments, read_gold, score

    pairs = [sorted(pair) for pair in links]
    offsets = np.cumsum([0, *(len(pair) for pair in pairs)], dtype=np.uint64)
    flat = np.array([n for pair in pairs for link in pair for n in link], dtype=np.uint16)
    result = score(Alignments.from_arrays(offsets, flat), read_gold(gold, first=1))
    return {"precision": result.precision, "recall": result.recall, "aer": result.aer}


def _links_file(system: str) -> Path:
    return KEPT.parent / f"multi30k.{system.replace(' ', '-')}.json"


def agreement(one: str, other: str) -> float | None:
    """F1 of two systems' links on multi30k."""
    if not (_links_file(one).exists() and _links_file(other).exists()):
        return None
    a, b = (json.loads(_links_file(name).read_text()) for name in (one, other))
    common = sum(len({tuple(x) for x in p} & {tuple(x) for x in q}) for p, q in zip(a, b, strict=True))
    return 2 * common / sum(len(p) + len(q) for p, q in zip(a, b, strict=True))


def table(kept: dict[str, Any]) -> str:
    """The results as Markdown."""
    rows = [
        "| system | heuristic | " + " | ".join(f"{name} P / R / AER" for name in GOLD) + " |",
        "|---|---|" + "---|" * len(GOLD),
    ]
    for system in SYSTEMS:
        for heuristic in HEURISTICS:
            cells = [_cell(kept.get(f"{system} on {name}"), heuristic) for name in GOLD]
            rows.append(f"| {system} | {heuristic} | " + " | ".join(cells) + " |")
    rows += [
        "",
        "| system | " + " | ".join(f"{name} CPU s, MB" for name in CORPORA) + " | F1 with sil-thot HMM |",
    ]
    rows.append("|---|" + "---|" * (len(CORPORA) + 1))
    for system in SYSTEMS:
        runs = [kept.get(f"{system} on {name}") for name in CORPORA]
        cells = [f"{run['cpu']:.1f}, {run['mb']}" if run else "" for run in runs]
        same = agreement(system, "sil-thot HMM")
        rows.append(f"| {system} | " + " | ".join(cells) + f" | {'' if same is None else f'{same:.3f}'} |")
    return "\n".join(rows)


def _cell(run: dict[str, Any] | None, heuristic: str) -> str:
    if not run or heuristic not in run:
        return ""
    result = run[heuristic]
    return f"{result['precision']:.3f} / {result['recall']:.3f} / **{result['aer']:.3f}**"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", nargs="*", default=list(SYSTEMS))
    parser.add_argument("--corpora", nargs="*", default=list(CORPORA))
    write_option(parser, "the table in docs/alignment.md")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not DATA.exists():
        print(f"skipped: {DATA} is not there")
        return
    if arguments.one:
        system, folder = arguments.one
        print(json.dumps(measure(system, Path(folder))))
        return
    for corpus in arguments.corpora:
        with tempfile.TemporaryDirectory() as folder:
            write(CORPORA[corpus](), Path(folder))
            for system in arguments.systems:
                _run(system, corpus, folder)
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    print(table(kept))
    if arguments.write:
        text = PAGE.read_text(encoding="utf-8")
        marked = f"<!-- benchmark -->\n{table(kept)}\n<!-- end -->"
        PAGE.write_text(re.sub("<!-- benchmark -->.*<!-- end -->", lambda _: marked, text, flags=re.DOTALL))


def _run(system: str, corpus: str, folder: str) -> None:
    command = [sys.executable, __file__, "--one", system, folder]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        print(f"{system} on {corpus}: failed")
        return
    result = json.loads(run.stdout.splitlines()[-1])
    print(f"{system} on {corpus}: {result}", flush=True)
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    kept[f"{system} on {corpus}"] = result
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps(kept, indent=1))


if __name__ == "__main__":
    with kept(__file__):
        main()
