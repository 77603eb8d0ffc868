"""Many readers or one writer: translations go on side by side, and pause while what they read changes."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class SharedLock:
    """A writer that waits comes before readers that come later."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._readers = self._waiting = 0  # readers at work, writers that wait
        self._writing = False

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While others may read, too."""
        with self._changed:
            self._changed.wait_for(lambda: not self._writing and not self._waiting)
            self._readers += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While nobody else does either."""
        with self._changed:
            self._waiting += 1
            try:
                self._changed.wait_for(lambda: not self._writing and not self._readers)
            finally:
                self._waiting -= 1
            self._writing = True
        try:
            yield
        finally:
            with self._changed:
                self._writing = False
                self._changed.notify_all()
