"""Does a long run grow? 200,000 sentences through `rectrix translate`, its memory looked at as they pass.

    python benchmarks/soak.py [--sentences 200000] [--model MODEL] [--threads 2]

Without a model a small one is trained on the sample. A tenth of the words are replaced by new ones, so that
caches of words and rules never come to rest. Fails if the memory at the end exceeds that after a fifth of the
sentences by more than a tenth.
"""

import argparse
import random
import subprocess
import sys
import threading
from itertools import cycle
from pathlib import Path

from _results import kept, write_option

from rectrix.pipeline import TrainSettings, TuneSettings, train
from rectrix.sample import SampleSettings, write_sample
from rectrix.text import read_sentences

WORK = Path(__file__).parents[1] / "build" / "benchmarks" / "soak"


def sample_model() -> Path:
    """A small model, trained once."""
    if not (WORK / "model").exists():
        write_sample(WORK / "sample", SampleSettings(pairs=2000, held_out=200, references=1), force=True)
        settings = TrainSettings(tune=TuneSettings(recipe="kbmira", settings={"rounds": 2}))
        texts = [WORK / "sample" / name for name in ("train.de", "train.en", "dev.de")]
        train(*texts, [WORK / "sample" / "dev.ref0.en"], WORK / "model", settings)
    return WORK / "model"


def feed(stream: "subprocess.Popen[bytes]", sentences: int) -> None:
    """Sentences of the sample with new words among them."""
    rng = random.Random(1)
    assert stream.stdin is not None
    lines = cycle(list(read_sentences(WORK / "sample" / "dev.de")))
    for number in range(sentences):
        words = next(lines).split(" ")
        noisy = [f"neu{number}x{n}" if rng.random() < 0.1 else word for n, word in enumerate(words)]
        stream.stdin.write(" ".join(noisy).encode() + b"\n")
    stream.stdin.close()


def megabytes(process: int) -> float:
    """The memory that a process has now."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise SystemExit("the process is gone")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sentences", type=int, default=200_000)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    write_option(parser)
    options = parser.parse_args()
    model = options.model or sample_model()
    command = ["rectrix", "translate", str(model), "-j", str(options.threads)]
    run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    threading.Thread(target=feed, args=(run, options.sentences), daemon=True).start()
    assert run.stdout is not None
    seen: list[float] = []
    for number, _ in enumerate(run.stdout, start=1):
        if number % (options.sentences // 20) == 0:
            seen.append(megabytes(run.pid))
            print(f"{number:>9,} sentences {seen[-1]:8.1f} MB", flush=True)
    if run.wait() != 0:
        sys.exit(f"translate ended with status {run.returncode}")
    growth = seen[-1] / seen[3] - 1
    print(f"from a fifth of the sentences to the end: {growth:+.1%}")
    sys.exit(1 if growth > 0.1 else 0)


if __name__ == "__main__":
    with kept(__file__):
        main()
