"""One task after another, in this thread."""

from collections.abc import Callable
from typing import Any

from rectrix.execute.executor import Done, Executor, Failed, Outcome


class Serial(Executor):
    """The reference: every other executor gives what this one gives."""

    crosses_processes = False

    def __init__(self, workers: int = 1) -> None:
        super().__init__(1)
        self._next: tuple[Callable[[Any], Any], Any] | None = None

    def begin(self, worker: int, task: Callable[[Any], Any], item: Any) -> None:
        self._next = (task, item)

    def wait(self) -> list[tuple[int, Outcome]]:
        assert self._next is not None
        (task, item), self._next = self._next, None
        try:
            return [(0, Done(task(item)))]
        except Exception as error:
            return [(0, Failed(error))]

    def close(self) -> None:
        self._next = None
