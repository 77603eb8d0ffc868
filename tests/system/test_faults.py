"""Whatever operation fails, the error is clear, and the next run ends as if nothing had happened.

The default run strides through the operations; RECTRIX_FAULTS=all (make faults) tries every one.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rectrix.sample import SampleSettings, write_sample

HERE = Path(__file__).parent
TRIALS = 0 if os.environ.get("RECTRIX_FAULTS") == "all" else 2

TEXTS = [
    "-s",
    "s/train.de",
    "-t",
    "s/train.en",
    "--dev-source",
    "s/dev.de",
    "--dev-reference",
    "s/dev.ref0.en",
]
PLANS = ["write:fail", "rename:fail", "sync:fail", "write:kill", "rename:kill"]
QUICK = ["--set", "rounds=1", "--lm-order", "2", "--align-model", "ibm1", "--force", "-q"]
COMMANDS = {
    "lm": ["lm", "train", "s/train.en", "-n", "2", "-o", "x.rlm", "-o", "x.arpa.gz", "--force", "-q"],
    "align": [
        "align",
        "s/train.de",
        "s/train.en",
        "--model",
        "ibm1",
        "-o",
        "links",
        "--save",
        "m",
        "--force",
        "-q",
    ],
    "train": ["train", *TEXTS, "-o", "model", *QUICK],
    "tune": [
        *["tune", "model", "-s", "s/dev.de", "-r", "s/dev.ref0.en", "-o", "tuned", "--k", "5"],
        *["--set", "rounds=1", "--force", "-q"],
    ],
    "learn": ["learn", "model", "-s", "s/dev.de", "-t", "s/dev.ref0.en", "--journal", "j.journal", "-q"],
}

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the shim is for Linux"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler to build the shim with"),
]


@pytest.fixture(scope="session")
def shim(tmp_path_factory):
    library = tmp_path_factory.mktemp("shim") / "faults.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", HERE / "faults.c", "-o", library, "-ldl"], check=True)
    return library


@pytest.fixture(scope="session")
def given(tmp_path_factory, trained):
    folder = tmp_path_factory.mktemp("given")
    write_sample(folder / "s", SampleSettings(pairs=40, held_out=4, references=1))
    shutil.copytree(trained, folder / "model")
    return folder


def driven(shim, given, command, plans):
    """Runs the command with each plan, as often as there are trials: nothing may be wrong afterwards."""
    arguments = [shim, given, str(TRIALS), ",".join(plans), *COMMANDS[command]]
    # Behind what is preloaded already: a sanitizer, whose functions call the shim's.
    preloaded = f"{os.environ.get('LD_PRELOAD', '')} {shim}"
    environment = {**os.environ, "LD_PRELOAD": preloaded, "PYTHONDONTWRITEBYTECODE": "1"}
    driver = [sys.executable, HERE / "fault_driver.py", *arguments]
    run = subprocess.run(driver, capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stderr
    reports = [json.loads(line) for line in run.stdout.splitlines() if line.startswith('{"plan"')]
    assert len(reports) == len(plans) and all(report["operations"] for report in reports)
    print("\n".join(f"{command} {r['plan']}: {r['tried']} of {r['operations']}" for r in reports))
    assert not [problem for report in reports for problem in report["problems"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_any_operation_may_fail_or_be_the_last(shim, given, command):
    driven(shim, given, command, PLANS)


@pytest.mark.unsanitized("they allocate memory in a way of their own, which the shim does not see")
@pytest.mark.parametrize("command", COMMANDS)
def test_any_large_allocation_may_fail(shim, given, command):
    driven(shim, given, command, ["memory:fail"])
