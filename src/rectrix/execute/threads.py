"""Tasks in threads of this process; the core releases the GIL, so that searches run side by side."""

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

from rectrix.execute.executor import Done, Executor, Failed, Outcome
from rectrix.execute.stopping import Stopped, Stopping


class Threads(Executor):
    """Results do not depend on the number of workers."""

    crosses_processes = False

    def __init__(self, workers: int = 2) -> None:
        super().__init__(max(1, workers))
        self._asked: list[SimpleQueue[tuple[Callable[[Any], Any], Any] | None]] = []
        self._answers: SimpleQueue[tuple[int, Outcome]] = SimpleQueue()
        self._threads: list[Thread] = []
        self._stopping = Stopping()

    def begin(self, worker: int, task: Callable[[Any], Any], item: Any) -> None:
        while len(self._threads) <= worker:
            self._asked.append(SimpleQueue())
            self._threads.append(Thread(target=self._work, args=(len(self._threads),), daemon=True))
            self._threads[-1].start()
        self._asked[worker].put((task, item))

    def wait(self) -> list[tuple[int, Outcome]]:
        return [self._answers.get()]

    def close(self) -> None:
        """Give up what is under way at its next sentence."""
        self._stopping.ask()
        for asked in self._asked:
            asked.put(None)
        for thread in self._threads:
            thread.join()
        self._asked, self._threads, self._stopping = [], [], Stopping()
        self._idle = set(range(self.workers))

    def _work(self, worker: int) -> None:
        self._stopping.heed()
        while (call := self._asked[worker].get()) is not None:
            task, item = call
            try:
                outcome: Outcome = Done(task(item))
            except Stopped:
                return
            except BaseException as error:
                outcome = Failed(error)
            self._answers.put((worker, outcome))
