"""Scheduling, written once for all executors: every worker is kept busy, what was lost runs again, results
come in order."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from rectrix.base.errors import RectrixError, RunError

T = TypeVar("T")
Item = TypeVar("Item")

TRIES = 3  # of a task whose worker was lost or that failed in a way it may not fail again
_AHEAD = 4  # results for each worker that may wait for an earlier one


@dataclass(frozen=True)
class Done:
    """A worker's answer."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """The task raised an error."""

    error: BaseException


@dataclass(frozen=True)
class Lost:
    """The worker is gone, and its task with it; `Back` says when another has taken its place."""

    cause: str


@dataclass(frozen=True)
class Back:
    """A new worker is ready where one was lost."""


Outcome = Done | Failed | Lost | Back


@dataclass
class _Job(Generic[Item]):
    item: Item
    tries: int = 0


class Executor(ABC):
    """Workers numbered from 0, each with one task at a time."""

    workers: int
    crosses_processes = True  # whether items and results are copied to another process and back

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.say: Callable[[str], None] = lambda text: None  # who wants to know what went wrong on the way
        self._idle = set(range(workers))

    @abstractmethod
    def begin(self, worker: int, task: Callable[[Any], Any], item: Any) -> None:
        """Start task(item) on an idle worker."""

    @abstractmethod
    def wait(self) -> list[tuple[int, Outcome]]:
        """Wait until something has happened to a worker that is busy or lost."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the workers; what is under way is given up."""

    @property
    def sharing(self) -> int:
        """How many workers share the memory of one machine."""
        return self.workers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def map(self, task: Callable[[Item], T], items: Iterable[Item]) -> Iterator[T]:
        """task(item) for every item, in their order; only a few results wait for earlier ones."""
        queue, asked, given = iter(items), 0, 0
        ready: dict[int, T] = {}

        def feed(worker: int) -> _Numbered[Item] | None:
            nonlocal asked
            if asked - given >= _AHEAD * self.workers:
                return None
            for item in queue:
                asked += 1
                return _Numbered(asked - 1, item)
            return None

        for _, numbered, result in self.stream(_OfNumbered(task), feed):
            ready[numbered.number] = result
            while given in ready:
                given += 1
                yield ready.pop(given - 1)

    def stream(
        self, task: Callable[[Item], T], feed: Callable[[int], Item | None]
    ) -> Iterator[tuple[int, Item, T]]:
        """(worker, item, result) as they come, until `feed` has nothing for an idle worker and none is busy.

        feed(worker) is asked when the worker is idle, after what came before it was taken up.
        """
        busy: dict[int, _Job[Item]] = {}
        again: deque[_Job[Item]] = deque()
        while True:
            while self._idle:
                worker = min(self._idle)
                if again:
                    job = again.popleft()
                elif (item := feed(worker)) is not None:
                    job = _Job(item)
                else:
                    break
                self._idle.remove(worker)
                busy[worker] = job
                self.begin(worker, task, job.item)
            if not busy and not again:
                return
            for worker, outcome in self.wait():
                if isinstance(outcome, Back):
                    self._idle.add(worker)
                    continue
                job = busy.pop(worker)
                if isinstance(outcome, Lost):
                    again.append(self._retried(job, outcome.cause))
                    continue
                self._idle.add(worker)
                if isinstance(outcome, Failed):
                    again.append(self._retried(job, outcome.error))
                else:
                    yield worker, job.item, outcome.value

    def everywhere(self, task: Callable[[Item], T], item: Item) -> list[T]:
        """The result of the same task on every worker."""
        left = set(range(self.workers))

        def feed(worker: int) -> Item | None:
            if worker not in left:
                return None
            left.remove(worker)
            return item

        found = {worker: result for worker, _, result in self.stream(task, feed)}
        return [found[worker] for worker in sorted(found)]

    def _retried(self, job: _Job[Item], cause: str | BaseException) -> _Job[Item]:
        """The job to run again; raises if it was tried often enough, or would fail again in any case."""
        if isinstance(cause, RectrixError | KeyboardInterrupt):
            raise cause
        job.tries += 1
        what = cause if isinstance(cause, str) else f"{type(cause).__name__}: {cause}"
        name = _label(job.item)
        if job.tries >= TRIES:
            error = RunError(f"{name} failed {job.tries} times, at last: {what}")
            raise error from (cause if isinstance(cause, BaseException) else None)
        self.say(f"{name}: {what}; it runs again")
        return job


@dataclass(frozen=True)
class _Numbered(Generic[Item]):
    """An item of a map, with its place."""

    number: int
    item: Item

    @property
    def label(self) -> str:
        return _label(self.item)


@dataclass(frozen=True)
class _OfNumbered(Generic[Item, T]):
    """A task of items that carry their place."""

    task: Callable[[Item], T]

    def __call__(self, numbered: _Numbered[Item]) -> T:
        return self.task(numbered.item)


def _label(item: object) -> str:
    """What an item is called in messages."""
    return str(getattr(item, "label", item))[:200]
