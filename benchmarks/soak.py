"""Does a long run grow? 200,000 sentences through `rectrix translate` and as many through `rectrix serve`.

    python benchmarks/soak.py [translate] [server] [--sentences 200000] [--model MODEL] [--memory 32]
        [--write]

Without a model a small one is trained on the sample, with small searches: memory matters here, not quality.
A tenth of the words are new ones, and a tenth those of other sentences, so that caches of words and rules
never come to rest; --memory bounds them, in megabytes. The server gets requests of 20 sentences, every tenth
of them for a list of alternatives. Fails if the memory at the end exceeds that after a fifth of the sentences
by more than a tenth.
"""

import argparse
import http.client
import json
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from _results import kept, write_option

from rectrix.model.settings import DecoderSettings
from rectrix.pipeline import TrainSettings, TuneSettings, train
from rectrix.sample import SampleSettings, write_sample
from rectrix.text import read_sentences

WORK = Path(__file__).parents[1] / "build" / "benchmarks" / "soak"
COMMAND = [sys.executable, "-c", "from rectrix.cli import main; main()"]
REQUEST = 20  # sentences
LONGEST = 6  # words of a sentence


def sample_model() -> Path:
    """A small model with sparse features, trained once."""
    if not (WORK / "model").exists():
        write_sample(WORK / "sample", SampleSettings(pairs=2000, held_out=200, references=1), force=True)
        settings = TrainSettings(
            lm_order=3,
            templates=("word_pairs",),
            decoding=DecoderSettings(pop_limit=10),
            tune=TuneSettings(recipe="kbmira", settings={"rounds": 2}, k=20),
        )
        texts = [WORK / "sample" / name for name in ("train.de", "train.en", "dev.de")]
        train(*texts, [WORK / "sample" / "dev.ref0.en"], WORK / "model", settings)
    return WORK / "model"


def noisy(sentences: int) -> Iterator[str]:
    """Sentences of the sample with new words, and words of other sentences, among them."""
    rng = random.Random(1)
    lines = [line.split()[:LONGEST] for line in read_sentences(WORK / "sample" / "train.de")]
    words = sorted({word for line in lines for word in line})
    for number in range(sentences):
        line = list(lines[number % len(lines)])
        for place in range(len(line)):
            chance = rng.random()
            if chance < 0.1:
                line[place] = f"neu{number}x{place}"
            elif chance < 0.2:
                line[place] = rng.choice(words)
        yield " ".join(line)


class Memory:
    """What a process has, looked at twenty times."""

    def __init__(self, name: str, process: int, sentences: int) -> None:
        self._name, self._process, self._step = name, process, max(1, sentences // 20)
        self._seen: list[float] = []

    def passed(self, sentences: int) -> None:
        """So many were translated."""
        if sentences // self._step > len(self._seen):
            status = Path(f"/proc/{self._process}/status").read_text()
            found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
            assert found
            self._seen.append(int(found[1]) / 1024)
            print(f"{self._name} {sentences:>9,} sentences {self._seen[-1]:8.1f} MB", flush=True)

    def grown(self) -> bool:
        """Whether it grew by more than a tenth since a fifth of the sentences."""
        growth = self._seen[-1] / self._seen[3] - 1
        print(f"{self._name}: from a fifth of the sentences to the end {growth:+.1%}")
        return growth > 0.1


def soak_translate(model: Path, sentences: int, cache: int) -> bool:
    """Through a pipe."""
    run = subprocess.Popen(
        [*COMMAND, "translate", str(model), "--memory", f"{cache}M"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert run.stdin is not None and run.stdout is not None
    stream = run.stdin

    def feed() -> None:
        for line in noisy(sentences):
            stream.write(line.encode() + b"\n")
        stream.close()

    threading.Thread(target=feed, daemon=True).start()
    memory = Memory("translate", run.pid, sentences)
    count = 0
    for count, _ in enumerate(run.stdout, start=1):
        memory.passed(count)
    if run.wait() != 0 or count != sentences:
        sys.exit(f"translate: {count} translations, status {run.returncode}")
    return memory.grown()


def soak_server(model: Path, sentences: int, cache: int) -> bool:
    """Through HTTP, in LibreTranslate's form."""
    command = [*COMMAND, "serve", f"de-en={model}", "--port", "0", "--memory", f"{cache}M"]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert run.stderr is not None
    said = run.stderr.readline()
    port = re.search(r":(\d+)/", said)
    if not port:
        sys.exit(f"server: {said}")
    drain = subprocess.Popen(["cat"], stdin=run.stderr, stdout=subprocess.DEVNULL)
    memory = Memory("server", run.pid, sentences)
    connection = http.client.HTTPConnection("127.0.0.1", int(port[1]))
    lines, count = noisy(sentences), 0
    for number, chunk in enumerate(iter(lambda: list(islice(lines, REQUEST)), [])):
        body = {"q": chunk, "source": "de", "target": "en", "alternatives": 3 if number % 10 == 0 else 0}
        connection.request("POST", "/translate", json.dumps(body), {"content-type": "application/json"})
        answer = connection.getresponse()
        found = json.loads(answer.read())
        if answer.status != 200 or len(found["translatedText"]) != len(chunk):
            sys.exit(f"server: {answer.status} {found}")
        count += len(chunk)
        memory.passed(count)
    run.send_signal(signal.SIGTERM)
    if run.wait() != 0:
        sys.exit(f"server: status {run.returncode}")
    drain.wait()
    return memory.grown()


PARTS = {"translate": soak_translate, "server": soak_server}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", help=f"{', '.join(PARTS)}; none: all", metavar="PART")
    parser.add_argument("--sentences", type=int, default=200_000)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--memory", type=int, default=32)
    write_option(parser)
    options = parser.parse_args()
    made = sample_model()  # its sentences are needed in any case
    chosen = options.parts or list(PARTS)
    grown = [name for name in chosen if PARTS[name](options.model or made, options.sentences, options.memory)]
    sys.exit(f"memory grew: {', '.join(grown)}" if grown else 0)


if __name__ == "__main__":
    with kept(__file__):
        main()
