"""What the commands cost on the embedded sample: CPU seconds and memory, in some minutes, with no other data.

    python benchmarks/quick.py [--rounds 3] [--write]

Each command runs as a user would run it, one thread, in a process of its own; the quickest of the rounds
counts. --write keeps the numbers (results/quick.json) and the table of docs/speed.md; without it they go to
build/benchmarks/quick.json and are compared with what was kept (benchmarks/compare.py).
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from _results import with_machine, write
from compare import compare

HERE = Path(__file__).parent
ROOT = HERE.parent
WORK = ROOT / "build/benchmarks/quick"
KEPT, FRESH, PAGE = HERE / "results/quick.json", WORK.with_suffix(".json"), ROOT / "docs/speed.md"
BIN = Path(sys.executable).parent
# Without word classes, as the kept numbers are.
TRAIN = (
    "rectrix train -s train.de -t train.en -l de-en --dev-source dev.de --dev-reference dev.ref0.en "
    "--classes 0 --force"
)
TUNE = "rectrix rerank tune -n dev.nbest -r dev.ref0.en --force"

# Name -> command line, in an order in which each finds what it reads. {python}: the interpreter.
COMMANDS = {
    "import rectrix": "{python} -c 'import rectrix'",
    "rectrix --help": "rectrix --help",
    "rectrix train --help": "rectrix train --help",
    "sample, 4,000 pairs": "rectrix sample -o . --pairs 4000 --held-out-sentences 300 --references 1 "
    "--tokens --force",
    "align, HMM": "rectrix align train.de train.en --model hmm -o hmm.align --force",
    "align, fertility": "rectrix align train.de train.en --model fertility -o fertility.align --force",
    "language model, order 5": "rectrix lm train train.en -o lm.rlm --force",
    "language model, queries": "rectrix lm query lm.rlm train.en",
    "train, hierarchical": f"{TRAIN} -o hiero",
    "train, phrase-based": f"{TRAIN} -o phrase --decoder phrase",
    "translate, hierarchical": "rectrix translate hiero test.de -o hiero.out --force",
    "translate, phrase-based": "rectrix translate phrase test.de -o phrase.out --force",
    "translate, 100-best": "rectrix translate hiero dev.de --nbest 100 -o dev.nbest --force",
    "tune lists, MERT": f"{TUNE} --recipe mert -o mert.weights",
    "tune lists, k-best MIRA": f"{TUNE} --recipe kbmira -o mira.weights",
    "tune lists, PRO": f"{TUNE} --recipe pro -o pro.weights",
    "evaluate two systems": "rectrix evaluate hiero.out phrase.out -r test.ref0.en --metric bleu",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    measured = {name: quickest(name, command, given.rounds) for name, command in COMMANDS.items()}
    found = with_machine({"measured": measured})
    write(KEPT if given.write else FRESH, found)
    if given.write:
        write_table(found)
    elif KEPT.exists():
        print("\n".join(compare(json.loads(KEPT.read_text()), found)))


def quickest(name: str, command: str, rounds: int) -> dict[str, float]:
    """Of several runs; a long one runs once."""
    runs = [run(command)]
    while len(runs) < rounds and runs[0]["cpu"] < 10:
        runs.append(run(command))
    best = min(runs, key=lambda one: one["cpu"])
    print(f"{name}: {best['cpu']:.2f} s, {best['mb']:.0f} MB", flush=True)
    return best


def run(command: str) -> dict[str, float]:
    """User CPU seconds and peak memory of a command."""
    if command.startswith(TRAIN):  # stages that were done before would be skipped
        for left in WORK.glob("*.work"):
            shutil.rmtree(left)
    line = command.format(python=sys.executable)
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "OMP_NUM_THREADS": "1"}
    with (WORK / "log").open("w") as log:
        child = subprocess.Popen(
            ["bash", "-c", f"exec {line}"], cwd=WORK, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"failed: {line}\n{(WORK / 'log').read_text()[-2000:]}")
    return {"cpu": round(usage.ru_utime, 3), "mb": round(usage.ru_maxrss / 1024, 1)}


def write_table(found: dict[str, Any]) -> None:
    rows = ["| command | CPU s | peak MB |", "|---|---|---|"]
    rows += [f"| {name} | {one['cpu']:.2f} | {one['mb']:.0f} |" for name, one in found["measured"].items()]
    head, _, rest = PAGE.read_text(encoding="utf-8").partition("<!-- table -->\n")
    tail = rest.partition("<!-- end -->")[2]
    PAGE.write_text(f"{head}<!-- table -->\n" + "\n".join(rows) + f"\n<!-- end -->{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
