"""How long tasks in threads are given up: they ask now and then whether somebody still waits for them."""

from contextvars import ContextVar
from threading import Event

_HEEDED: ContextVar[Event | None] = ContextVar("stopping", default=None)


class Stopped(BaseException):
    """Nobody waits for this task any more."""


class Stopping:
    """One executor's wish to end its tasks."""

    def __init__(self) -> None:
        self._event = Event()

    def ask(self) -> None:
        """End the tasks of all threads that heed it."""
        self._event.set()

    def heed(self) -> None:
        """The tasks of this thread are ended so."""
        _HEEDED.set(self._event)


def stop_if_asked() -> None:
    """Long tasks call it after every sentence; outside of threads it does nothing."""
    event = _HEEDED.get()
    if event is not None and event.is_set():
        raise Stopped
