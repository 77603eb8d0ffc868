"""Tasks in processes of this machine, each a fresh interpreter: nothing live crosses the border.

Workers are started as programs, not forked and not by re-importing the caller's script, so that scripts
without a main guard and notebooks can use them.
"""

import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from rectrix.base.errors import RunError
from rectrix.execute.executor import Back, Executor, Lost, Outcome

_SECONDS_TO_END = 5.0


class _Process:
    """A worker process and this end of its pipe."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "rectrix.execute.worker", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        self.pipe: Connection[Any, Any] = Connection(ours.detach())

    def end(self) -> None:
        """The worker ends itself when its pipe does."""
        self.pipe.close()
        try:
            self.process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def cause(self) -> str:
        """Why it is gone."""
        status = self.process.wait()
        if status == -signal.SIGKILL:
            return "its worker was killed (signal 9; the system does so when memory runs out)"
        return f"its worker ended with status {status}"


class Processes(Executor):
    """A worker that dies is replaced, and its task runs again."""

    def __init__(self, workers: int = 2) -> None:
        super().__init__(max(1, workers))
        self._crew: dict[int, _Process] = {}

    def begin(self, worker: int, task: Callable[[Any], Any], item: Any) -> None:
        if worker not in self._crew:
            self._start(worker)
        with suppress(BrokenPipeError, ConnectionResetError):  # wait() will find that it is gone
            self._crew[worker].pipe.send_bytes(pickle.dumps((task, item), pickle.HIGHEST_PROTOCOL))

    def wait(self) -> list[tuple[int, Outcome]]:
        numbers = {process.pipe: worker for worker, process in self._crew.items()}
        happened: list[tuple[int, Outcome]] = []
        for pipe in wait(list(numbers)):
            worker = numbers[pipe]  # type: ignore[index]
            try:
                happened.append((worker, pickle.loads(self._crew[worker].pipe.recv_bytes())))
            except (EOFError, ConnectionResetError):
                cause = self._crew.pop(worker).cause()
                if worker not in self._idle:
                    happened.append((worker, Lost(cause)))
                    happened.append((worker, Back()))
        return happened

    def close(self) -> None:
        for process in self._crew.values():
            process.end()
        self._crew.clear()
        self._idle = set(range(self.workers))

    def _start(self, worker: int) -> None:
        process = _Process()
        try:
            process.pipe.recv_bytes()
        except (EOFError, ConnectionResetError):
            raise RunError(f"a worker process cannot be started: {process.cause()}") from None
        self._crew[worker] = process
