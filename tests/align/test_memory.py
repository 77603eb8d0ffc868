"""What a cell (a source and a target word of one pair) takes, and what is left when the training is over."""

import random
import subprocess
import sys

import pytest

# Anonymous memory is limited (RLIMIT_DATA, `ulimit -d`) to what Python has by then and some bytes a cell.
CHILD = """
import re, resource, sys
from pathlib import Path
from rectrix.align import AlignSettings, train
source, target, model, room = *sys.argv[1:4], int(sys.argv[4])
short = ["a b"] * 4, ["x y"] * 4
few = {"chains": 1, "sweeps": 1} if model == "fertility" else {}
settings = AlignSettings(model=model, iterations=1, least_posterior=0, **few)
train(*short, settings)  # whatever is loaded when it is first used
used = int(re.search(r"VmData:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1]) << 10
resource.setrlimit(resource.RLIMIT_DATA, (used + room, used + room))
print(len(train(Path(source), Path(target), settings)[1]))
"""
PAIRS, WORDS = 160, 200
CELLS = PAIRS * WORDS * WORDS
# The number of a cell's pair takes two bytes, its posteriors two for each direction, its place in the set a
# bit; the rest of another byte is for all that does not grow with cells.
BYTES = {"ibm1": 2, "fertility": 6}
REST = 1.0


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    chance = random.Random(1)
    for side in ("s", "t"):
        lines = (" ".join(chance.choices("abcdefgh", k=WORDS)) for _ in range(PAIRS))
        (folder / side).write_text("".join(f"{line}\n" for line in lines))
    return folder / "s", folder / "t"


def trained_within(bytes_a_cell, model, texts):
    command = [sys.executable, "-c", CHILD, *map(str, texts), model, str(int(bytes_a_cell * CELLS))]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


@pytest.mark.unsanitized("memory that cannot be had is a finding")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of anonymous memory are Linux's")
@pytest.mark.parametrize("model", BYTES)
def test_a_cell_takes_few_bytes(model, texts):
    done = trained_within(BYTES[model] + REST, model, texts)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == PAIRS
    tight = trained_within(BYTES[model] * 0.9, model, texts)
    assert tight.returncode != 0, "the limit does not limit"


def test_the_corpus_goes_and_the_model_stays(trainer, options, tiny):
    made = trainer(tiny)
    made.use(False, "hmm", options())
    made.iterate(False)
    before = made.aligner.probability("das", "the"), made.aligner.parameters()
    made.drop_corpus()
    assert len(made.corpus) == 0
    assert (made.aligner.probability("das", "the"), made.aligner.parameters()) == before


def test_a_word_may_have_more_pairs_than_two_bytes_count(trainer, options):
    words = [f"w{k}" for k in range(80_000)]
    made = trainer([("a", " ".join(words[k : k + 1000])) for k in range(0, len(words), 1000)])
    made.use(False, "ibm1", options())
    made.iterate(False)
    found = {made.aligner.probability("a", word) for word in words}
    assert len(found) == 1
    assert found.pop() == pytest.approx(1 / len(words))
