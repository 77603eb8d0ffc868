"""Executors: results in order, bounded work ahead, what is lost runs again, what fails is told."""

import os
import resource
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from rectrix import _core
from rectrix.base.errors import InputError, RunError, UnknownName, UsageError
from rectrix.execute import EXECUTORS, executor
from rectrix.execute.executor import Executor

LOCAL = [name for name in EXECUTORS if name != "ray"]  # Ray: test_cluster.py


def square(number):
    time.sleep(0.001 * (number % 3))
    return number * number


def identity(item):
    return item, os.getpid()


def refuse(item):
    raise InputError.at("file", item, "no good")


def die_once(mark: Path):
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return mark.name


def starve_once(mark: Path):
    """Needs more memory than there is, the first time."""
    if not mark.exists():
        mark.touch()
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, resource.RLIM_INFINITY))
        try:
            bytes(1 << 40)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return mark.name


def slow_first(number):
    time.sleep(1 if number == 0 else 0)
    return number, os.getpid()


def always_die(item):
    os.kill(os.getpid(), signal.SIGKILL)


def core_file(item):
    return _core.__file__


def unpicklable(item):
    return lambda: item


@pytest.mark.parametrize("name", LOCAL)
def test_results_come_in_order(name):
    with executor(name, 3) as workers:
        assert list(workers.map(square, range(50))) == [n * n for n in range(50)]
        assert list(workers.map(square, [])) == []


@pytest.mark.parametrize("name", LOCAL)
def test_workers_have_the_same_core(name):
    with executor(name, 2) as workers:
        assert set(workers.map(core_file, range(4))) == {_core.__file__}


@pytest.mark.parametrize("name", LOCAL)
def test_items_are_drawn_as_they_are_needed(name):
    drawn = []

    def items():
        for number in range(1000):
            drawn.append(number)
            yield number

    with executor(name, 2) as workers:
        results = workers.map(square, items())
        for _ in range(10):
            next(results)
        assert len(drawn) <= 10 + 4 * workers.workers + 1
        results.close()


@pytest.mark.parametrize("name", LOCAL)
def test_errors_of_ours_are_raised_as_they_are(name):
    with executor(name, 2) as workers, pytest.raises(InputError, match=r"^file:3: no good$"):
        list(workers.map(refuse, [3]))


def test_processes_really_are_others_and_are_kept():
    with executor("processes", 2) as workers:
        first = {pid for _, pid in workers.map(identity, range(10))}
        again = {pid for _, pid in workers.map(identity, range(10))}
    assert os.getpid() not in first | again and len(first | again) <= 2


def test_a_killed_worker_is_replaced_and_its_task_runs_again(tmp_path):
    said = []
    with executor("processes", 2) as workers:
        workers.say = said.append
        marks = [tmp_path / str(n) for n in range(4)]
        assert list(workers.map(die_once, marks)) == ["0", "1", "2", "3"]
        with pytest.raises(RunError, match="failed 3 times, at last: its worker was killed"):
            list(workers.map(always_die, [0]))
    assert len(said) == 4 + 2 and all("it runs again" in line for line in said)


@pytest.mark.unsanitized("they need more address space than the limit leaves")
def test_a_task_without_memory_runs_again(tmp_path):
    said = []
    with executor("processes", 2) as workers:
        workers.say = said.append
        assert list(workers.map(starve_once, [tmp_path / "a", tmp_path / "b"])) == ["a", "b"]
    assert len(said) == 2 and all("MemoryError" in line for line in said)


def test_others_do_the_work_of_a_slow_worker():
    with executor("processes", 2) as workers:
        workers.everywhere(identity, 0)  # both have started
        found = list(workers.map(slow_first, range(6)))
    slow = found[0][1]
    assert [number for number, _ in found] == list(range(6))
    assert all(pid != slow for _, pid in found[1:4]), (
        "what is under way ahead of the slow one is done by the other"
    )


def test_a_result_that_cannot_travel_is_an_error_not_a_hang():
    with executor("processes", 1) as workers, pytest.raises(RunError, match="failed 3 times"):
        list(workers.map(unpicklable, [1]))


@pytest.mark.parametrize("name", LOCAL)
def test_every_worker_is_asked(name):
    with executor(name, 2) as workers:
        assert len(workers.everywhere(identity, "x")) == workers.workers


def test_unknown_names_list_the_known_ones():
    with pytest.raises(UnknownName, match="known: processes, ray, serial, threads"):
        executor("spark")
    with pytest.raises(UsageError, match="no address"):
        executor("threads:10.0.0.1")


def test_scripts_without_a_main_guard_may_use_processes(tmp_path):
    # A pool that imports the script again would start workers without end.
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent("""
            from operator import neg
            from rectrix.execute import executor
            with executor("processes", 2) as workers:
                print(list(workers.map(neg, range(3))))
        """)
    )
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "[0, -1, -2]\n", ran.stderr


def test_workers_end_with_their_driver(tmp_path):
    script = tmp_path / "driver.py"
    script.write_text(
        textwrap.dedent("""
            import os, time
            from rectrix.execute import executor
            workers = executor("processes", 1)
            print(list(workers.map(eval, ["__import__('os').getpid()"]))[0], flush=True)
            list(workers.map(time.sleep, [600]))
        """)
    )
    driver = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    assert driver.stdout is not None
    worker = int(driver.stdout.readline())
    driver.kill()
    driver.wait()
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists() or "Z" in Path(f"/proc/{worker}/stat").read_text():
            break
        time.sleep(0.1)
    else:
        os.kill(worker, signal.SIGKILL)
        pytest.fail("a worker outlived its driver")


class Foreign(Executor):
    """Somebody else's: everything is copied by pickling, and the last task is done first."""

    def __init__(self):
        super().__init__(2)
        self._calls = []

    def begin(self, worker, task, item):
        import pickle

        self._calls.append((worker, *pickle.loads(pickle.dumps((task, item)))))

    def wait(self):
        from rectrix.execute.executor import Done

        worker, task, item = self._calls.pop()
        return [(worker, Done(task(item)))]

    def close(self):
        self._calls.clear()


def test_a_foreign_executor_gives_results_in_order():
    with Foreign() as workers:
        assert list(workers.map(square, range(20))) == [n * n for n in range(20)]
