"""Progress of long work: a bar on a terminal, plain lines elsewhere, JSON lines for scripts, or silence.

    with progress.task("decoding", total=1000, unit="sentences") as task:
        task.advance(10, bleu=33.1)
    progress.say("31 lines dropped", dropped=31)
    progress.result("model: 3,000 pairs", pairs=3000)

Results go to standard output, as text or as one JSON object a line; everything else to standard error.
"""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

T = TypeVar("T")
_SECONDS_BETWEEN_LINES = 10.0


class Task(Protocol):
    """One piece of long work."""

    def advance(self, steps: float = 1, **facts: Any) -> None:
        """`steps` more are done; facts (a loss, a score) are shown beside them."""


class Progress:
    """Silent; also the base of the ways to show progress."""

    @contextmanager
    def task(self, name: str, total: float | None = None, unit: str = "") -> Iterator[Task]:
        """Long work of `total` steps, if that is known."""
        yield _Silent()

    def say(self, text: str, **facts: Any) -> None:
        """A line for the user; facts are the same for programs."""

    def result(self, text: str, **facts: Any) -> None:
        """What the command was run for; facts are the same for programs."""

    def track(self, items: Iterable[T], name: str, total: float | None = None, unit: str = "") -> Iterator[T]:
        """The items, with progress."""
        with self.task(name, total, unit) as task:
            for item in items:
                yield item
                task.advance()


def for_terminal(quiet: bool = False, as_json: bool = False, file: IO[str] | None = None) -> Progress:
    """The right way to show progress here."""
    file = file or sys.stderr
    if quiet:
        return ResultsAsJson() if as_json else ResultsOnly()
    if as_json:
        return JsonProgress(file)
    return BarProgress() if file.isatty() else LineProgress(file)


class ResultsOnly(Progress):
    """Silent but for results."""

    def result(self, text: str, **facts: Any) -> None:
        print(text, flush=True)


class ResultsAsJson(Progress):
    """The same for programs: a JSON object a line."""

    def result(self, text: str, **facts: Any) -> None:
        print(json.dumps(facts or {"text": text}, ensure_ascii=False, default=str), flush=True)


class _Silent:
    def advance(self, steps: float = 1, **facts: Any) -> None:
        pass


class _Counted:
    """Counts steps and reports at most every few seconds."""

    def __init__(self, report: "LineProgress", name: str, total: float | None, unit: str) -> None:
        self._report, self._name, self._total, self._unit = report, name, total, unit
        self.begin = self._last = time.monotonic()
        self.done = 0.0
        self.facts: dict[str, Any] = {}

    def advance(self, steps: float = 1, **facts: Any) -> None:
        self.done += steps
        self.facts |= facts
        now = time.monotonic()
        if now - self._last >= _SECONDS_BETWEEN_LINES:
            self._last = now
            self._report.show(self.state("progress"))

    def state(self, event: str) -> dict[str, Any]:
        seconds = time.monotonic() - self.begin
        state = {
            "event": event,
            "task": self._name,
            "done": self.done,
            "total": self._total,
            "unit": self._unit,
        }
        return state | {"seconds": round(seconds, 3)} | self.facts


class LineProgress(ResultsOnly):
    """A plain line now and then."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    @contextmanager
    def task(self, name: str, total: float | None = None, unit: str = "") -> Iterator[Task]:
        counted = _Counted(self, name, total, unit)
        yield counted
        self.show(counted.state("end"))

    def say(self, text: str, **facts: Any) -> None:
        print(text, file=self._file, flush=True)

    def show(self, state: dict[str, Any]) -> None:
        known = ("event", "task", "done", "total", "unit", "seconds")
        facts = "".join(f", {key} {_short(value)}" for key, value in state.items() if key not in known)
        of = f" of {_count(state['total'])}" if state["total"] and state["event"] == "progress" else ""
        if not state["done"] and not state["unit"]:  # a task without steps
            self.say(f"{state['task']}: {state['seconds']:.1f} s{facts}")
            return
        unit = state["unit"] if of or state["done"] != 1 else state["unit"].removesuffix("s")
        count = f"{_count(state['done'])}{of} {unit}".strip()
        rate = _rate(state["done"], state["seconds"])
        self.say(f"{state['task']}: {count} in {state['seconds']:.1f} s{rate}{facts}")


class JsonProgress(ResultsAsJson, LineProgress):
    """A JSON object per line, for programs."""

    def say(self, text: str, **facts: Any) -> None:
        self.show({"event": "message", "text": text} | facts)

    def show(self, state: dict[str, Any]) -> None:
        print(json.dumps(state, ensure_ascii=False, default=str), file=self._file, flush=True)


class BarProgress(ResultsOnly):
    """Bars with rate and time left."""

    def __init__(self) -> None:
        self._live: RichProgress | None = None

    @contextmanager
    def task(self, name: str, total: float | None = None, unit: str = "") -> Iterator[Task]:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as Rich

        outer = self._live
        if outer is None:
            self._live = Rich(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[unit]}"),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                TextColumn("{task.fields[facts]}"),
                console=Console(stderr=True),
            )
            self._live.start()
        live = self._live
        assert live is not None
        shown = live.add_task(name, total=total, unit=unit, facts="")
        try:
            yield _Bar(live, shown)
        finally:
            live.refresh()
            if outer is None:
                live.stop()
                self._live = None

    def say(self, text: str, **facts: Any) -> None:
        if self._live is not None:
            self._live.console.print(text, markup=False, highlight=False)
        else:
            print(text, file=sys.stderr, flush=True)


class _Bar:
    def __init__(self, live: "RichProgress", shown: Any) -> None:
        self._live, self._shown = live, shown

    def advance(self, steps: float = 1, **facts: Any) -> None:
        if facts:
            self._live.update(self._shown, facts="  ".join(f"{k} {_short(v)}" for k, v in facts.items()))
        self._live.update(self._shown, advance=steps)


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _rate(done: float, seconds: float) -> str:
    """Steps a second, or seconds a step if there are fewer."""
    if not done or not seconds:
        return ""
    return f" ({done / seconds:,.0f}/s)" if done >= seconds else f" ({seconds / done:,.1f} s each)"


def _count(steps: float) -> str:
    return f"{steps:,.0f}" if steps == int(steps) else f"{steps:,.1f}"
