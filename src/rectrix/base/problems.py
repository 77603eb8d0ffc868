"""Errors that are found before work begins, told all at once.

problems = Problems()
with problems.noted():
    require_absent(output)
with problems.noted():
    settings = TrainSettings.of(values)
problems.settle()
"""

from collections.abc import Iterator
from contextlib import contextmanager

from rectrix.base.errors import InputError, RectrixError, UsageError


class Problems:
    """What was found wrong so far."""

    def __init__(self) -> None:
        self._found: list[RectrixError] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """What a block refuses is kept, and the blocks after it are still asked."""
        try:
            yield
        except (UsageError, InputError) as error:
            if str(error) not in map(str, self._found):
                self._found.append(error)

    def __bool__(self) -> bool:
        return bool(self._found)

    def settle(self) -> None:
        """Raise what was found: the error itself if it is the only one."""
        if len(self._found) == 1:
            raise self._found[0]
        if self._found:
            lines = [line for error in self._found for line in str(error).splitlines()]
            raise UsageError("\n".join([f"{len(lines)} things are wrong:", *(f"  {line}" for line in lines)]))
