"""Executors: where tasks run. A task is a module-level function of one picklable item.

    with executor("processes", workers=2) as workers:
        for result in workers.map(task, items): ...       # in the order of the items

`serial` is the reference: every other executor gives what it gives.
"""

from collections.abc import Callable

from rectrix.base.errors import UnknownName, UsageError
from rectrix.base.registry import Registry
from rectrix.execute.executor import Executor

EXECUTORS: Registry[Callable[..., Executor]] = Registry(
    "executor",
    {
        "serial": "rectrix.execute.serial:Serial",
        "threads": "rectrix.execute.threads:Threads",
        "processes": "rectrix.execute.processes:Processes",
        "ray": "rectrix.execute.cluster:Ray",
    },
)


DEFAULT = "threads"
THREADS = 1  # of who names no number


def executor(name: str = DEFAULT, workers: int = 1) -> Executor:
    """The named executor with so many workers; `ray:ADDRESS` joins a cluster, 0 workers: all it has."""
    kind, address = require_executor(name)
    made: Executor = EXECUTORS[kind](workers, address) if kind == "ray" else EXECUTORS[kind](workers)
    return made


def require_executor(name: str) -> tuple[str, str]:
    """The kind and the address that a name stands for; raises for one that is not known."""
    kind, _, address = name.partition(":")
    if kind not in EXECUTORS:
        raise UnknownName("executor", kind, EXECUTORS)
    if address and kind != "ray":
        raise UsageError(f"the executor {kind} has no address; ray:ADDRESS has one")
    return kind, address


__all__ = ["DEFAULT", "EXECUTORS", "THREADS", "Executor", "executor", "require_executor"]
