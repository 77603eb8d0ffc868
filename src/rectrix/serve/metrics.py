"""Counts of what the server does, in Prometheus' text format."""

import time
from bisect import bisect_left
from collections import defaultdict
from threading import Lock

from rectrix.base.usage import resident_bytes

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_BATCHES = (1, 2, 4, 8, 16)
_HELP = {
    "requests": "Requests by face and status.",
    "refused": "Requests refused by reason.",
    "sentences": "Sentences translated by model.",
    "unknown_words": "Words without a translation by model.",
    "lessons": "Corrections taken up by model.",
}
_Labels = tuple[tuple[str, str], ...]


class _Histogram:
    """How many values lie below each bound."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds, self.counts, self.total = bounds, [0] * (len(bounds) + 1), 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def lines(self, name: str) -> list[str]:
        found, below = [f"# TYPE {name} histogram"], 0
        for bound, count in zip((*map(str, self.bounds), "+Inf"), self.counts, strict=True):
            below += count
            found.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [*found, f"{name}_sum {self.total:.6f}", f"{name}_count {below}"]


class Metrics:
    """All counts; threads may add to them at once."""

    def __init__(self) -> None:
        self._lock, self._began = Lock(), time.time()
        self._counts: dict[str, dict[_Labels, float]] = defaultdict(lambda: defaultdict(float))
        self._seconds, self._batches = _Histogram(_SECONDS), _Histogram(_BATCHES)

    def count(self, what: str, by: float = 1, **labels: str) -> None:
        """Add to a count; labels come from the program, never from a request."""
        with self._lock:
            self._counts[what][tuple(sorted(labels.items()))] += by

    def observe_request(self, face: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self.count("requests", face=face, status=str(status))
        with self._lock:
            self._seconds.add(seconds)

    def observe_batch(self, sentences: int) -> None:
        """Sentences were translated together."""
        with self._lock:
            self._batches.add(sentences)

    def text(self, waiting: int) -> str:
        """The page that Prometheus reads."""
        lines: list[str] = []
        with self._lock:
            for what, values in sorted(self._counts.items()):
                name = f"rectrix_{what}_total"
                lines += [f"# HELP {name} {_HELP[what]}", f"# TYPE {name} counter"]
                lines += [f"{name}{_written(labels)} {value:g}" for labels, value in sorted(values.items())]
            lines += self._seconds.lines("rectrix_request_seconds")
            lines += self._batches.lines("rectrix_batch_sentences")
        gauges = {
            "rectrix_waiting_sentences": waiting,
            "rectrix_memory_bytes": resident_bytes(),
            "rectrix_start_time_seconds": round(self._began, 3),
        }
        for name, value in gauges.items():
            lines += [f"# TYPE {name} gauge", f"{name} {value}"]
        return "\n".join(lines) + "\n"


def _written(labels: _Labels) -> str:
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}" if labels else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
