"""Errors that are found before work begins, told all at once.

problems = Problems()
with problems.noted():
    require_absent(output)
with problems.noted():
    settings = TrainSettings.of(values)
problems.settle()
"""

from rectrix.base.errors import InputError, RectrixError, UsageError


class _Noted:
    def __init__(self, found: list[RectrixError]) -> None:
        self._found = found

    def __enter__(self) -> None:
        pass

    # bool: a type checker knows then that what stands behind a block is reached.
    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, UsageError | InputError):
            return False
        if str(error) not in map(str, self._found):
            self._found.append(error)
        return True


class Problems:
    """What was found wrong so far."""

    def __init__(self) -> None:
        self._found: list[RectrixError] = []

    def noted(self) -> "_Noted":
        """What a block refuses is kept, and the blocks after it are still asked."""
        return _Noted(self._found)

    def __bool__(self) -> bool:
        return bool(self._found)

    def settle(self) -> None:
        """Raise what was found: the error itself if it is the only one."""
        if len(self._found) == 1:
            raise self._found[0]
        if self._found:
            lines = [line for error in self._found for line in str(error).splitlines()]
            raise UsageError("\n".join([f"{len(lines)} things are wrong:", *(f"  {line}" for line in lines)]))
