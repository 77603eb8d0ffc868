"""One task after another, in this thread."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
Item = TypeVar("Item")


@dataclass(frozen=True)
class Serial:
    """The reference: every other executor gives what this one gives."""

    def map(self, task: Callable[[Item, Any], T], items: Sequence[Item], broadcast: Any) -> list[T]:
        return [task(item, broadcast) for item in items]

    def submit(self, task: Callable[..., T], *arguments: Any) -> "Future[T]":
        future: Future[T] = Future()
        try:
            future.set_result(task(*arguments))
        except BaseException as error:
            future.set_exception(error)
        return future
