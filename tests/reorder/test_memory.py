"""Events need not fit in memory: they are mapped, and training takes a quarter of their size for itself."""

import random
import subprocess
import sys

import pytest

from rectrix.reorder import EventSettings, write_events

# Anonymous memory is limited (RLIMIT_DATA, `ulimit -d`) to what Python has by then and a share of the file.
# The address space (`ulimit -v`) would not tell: it holds the mapped file, of which the kernel keeps what it
# has room for.
CHILD = """
import re, resource, sys
from pathlib import Path
from rectrix.reorder import Events, ReorderSettings, train
events, output, share = sys.argv[1], sys.argv[2], float(sys.argv[3])
used = int(re.search(r"VmData:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1]) << 10
limit = used + int(share * Path(events).stat().st_size)
opened = Events(events)
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
made = train(output, opened, ReorderSettings(held_out=0.0))
print(len(opened), made.n_iter_, made.converged_)
"""


@pytest.fixture(scope="module")
def events(tmp_path_factory):
    folder = tmp_path_factory.mktemp("events")
    chance = random.Random(1)
    source, target = "abcdefgh", "stuvwxyz"
    with (folder / "s").open("w") as s, (folder / "t").open("w") as t, (folder / "a").open("w") as a:
        for _ in range(12_000):
            words = [chance.randrange(8) for _ in range(24)]
            s.write(" ".join(source[word] for word in words) + "\n")
            t.write(" ".join(target[word] for word in words) + "\n")
            a.write(" ".join(f"{i}-{i}" for i in range(24)) + "\n")
    path = folder / "events"
    settings = EventSettings(features=("pairs", "context", "boundary", "lengths"), cutoff=0)
    write_events(path, folder / "s", folder / "t", folder / "a", settings)
    return path


def trained_within(share, events, tmp_path):
    command = [sys.executable, "-c", CHILD, str(events), str(tmp_path / "model"), str(share)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


@pytest.mark.unsanitized("memory that cannot be had is a finding")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of anonymous memory are Linux's")
def test_training_takes_a_quarter_of_the_events_size(events, tmp_path):
    done = trained_within(1 / 4, events, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 1_000_000
    tight = trained_within(1 / 40, events, tmp_path)
    assert tight.returncode != 0, "the limit does not limit"
