"""Executors: an ordered map over shards, and asynchronous work."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from rectrix.base.registry import Registry

T = TypeVar("T")
Item = TypeVar("Item")

EXECUTORS = Registry(
    "executor",
    {"serial": "rectrix.execute.serial:Serial", "threads": "rectrix.execute.threads:Threads"},
)


class Executor(Protocol):
    """Tasks are plain functions of an item and of what all share; results come in the order of the items."""

    def map(self, task: Callable[[Item, Any], T], items: Sequence[Item], broadcast: Any) -> list[T]:
        """task(item, broadcast) for every item."""

    def submit(self, task: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Start a task; its result comes some time."""
