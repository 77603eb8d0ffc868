"""Runs a command in forked children while tests/system/faults.c lets the n-th operation fail.

Started with the library preloaded: `python fault_driver.py LIBRARY FOLDER TRIALS PLANS COMMAND...`,
with plans such as write:fail,rename:kill.
Each trial starts from a copy of FOLDER; then the command runs again, undisturbed, and must leave what it
leaves when nothing ever fails. Prints a line of JSON for each plan.
"""

import ctypes
import json
import os
import re
import shutil
import signal
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

import rectrix.pipeline  # noqa: F401  (loaded once, for all children)
from rectrix.adapt import learner  # noqa: F401
from rectrix.cli import main
from rectrix.reorder import logistic  # noqa: F401

KINDS = ["write", "rename", "sync", "memory"]
# Of the run, not of its result.
TIMES = {"tuning.times.jsonl"}
TIME = re.compile(rb'"time": "[^"]*"')  # in a journal
# In memory, where there is such a place: a trial that lets fsync fail needs no disk that turns.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def run(shim, arguments, folder, kind=-1, at=0, kill=False):
    """The child's wait status, what it said, and how many operations of the kind it did."""
    said, told = tempfile.TemporaryFile(), os.pipe()  # noqa: SIM115
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        os.dup2(said.fileno(), 2)
        status = 70
        try:
            sys.argv = ["rectrix", *arguments]
            shim.fault_arm(kind, at, int(kill))
            main()
        except SystemExit as end:
            status = end.code or 0
        except BaseException as error:
            os.write(2, f"Traceback {type(error)}".encode())
        counts = [shim.fault_count(number) for number in range(len(KINDS))]
        os.write(told[1], json.dumps(counts).encode())
        os._exit(status)
    _, status = os.waitpid(child, 0)
    os.close(told[1])
    counts = os.read(told[0], 1000)
    os.close(told[0])
    said.seek(0)
    return status, said.read().decode(errors="replace"), json.loads(counts or b"[0, 0, 0, 0]")


def content(folder, given):
    """Every file that the command left, but for intermediate ones."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and str(name) not in given and ".work" not in str(name) and path.name not in TIMES:
            found[str(name)] = sha256(TIME.sub(b"", path.read_bytes())).hexdigest()
    return found


def trial(shim, arguments, given, expected, kind, at, kill):
    """What is wrong after one disturbed and one undisturbed run; empty if nothing is."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name) / "run"
        shutil.copytree(given, folder)
        names = {str(path.relative_to(folder)) for path in folder.rglob("*")}
        status, said, _ = run(shim, arguments, folder, kind, at, kill)
        code = os.waitstatus_to_exitcode(status)
        clear = code == 1 and "error: " in said and ".tmp" not in said
        tolerated = code == 0 and content(folder, names) == expected
        wanted = code == -signal.SIGKILL if kill else clear or tolerated
        if not wanted or "Traceback" in said or "defect" in said:
            return f"at {at}: status {code}: {said[-300:]}"
        status, said, _ = run(shim, arguments, folder)
        if status != 0:
            return f"after {at}: status {status}: {said[-300:]}"
        if content(folder, names) != expected:
            return f"after {at}: {sorted(set(content(folder, names).items()) ^ set(expected.items()))}"
    return ""


def undisturbed(shim, arguments, given):
    """What the command leaves, and how many operations of each kind it takes."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name) / "run"
        shutil.copytree(given, folder)
        names = {str(path.relative_to(folder)) for path in folder.rglob("*")}
        status, said, counts = run(shim, arguments, folder)
        assert status == 0, said
        return content(folder, names), counts


def places(total, trials):
    """Which operations to disturb: all, or some from the first to the last."""
    if not trials:
        return list(range(1, total + 1))
    return sorted({1 + i * (total - 1) // max(trials - 1, 1) for i in range(trials)}) if total else []


def drive(library, given, trials, plans, arguments):
    shim = ctypes.CDLL(library)
    shim.fault_count.restype = ctypes.c_long
    shim.fault_arm.argtypes = [ctypes.c_int, ctypes.c_long, ctypes.c_int]
    expected, counts = undisturbed(shim, arguments, given)
    for plan in plans:
        kind, mode = plan.split(":")
        number = KINDS.index(kind)
        tried = places(counts[number], trials)
        found = [trial(shim, arguments, given, expected, number, at, mode == "kill") for at in tried]
        problems = [problem for problem in found if problem]
        facts = {"plan": plan, "operations": counts[number], "tried": len(tried), "problems": problems}
        print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    library, given, trials, plans, *arguments = sys.argv[1:]
    drive(library, Path(given), int(trials), plans.split(","), arguments)
