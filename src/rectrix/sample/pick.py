"""Drawing from a table, as often as its items are used."""

import random
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Pick(Generic[T]):
    """Draws an item; with a Zipf-like bias toward the first ones if asked, as words in texts are."""

    __slots__ = ("_size", "items")

    def __init__(self, items: Iterable[T], zipf: bool = False) -> None:
        ranked = list(items)
        if zipf:
            top = 2.0 * len(ranked)
            ranked = [
                item for rank, item in enumerate(ranked) for _ in range(max(1, round(top / (rank + 6))))
            ]
        self.items = tuple(ranked)
        self._size = len(ranked)

    def __call__(self, rng: random.Random) -> T:
        return self.items[int(rng.random() * self._size)]
