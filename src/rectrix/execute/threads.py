"""Tasks in a pool of threads; the core releases the GIL, so that searches run side by side."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

T = TypeVar("T")
Item = TypeVar("Item")


@dataclass(frozen=True)
class Threads:
    """Results do not depend on the number of workers."""

    workers: int = 2

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.workers)

    def map(self, task: Callable[[Item, Any], T], items: Sequence[Item], broadcast: Any) -> list[T]:
        return list(self._pool.map(lambda item: task(item, broadcast), items))

    def submit(self, task: Callable[..., T], *arguments: Any) -> "Future[T]":
        return self._pool.submit(task, *arguments)
