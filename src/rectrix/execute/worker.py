"""What a worker process does: takes tasks from its pipe until the other end is gone."""

import os
import pickle
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any

from rectrix.execute.executor import Done, Failed


def main() -> None:
    """The number of the pipe's end is the first argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the driver, which closes the pipe
    connection: Connection[Any, Any] = Connection(int(sys.argv[1]))
    asked: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(connection, asked), daemon=True).start()
    with suppress(BrokenPipeError, ConnectionResetError):  # nobody waits for the answer any more
        connection.send_bytes(b"ready")
        while True:
            connection.send_bytes(_answer(asked.get()))


def _listen(connection: "Connection[Any, Any]", asked: "SimpleQueue[bytes]") -> None:
    """In a thread of its own, so that a task ends with the driver, however long it is."""
    while True:
        try:
            asked.put(connection.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)


def _answer(call: bytes) -> bytes:
    try:
        task, item = pickle.loads(call)
        return pickle.dumps(Done(task(item)), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        try:
            return pickle.dumps(Failed(error), pickle.HIGHEST_PROTOCOL)
        except Exception:  # an error that does not travel
            return pickle.dumps(Failed(RuntimeError(f"{type(error).__name__}: {error}")))


if __name__ == "__main__":
    main()
