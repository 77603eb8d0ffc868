"""What `make bench` says of two measurements."""

import json
import subprocess
import sys
from pathlib import Path

COMPARE = Path(__file__).parents[2] / "benchmarks/compare.py"


def compared(folder, old, new):
    for name, (unit, measured) in (("old", old), ("new", new)):
        (folder / f"{name}.json").write_text(json.dumps({"unit": unit, "measured": measured}))
    command = [sys.executable, COMPARE, folder / "old.json", folder / "new.json"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert not run.stderr
    return run.returncode, dict(line.split(": ", 1) for line in run.stdout.splitlines())


def test_a_slower_machine_is_no_slower_program(tmp_path):
    status, said = compared(
        tmp_path, (0.1, {"x": {"cpu": 10, "mb": 50}}), (0.2, {"x": {"cpu": 20, "mb": 50}})
    )
    assert status == 0 and said["x, cpu"] == "20.00 -> 20.00, 1.00 times"


def test_what_got_slower_or_larger_is_said_and_fails(tmp_path):
    old = {"slow": {"cpu": 2.0, "mb": 50}, "large": {"cpu": 1.0, "mb": 100}, "tiny": {"cpu": 0.02, "mb": 9}}
    new = {"slow": {"cpu": 3.0, "mb": 50}, "large": {"cpu": 0.5, "mb": 300}, "tiny": {"cpu": 0.05, "mb": 9}}
    status, said = compared(tmp_path, (1.0, old | {"old": old["tiny"]}), (1.0, new | {"fresh": new["tiny"]}))
    assert status == 1
    assert said["slow, cpu"].endswith("1.50 times SLOWER")
    assert said["large, cpu"].endswith("quicker") and said["large, mb"].endswith("MORE MEMORY")
    assert said["tiny, cpu"].endswith("times")  # milliseconds are noise
    assert said["old"] == "gone" and said["fresh"] == "new"
