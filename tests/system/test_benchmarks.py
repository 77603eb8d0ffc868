"""What benchmarks keep, and what `make bench` says of two measurements."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
# These measure nothing, or keep their numbers in a form of their own.
OTHERS = {"compare", "front", "quick", "neural"}
SCRIPTS = [path for path in sorted(FOLDER.glob("[a-z]*.py")) if path.stem not in OTHERS]
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


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_benchmark_can_keep_what_it_prints(script):
    shown = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    assert "--write" in shown.stdout and "with kept(__file__):" in script.read_text()


SCRIPT = """
import sys
sys.path.insert(0, "{folder}")
from _results import kept
with kept(__file__):
    print("| system | pairs | BLEU | share |\\n|---|---|---|---|")
    print("| ours, {name} | 1,234 | **{bleu}** | 12.5 % |")
    print("\\nnothing else")
    if "--skip" in sys.argv:
        raise SystemExit("skipped: no data")
"""


def test_tables_are_kept_by_their_command(tmp_path):
    script, results = tmp_path / "toy.py", tmp_path / "results/toy.json"

    def run(bleu, *options):
        script.write_text(SCRIPT.format(folder=FOLDER, name="hiero", bleu=bleu))
        return subprocess.run([sys.executable, script, *options], capture_output=True, text=True)

    assert "**30.1**" in run(30.1).stdout and not results.exists()
    assert run(30.1, "--write", "--skip").returncode and not results.exists()
    run(30.1, "--write")
    run(20.5, "--phrase", "--write")
    runs = json.loads(results.read_text())["runs"]
    assert list(runs) == ["benchmarks/toy.py", "benchmarks/toy.py --phrase"]
    found = runs["benchmarks/toy.py"]
    assert found["tables"] == [
        {"columns": ["system", "pairs", "BLEU", "share"], "rows": [["ours, hiero", 1234.0, 30.1, 12.5]]}
    ]
    assert found["said"] == ["nothing else"] and found["unit"] > 0 and "rectrix" in found["facts"]
    results.rename(tmp_path / "old.json")
    run(31.5, "--write")
    command = [sys.executable, COMPARE, tmp_path / "old.json", results]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0] == "benchmarks/toy.py: ours, hiero, BLEU: 30.1 -> 31.5"
    assert "benchmarks/toy.py --phrase: ours, hiero, BLEU: gone" in said
