"""Lines in batches: as many as are there, and never more than that while their writer waits for an answer."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Line = TypeVar("Line")


def batches(
    lines: Iterable[Line], size: int, waits: Callable[[], bool] | None = None
) -> Iterator[tuple[int, list[Line]]]:
    """The number of each batch's first line, and its lines.

    waits: whether the next line is yet to come; then what there is makes a batch.
    """
    first, batch = 0, list[Line]()
    for line in lines:
        batch.append(line)
        if len(batch) == size or (waits is not None and waits()):
            yield first, batch
            first, batch = first + len(batch), []
    if batch:
        yield first, batch
