"""Work outside the event loop: a bounded queue, threads that take short sentences of many requests together.

Requests take turns: one with many sentences gives a batch, then waits behind the others.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Condition, Thread
from typing import Any, TypeVar

from rectrix.model.output import Output
from rectrix.serve.engine import Engine
from rectrix.serve.errors import Busy
from rectrix.serve.metrics import Metrics
from rectrix.text.glossary import Glossary

T = TypeVar("T")
_BATCH_SENTENCES = 16
_BATCH_CHARACTERS = 800
_LOOKED_AT = 64  # requests whose sentences may join a batch


@dataclass(eq=False)
class _Sentences:
    """The sentences of one request."""

    key: object  # requests with the same are worked on together
    function: Callable[[list[str]], list[Any]]
    lines: Sequence[str]
    most: int = _BATCH_SENTENCES  # in a batch
    future: "Future[list[Any]]" = field(default_factory=Future)
    taken: int = 0
    found: dict[int, Any] = field(default_factory=dict)

    @property
    def waiting(self) -> int:
        return len(self.lines) - self.taken


@dataclass(eq=False)
class _Call:
    """Anything else; it takes a thread for itself."""

    function: Callable[[], Any]
    future: "Future[Any]" = field(default_factory=Future)
    waiting: int = 1


_Batch = list[tuple[_Sentences, int]]  # a request and the place of one of its sentences


class Work:
    """The threads and what waits for them."""

    def __init__(self, threads: int, limit: int, metrics: Metrics) -> None:
        self._limit, self._metrics, self._count = limit, metrics, threads
        self._changed = Condition()
        self._waiting: deque[_Sentences | _Call] = deque()
        self._sentences = 0  # that wait
        self._closed = False
        self._threads = [Thread(target=self._loop, name=f"work-{n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """Sentences and calls that no thread has taken yet."""
        return self._sentences

    async def translate(
        self, engine: Engine, lines: Sequence[str], glossary: Glossary | None, seconds: float
    ) -> list[Output]:
        """The best translation of each line."""

        def work(some: list[str]) -> list[Output]:
            return engine.translate(some, glossary)

        found: list[Output] = await self._result(_Sentences((engine, glossary), work, lines), seconds)
        return found

    async def each(self, function: Callable[[str], T], lines: Sequence[str], seconds: float) -> list[T]:
        """The results of a function that takes long for one line; requests take turns between two lines."""

        def work(some: list[str]) -> list[T]:
            return [function(line) for line in some]

        found: list[T] = await self._result(_Sentences(object(), work, lines, most=1), seconds)
        return found

    async def call(self, function: Callable[[], T], seconds: float) -> T:
        """The result of a function on one of the threads."""
        result: T = await self._result(_Call(function), seconds)
        return result

    async def _result(self, job: "_Sentences | _Call", seconds: float) -> Any:
        if not job.waiting:
            return []
        self._add(job)
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(job.future)
        except TimeoutError:
            self._metrics.count("refused", reason="time")
            raise Busy(f"no answer within {seconds:g} seconds; send less text at once") from None

    def _add(self, job: "_Sentences | _Call") -> None:
        with self._changed:
            if self._closed:
                raise Busy("the server is shutting down")
            if self._sentences + job.waiting > self._limit:
                self._metrics.count("refused", reason="queue")
                raise Busy(f"{self._sentences} sentences are waiting already; try again later")
            self._sentences += job.waiting
            self._waiting.append(job)
            self._changed.notify()

    def close(self) -> None:
        """Finish what was begun; no new work."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _loop(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if not self._waiting:
                    return
                taken = self._take()
                if self._waiting:
                    self._changed.notify()
            if isinstance(taken, _Call):
                _settle(taken.future, taken.function)
            elif taken:
                self._translate(taken)

    def _take(self) -> "_Call | _Batch":
        """A call, or a batch of sentences that may be translated together."""
        job = self._waiting.popleft()
        if isinstance(job, _Call):
            self._sentences -= 1
            return job if job.future.set_running_or_notify_cancel() else []
        batch: _Batch = []
        # No more than its share, so that the other threads are not idle meanwhile.
        most = min(job.most, -(-self._sentences // self._count))
        others = [one for one in list(self._waiting)[:_LOOKED_AT] if isinstance(one, _Sentences)]
        self._draw(job, batch, most)
        for other in others:
            if len(batch) >= most:
                break
            if other.key == job.key:
                self._draw(other, batch, most)
                if not other.waiting:
                    self._waiting.remove(other)
        if job.waiting:
            self._waiting.append(job)
        return batch

    def _draw(self, job: _Sentences, batch: _Batch, most: int) -> None:
        """Move sentences of a request to a batch; those of one that nobody waits for are dropped."""
        if job.future.cancelled():
            self._sentences -= job.waiting
            job.taken = len(job.lines)
            return
        size = sum(len(one.lines[place]) for one, place in batch)
        while job.waiting and len(batch) < most:
            size += len(job.lines[job.taken])
            if batch and size > _BATCH_CHARACTERS:
                return
            batch.append((job, job.taken))
            job.taken += 1
            self._sentences -= 1

    def _translate(self, batch: _Batch) -> None:
        self._metrics.observe_batch(len(batch))
        try:
            outputs = batch[0][0].function([job.lines[place] for job, place in batch])
        except Exception as error:
            if len(batch) == 1:
                _fail(batch[0][0].future, error)
            else:  # one wrong sentence is not the fault of the others
                for one in batch:
                    self._translate([one])
            return
        for (job, place), output in zip(batch, outputs, strict=True):
            with self._changed:
                job.found[place] = output
                complete = len(job.found) == len(job.lines)
            if complete:
                _give(job.future, [job.found[n] for n in range(len(job.lines))])


def _settle(future: "Future[T]", function: Callable[[], T]) -> None:
    try:
        result = function()
    except Exception as error:
        _fail(future, error)
    else:
        _give(future, result)


def _give(future: "Future[T]", result: T) -> None:
    with suppress(InvalidStateError):  # nobody waits for it any more
        future.set_result(result)


def _fail(future: "Future[Any]", error: Exception) -> None:
    with suppress(InvalidStateError):
        future.set_exception(error)
