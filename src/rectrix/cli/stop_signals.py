"""Ctrl-C, SIGTERM and SIGHUP: what a command does when it is told to stop."""

import os
import signal
import time

from rectrix.cli.failures import Terminated


class StopSignals:
    """The first signal to stop lets the run clean up.

    What follows within a second means the same (`timeout` signals twice), and would break off the cleaning
    up; who asks again after that wants it to end at once.
    """

    _SAME = 1.0  # seconds

    def __init__(self) -> None:
        self._first: float | None = None

    def heed(self) -> None:
        """From now on, but for signals that whoever started us has ignored, as nohup does."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._stop)

    def _stop(self, number: int, frame: object) -> None:
        if self._first is None:
            self._first = time.monotonic()
            raise KeyboardInterrupt if number == signal.SIGINT else Terminated(number)
        if time.monotonic() - self._first > self._SAME:
            os.write(2, b"stopped at once: temporary files may be left\n")
            os._exit(128 + number)
