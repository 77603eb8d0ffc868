"""One run at a time in one place, whoever died and wherever."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rectrix.base.errors import Locked
from rectrix.base.files import writing_folder
from rectrix.base.locks import holding

HOLD = """
import sys, time
from rectrix.base.locks import holding
with holding(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", HOLD, tmp_path / "out"], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"held\n"
    yield process
    process.kill()
    process.communicate()


def test_a_second_run_is_refused_with_who_and_since_when(holder, tmp_path):
    with (
        pytest.raises(Locked, match=rf"out is being written by process {holder.pid} since 20.*--wait"),
        holding(tmp_path / "out"),
    ):
        pass
    with pytest.raises(Locked), writing_folder(tmp_path / "out"):
        pass


def test_the_lock_of_a_killed_process_is_taken_over(holder, tmp_path):
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    assert (tmp_path / ".out.lock").exists(), "nobody tidied up"
    with holding(tmp_path / "out"):
        assert json.loads((tmp_path / ".out.lock").read_text())["process"] == os.getpid()
    assert not list(tmp_path.iterdir())


def test_an_interrupted_process_lets_go(holder, tmp_path):
    os.kill(holder.pid, signal.SIGINT)
    holder.wait()
    assert not list(tmp_path.iterdir())


def test_waiting_goes_on_when_the_other_ends(holder, tmp_path):
    said = []

    def hear(text):
        said.append(text)
        os.kill(holder.pid, signal.SIGINT)

    with holding(tmp_path / "out", wait=True, say=hear):
        assert len(said) == 1 and f"process {holder.pid}" in said[0]


def test_another_machine_is_taken_at_its_word(tmp_path):
    lock = tmp_path / ".out.lock"
    lock.write_text(json.dumps({"host": "elsewhere", "process": 1, "since": "2020-01-01"}))
    with pytest.raises(Locked, match=r"process 1 on elsewhere since 2020.*remove .*\.out\.lock"):
        holding(tmp_path / "out").__enter__()
    assert lock.exists()


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"[" * 4000, b'{"host": 3}', b"null"])
def test_a_lock_without_sense_is_nobodys(content, tmp_path):
    (tmp_path / ".out.lock").write_bytes(content)
    with holding(tmp_path / "out"):
        pass


def test_a_thread_may_hold_it_twice(tmp_path):
    with holding(tmp_path / "out"), holding(Path(os.path.relpath(tmp_path / "out"))):
        assert (tmp_path / ".out.lock").exists()
    assert not list(tmp_path.iterdir())


def test_of_many_contenders_one_has_it_at_a_time(tmp_path):
    code = """
import sys
from pathlib import Path
from rectrix.base.locks import holding
inside = Path(sys.argv[1] + ".inside")
for _ in range(20):
    with holding(sys.argv[1], wait=True):
        inside.mkdir()  # fails if another is inside
        inside.rmdir()
"""
    code = code.replace("import sys\n", "import sys, rectrix.base.locks as l\nl._PAUSE = 0.001\n", 1)
    started = [subprocess.Popen([sys.executable, "-c", code, tmp_path / "out"]) for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]


def test_two_commands_do_not_mix_in_one_output(tmp_path):
    (tmp_path / "text").write_text("a b c\n" * 10)
    command = [
        sys.executable,
        "-c",
        "from rectrix.cli import main; main()",
        "lm",
        "train",
        "text",
        "-o",
        "x.rlm",
    ]
    with holding(tmp_path / "x.rlm"):
        refused = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert refused.returncode == 1 and f"process {os.getpid()}" in refused.stderr
        waiting = subprocess.Popen([*command, "--wait"], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        assert "waiting" in waiting.stderr.readline()
        time.sleep(0.1)
        assert waiting.poll() is None
    waiting.communicate()
    assert waiting.returncode == 0 and (tmp_path / "x.rlm").exists()
