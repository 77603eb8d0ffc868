"""Many readers or one writer: translations go on side by side, and pause while a feature space grows."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class SharedLock:
    """A writer that waits comes before readers that come later."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._readers = 0
        self._writing = 0  # waiting or at work

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While others may read, too."""
        with self._changed:
            self._changed.wait_for(lambda: not self._writing)
            self._readers += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While nobody else does either; one writer at a time asks."""
        with self._changed:
            self._writing += 1
            self._changed.wait_for(lambda: not self._readers)
        try:
            yield
        finally:
            with self._changed:
                self._writing -= 1
                self._changed.notify_all()
